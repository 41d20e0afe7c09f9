// Rebalanced tickets: they return the target, sum to a million, fall with the price where they did, and change little.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BalancedEntry, rebalance } from '../../../src/game/cases/rebalance.ts'

const TICKETS = 1_000_000

const worthOf = (entries: readonly BalancedEntry[], tickets: readonly number[]): number =>
  entries.reduce((sum, { priceCents }, at) => sum + priceCents * (tickets[at] ?? 0), 0)

/** A case with tickets that sum to a million, and what its items cost after a change of prices by up to a third. */
const repriced = fc
  .array(
    fc.record({
      price: fc.integer({ min: 3, max: 200_000 }),
      weight: fc.integer({ min: 1, max: 10_000 }),
      change: fc.integer({ min: 67, max: 133 }),
    }),
    { minLength: 8, maxLength: 40 },
  )
  .chain((records) => fc.boolean().map((isFalling) => ({ records, isFalling })))
  .map(({ records, isFalling }) => {
    // Weights that fall with the price, as the house designs its cases, or any.
    const sorted = isFalling ? records.map(({ price }) => 1e6 / price) : records.map(({ weight }) => weight)
    const sum = sorted.reduce((total, weight) => total + weight, 0)
    const tickets = sorted.map((weight) => Math.max(1, Math.floor((weight / sum) * (TICKETS - records.length))))
    tickets[0] = (tickets[0] ?? 0) + TICKETS - tickets.reduce((total, count) => total + count, 0)
    return records.map(({ price, change }, at) => ({
      before: price,
      priceCents: Math.max(1, Math.round((price * change) / 100)),
      tickets: tickets[at] ?? 0,
    }))
  })

describe('a case that is rebalanced', () => {
  it('returns what it did before the prices changed, with every ticket given out', () => {
    fc.assert(
      fc.property(repriced, (entries) => {
        const target = entries.reduce((sum, { before, tickets }) => sum + before * tickets, 0) / TICKETS
        const proposal = rebalance(entries, target)
        if (proposal === undefined) return
        expect(proposal.reduce((sum, count) => sum + count, 0)).toBe(TICKETS)
        expect(proposal.every((count) => Number.isInteger(count) && count >= 1)).toBe(true)
        const dearest = Math.max(...entries.map(({ priceCents }) => priceCents))
        // Half of what moving one ticket can change at most, but for the rules that tickets keep.
        expect(Math.abs(worthOf(entries, proposal) - target * TICKETS)).toBeLessThanOrEqual(dearest * entries.length)
      }),
    )
  })

  it('keeps falling tickets where they fell', () => {
    fc.assert(
      fc.property(repriced, fc.double({ min: 0.8, max: 1.25, noNaN: true }), (entries, factor) => {
        const proposal = rebalance(
          entries,
          (worthOf(
            entries,
            entries.map(({ tickets }) => tickets),
          ) /
            TICKETS) *
            factor,
        )
        if (proposal === undefined) return
        const order = entries
          .map((_, at) => at)
          .sort((a, b) => (entries[a]?.priceCents ?? 0) - (entries[b]?.priceCents ?? 0) || a - b)
        for (const [at, place] of order.slice(0, -1).entries()) {
          const next = order[at + 1] ?? 0
          if ((entries[place]?.tickets ?? 0) < (entries[next]?.tickets ?? 0)) continue
          expect(proposal[place]).toBeGreaterThanOrEqual(proposal[next] ?? 0)
        }
      }),
    )
  })

  it('stays as it is when it returns the target already', () => {
    fc.assert(
      fc.property(repriced, (entries) => {
        const tickets = entries.map((entry) => entry.tickets)
        expect(rebalance(entries, worthOf(entries, tickets) / TICKETS)).toEqual(tickets)
      }),
    )
  })

  it('changes less than solving the odds anew would', () => {
    const entries = [
      { priceCents: 60_000, tickets: 200 },
      { priceCents: 150, tickets: 199_800 },
      { priceCents: 120, tickets: 300_000 },
      { priceCents: 70, tickets: 500_000 },
    ]
    const proposal = rebalance(entries, 115) ?? []
    const changes = entries.map(({ tickets }, at) => Math.abs((proposal[at] ?? 0) / tickets - 1))
    // The rarest item, by whose chance players choose a case, carries most of a change that is needed.
    expect(worthOf(entries, proposal) / TICKETS).toBeCloseTo(115, 1)
    expect(Math.max(...changes.slice(1))).toBeLessThan(0.02)
  })

  it('is left to a person when no tickets reach the target', () => {
    const cheap = Array.from({ length: 8 }, (_, at) => ({ priceCents: 10 + at, tickets: 125_000 }))
    expect(rebalance(cheap, 18)).toBeUndefined()
    expect(rebalance(cheap, 9)).toBeUndefined()
    // Falling tickets return at most the mean of the prices.
    expect(rebalance(cheap, 14)).toBeUndefined()
    expect(rebalance(cheap, 13)).toBeDefined()
  })
})
