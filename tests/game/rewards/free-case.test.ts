// Free cases: the missing deposit for each, and the progress of the night's deposits.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { casePath } from '../../../src/game/cases/case-path.ts'
import { freeCaseReference, missingDeposit, scaleProgress } from '../../../src/game/rewards/free-case.ts'
import { FREE_TIERS } from '../../../src/game/rewards/rewards.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 })
/** Increasing from one to the next. */
const marks = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 })
  .map((found) => found.toSorted((one, other) => one - other))

describe('the missing deposit', () => {
  it('is the difference to the tier, and zero once the deposits reach it', () => {
    fc.assert(
      fc.property(amount, amount, (asks, deposited) => {
        const missing = missingDeposit({ depositedCents: cents(asks) }, cents(deposited))
        expect(missing).toBe(deposited >= asks ? 0 : asks - deposited)
      }),
    )
  })
})

describe('the link of a drop', () => {
  it('leads to the page of all free cases, or to its case', () => {
    expect(casePath('free_case')).toBe('/free_case')
    expect(casePath('orion')).toBe('/case/orion')
    for (const tier of FREE_TIERS) expect(freeCaseReference(tier)).toBe(`free_case:${tier}`)
  })
})

describe('the progress of the deposits', () => {
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
  ])('is from %i cents to %f', (deposited, share) => {
    expect(scaleProgress(deposited, [500, 2500, 10_000])).toBeCloseTo(share, 2)
  })

  it('starts at zero, ends at the last mark, passes each mark in the middle of its segment, and never decreases', () => {
    fc.assert(
      fc.property(marks, amount, amount, (ways, one, other) => {
        expect(scaleProgress(0, ways)).toBe(0)
        expect(scaleProgress(ways.at(-1) ?? 0, ways)).toBe(1)
        for (const [place, mark] of ways.slice(0, -1).entries()) {
          expect(scaleProgress(mark, ways)).toBeCloseTo((place + 0.5) / ways.length, 9)
        }
        expect(scaleProgress(Math.min(one, other), ways)).toBeLessThanOrEqual(scaleProgress(Math.max(one, other), ways))
      }),
    )
  })

  it('is none without marks', () => {
    expect(scaleProgress(100, [])).toBe(0)
  })
})
