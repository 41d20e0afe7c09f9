import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import { solveTickets, worthReach } from '../../../src/game/games/contract-odds.ts'

/** Three to forty prices in cents, ascending, within a factor of 10,000 of each other. */
const priceRows = fc
  .array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 3, maxLength: 40 })
  .map((prices) => prices.sort((one, other) => one - other))

const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

const worthOf = (prices: readonly number[], tickets: readonly number[]): number =>
  total(prices.map((price, at) => price * (tickets[at] ?? 0)))

/** A million tickets in proportion to price^(−k), not rounded. */
function powers(prices: readonly number[], k: number): number[] {
  const weights = prices.map((price) => (price / (prices[0] ?? 1)) ** -k)
  return weights.map((weight) => (weight * ROLL_RANGE) / total(weights))
}

describe('the tickets', () => {
  it('are those of the k that gives the value, to the ticket', () => {
    fc.assert(
      fc.property(priceRows, fc.double({ min: -1.2, max: 1.2, noNaN: true }), (prices, k) => {
        const exact = powers(prices, k)
        fc.pre(exact.every((share) => share >= 1))
        const tickets = solveTickets(prices, Math.round(worthOf(prices, exact)))
        // The value was rounded to whole cents times tickets, which changes a share by less than a hundredth.
        tickets.forEach((count, at) => {
          expect(Math.abs(count - (exact[at] ?? 0))).toBeLessThan(1.01)
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('are a million, at least one each, for every possible value', () => {
    const worths = priceRows.chain((prices) => {
      const { least, most } = worthReach(prices)
      const worth = fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most }))
      return worth.map((one) => ({ prices, worth: one }))
    })
    fc.assert(
      fc.property(worths, ({ prices, worth }) => {
        const tickets = solveTickets(prices, worth)
        expect(total(tickets)).toBe(ROLL_RANGE)
        expect(tickets.filter((count) => !Number.isSafeInteger(count) || count < 1)).toEqual([])
        const ticket = (prices.at(-1) ?? 0) - (prices[0] ?? 0)
        expect(Math.abs(worthOf(prices, tickets) - worth) * 2).toBeLessThanOrEqual(ticket)
      }),
      { numRuns: 1000 },
    )
  })

  it('are equal for the cheap and the expensive when that is the value', () => {
    expect(solveTickets([100, 200, 300, 400], 250_000_000)).toEqual([250_000, 250_000, 250_000, 250_000])
  })

  it('leave one to each result that is too expensive or too cheap for more', () => {
    expect(solveTickets([100, 200, 1_000_000], 100 * 999_998 + 200 + 1_000_000)).toEqual([999_998, 1, 1])
    expect(solveTickets([1, 999_999, 1_000_000], 1 + 999_999 + 1_000_000 * 999_998)).toEqual([1, 1, 999_998])
  })

  it('differ for prices a cent apart', () => {
    const tickets = solveTickets([999_999, 1_000_000, 1_000_001], 1_000_000 * ROLL_RANGE - 500_000)
    expect(worthOf([999_999, 1_000_000, 1_000_001], tickets)).toBe(1_000_000 * ROLL_RANGE - 500_000)
  })
})

describe('the reach', () => {
  it('ranges from all tickets for the cheapest to all for the most expensive, minus one each', () => {
    expect(worthReach([100, 200, 1000])).toEqual({ least: 999_997 * 100 + 1300, most: 999_997 * 1000 + 1300 })
  })
})
