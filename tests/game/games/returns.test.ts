// What a measured return shows, and when it shows nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceReach, confidenceIn, measureReturn } from '../../../src/game/games/returns.ts'

/** A number of rolls at a dollar that win two dollars in 45 of 100, and the number of wins. */
function coin(rolls: number, wins: number) {
  const variance = 200 * 200 * 0.45 * 0.55
  return { rolls, staked: rolls * 100, won: wins * 200, expected: rolls * 90, variance: rolls * variance }
}

describe('a measured return', () => {
  it('is winnings divided by stakes, next to the return of the odds', () => {
    const { measured, promised, error } = measureReturn(coin(10_000, 4500))
    expect([measured, promised]).toEqual([0.9, 0.9])
    expect(error).toBeCloseTo(0.00995, 5)
  })

  it('is unknown before anything was staked', () => {
    const nothing = measureReturn({ rolls: 0, staked: 0, won: 0, expected: 0, variance: 0 })
    expect(nothing).toEqual({ measured: null, promised: null, error: 0 })
    expect(confidenceIn(nothing)).toBe('none')
  })

  it.each([
    [100, 45, 'chance'],
    [1000, 700, 'chance'],
    [10_000, 4500, 'near'],
    [10_000, 4599, 'near'],
    [10_000, 4601, 'far'],
    [10_000, 4399, 'far'],
  ])('of %i rolls and %i wins is %s', (rolls, wins, confidence) => {
    expect(confidenceIn(measureReturn(coin(rolls, wins)))).toBe(confidence)
  })

  it('is more precise the more was played', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 100 }), (rolls, times) => {
        const [few, many] = [measureReturn(coin(rolls, 0)), measureReturn(coin(rolls * times, 0))]
        expect(chanceReach(many.error)).toBeCloseTo(chanceReach(few.error) / Math.sqrt(times), 9)
      }),
    )
  })
})
