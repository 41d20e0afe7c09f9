import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solveTickets } from '../../../scripts/catalogue/odds.ts'

const spread = fc.uniqueArray(fc.integer({ min: 3, max: 100_000 }), { minLength: 8, maxLength: 40 })
/** Prices that differ by little, for which the curve has to be steep. */
const near = fc
  .tuple(
    fc.integer({ min: 3, max: 99_000 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 8, maxLength: 40 }),
  )
  .map(([least, steps]) => steps.map((step) => least + step))
const prices = fc.oneof(spread, near)

describe('solved odds', () => {
  it('share a million tickets, at least one for each item', () => {
    fc.assert(
      fc.property(prices, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (list, part) => {
        const least = Math.min(...list)
        const tickets = solveTickets(list, least + (Math.max(...list) - least) * part)
        expect(tickets.reduce((sum, count) => sum + count, 0)).toBe(1_000_000)
        expect(Math.min(...tickets)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('meet the requested mean price, except for rounding to tickets', () => {
    fc.assert(
      fc.property(prices, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (list, part) => {
        const least = Math.min(...list)
        const wanted = least + (Math.max(...list) - least) * part
        const tickets = solveTickets(list, wanted)
        const mean = list.reduce((sum, price, at) => sum + price * (tickets[at] ?? 0), 0) / 1_000_000
        expect(Math.abs(mean - wanted)).toBeLessThan((Math.max(...list) * list.length * 1.5) / 1_000_000)
      }),
    )
  })

  it('make expensive items rarer when the case returns less than an even draw', () => {
    const tickets = solveTickets([1000, 500, 100, 50, 20, 10, 8, 5], 40)
    expect(tickets).toEqual(tickets.toSorted((a, b) => a - b))
  })

  it.each([5, 1000, 2000])('are refused for a mean of %d, which is impossible', (mean) => {
    expect(() => solveTickets([1000, 500, 5], mean)).toThrow(RangeError)
  })
})
