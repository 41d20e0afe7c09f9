import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGreatWin, WIN_MULTIPLIERS, winTier } from '../../../src/game/base/win-tier.ts'

const price = fc.integer({ min: 1, max: 1_000_000 })

describe('the tier of a win', () => {
  it('is 0 when the win is worth no more than its cost', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        expect(winTier(Math.min(a, b), Math.max(a, b))).toBe(0)
      }),
    )
  })

  it('begins at each multiplier to the cent', () => {
    fc.assert(
      fc.property(price, (paid) => {
        expect(winTier(paid + 1, paid)).toBe(paid === 1 ? 2 : 1)
        for (const [index, multiplier] of WIN_MULTIPLIERS.entries()) {
          expect(winTier(multiplier * paid, paid)).toBe(index + 2)
          expect(winTier(multiplier * paid - 1, paid)).toBe(multiplier * paid - 1 > paid ? index + 1 : 0)
        }
      }),
    )
  })

  it('never falls when more is won', () => {
    fc.assert(
      fc.property(price, price, price, (won, more, paid) => {
        expect(winTier(won + more, paid)).toBeGreaterThanOrEqual(winTier(won, paid))
      }),
    )
  })

  it('is news for everybody from 20 times what it cost, to the cent', () => {
    fc.assert(
      fc.property(price, (paid) => {
        expect(isGreatWin(20 * paid, paid)).toBe(true)
        expect(isGreatWin(20 * paid - 1, paid)).toBe(false)
        expect(isGreatWin(paid, 0)).toBe(false)
      }),
    )
  })

  it('is 1 for what cost nothing', () => {
    expect(winTier(500, 0)).toBe(1)
    expect(winTier(0, 0)).toBe(0)
  })
})
