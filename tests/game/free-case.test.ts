// Free cases: what is missing to each, and how far the night's deposits have come on their way.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { casePath } from '../../src/game/case-path.ts'
import { freeCaseReference, missingDeposit, shareOfWay } from '../../src/game/free-case.ts'
import { cents } from '../../src/game/money.ts'
import { FREE_TIERS } from '../../src/game/rewards.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 })
/** Greater from one to the next. */
const marks = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 })
  .map((found) => found.toSorted((one, other) => one - other))

describe('what is missing', () => {
  it('is what the deposits are short of, and nothing once they have reached it', () => {
    fc.assert(
      fc.property(amount, amount, (asks, deposited) => {
        const missing = missingDeposit({ depositedCents: cents(asks) }, cents(deposited))
        expect(missing).toBe(deposited >= asks ? 0 : asks - deposited)
      }),
    )
  })
})

describe('the page of a drop', () => {
  it('is the one of all free cases, or that of its case', () => {
    expect(casePath('free_case')).toBe('/free_case')
    expect(casePath('orion')).toBe('/case/orion')
    for (const tier of FREE_TIERS) expect(freeCaseReference(tier)).toBe(`free_case:${tier}`)
  })
})

describe('the way of the deposits', () => {
  it.each([
    [0, 0],
    [250, 1 / 12],
    [500, 1 / 6],
    [1500, 2 / 6],
    [2500, 3 / 6],
    [6250, 4 / 6],
    [9999, 0.83],
    [10_000, 1],
    [99_999, 1],
  ])('has come from %i cents to %f', (deposited, share) => {
    expect(shareOfWay(deposited, [500, 2500, 10_000])).toBeCloseTo(share, 2)
  })

  it('begins at its start, ends at its last mark, passes each mark in the middle of its part, and never goes back', () => {
    fc.assert(
      fc.property(marks, amount, amount, (ways, one, other) => {
        expect(shareOfWay(0, ways)).toBe(0)
        expect(shareOfWay(ways.at(-1) ?? 0, ways)).toBe(1)
        for (const [place, mark] of ways.slice(0, -1).entries()) {
          expect(shareOfWay(mark, ways)).toBeCloseTo((place + 0.5) / ways.length, 9)
        }
        expect(shareOfWay(Math.min(one, other), ways)).toBeLessThanOrEqual(shareOfWay(Math.max(one, other), ways))
      }),
    )
  })

  it('is none without marks', () => {
    expect(shareOfWay(100, [])).toBe(0)
  })
})
