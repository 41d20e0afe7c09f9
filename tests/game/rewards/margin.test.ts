// The margin of stakes: exact, never more than the odds say, and independent of what was won.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  addMargin,
  marginAfterReversal,
  marginOf,
  marginRate,
  microcents,
  shareOfMargin,
} from '../../../src/game/rewards/margin.ts'

const line = fc.record({ priceCents: fc.integer({ min: 0, max: 1e8 }), tickets: fc.integer({ min: 1, max: 1e6 }) })
const table = fc.record({
  stakeCents: fc.integer({ min: 1, max: 1e8 }),
  lines: fc.array(line, { minLength: 1, maxLength: 40 }),
})

describe('the margin of a staked cent', () => {
  it.each([
    [100, 92, 0, 80_000],
    [100, 92, 1, 70_000],
    [100, 90, 0, 100_000],
    [100, 100, 0, 0],
    [100, 130, 0, 0],
    [100, 99, 5, 0],
    [3, 2, 0, 333_333],
    [0, 50, 0, 0],
  ])('of %i cents that win %i, less a risk of %i %%, is %i millionths', (stakeCents, priceCents, risk, rate) => {
    expect(marginRate({ stakeCents, lines: [{ priceCents, tickets: 1_000_000 }] }, risk)).toBe(rate)
  })

  it('is within a millionth of 1 − return, and never more', () => {
    fc.assert(
      fc.property(table, ({ stakeCents, lines }) => {
        const all = lines.reduce((sum, { tickets }) => sum + BigInt(tickets), 0n) * BigInt(stakeCents)
        const worth = lines.reduce((sum, one) => sum + BigInt(one.priceCents) * BigInt(one.tickets), 0n)
        const rate = BigInt(marginRate({ stakeCents, lines }, 0))
        const kept = all > worth ? all - worth : 0n
        expect(rate * all).toBeLessThanOrEqual(kept * 1_000_000n)
        expect((rate + 1n) * all).toBeGreaterThan(kept * 1_000_000n)
      }),
    )
  })
})

describe('amounts of margin', () => {
  it('add up exactly, and their shares are rounded down', () => {
    const made = addMargin(marginOf(cents(333), 70_001), marginOf(cents(1), 999_999))
    expect(made).toBe(24_310_332)
    expect(shareOfMargin(made, 40)).toBe(9)
    expect(shareOfMargin(microcents(9e15), 40)).toBe(3_600_000_000)
  })

  it('are refused below zero and where they would not be exact', () => {
    expect(() => microcents(-1)).toThrow(RangeError)
    expect(() => marginOf(cents(9e12), 900_000)).toThrow(RangeError)
  })

  it('shrink with the deposits that are reversed', () => {
    expect(marginAfterReversal(microcents(10_000_001), cents(300), cents(100))).toBe(6_666_667)
    expect(marginAfterReversal(microcents(10_000_001), cents(300), cents(300))).toBe(0)
    expect(marginAfterReversal(microcents(10_000_001), cents(0), cents(0))).toBe(10_000_001)
  })
})
