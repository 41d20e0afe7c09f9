import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  chanceOf,
  entryOfRoll,
  isReturnInBand,
  oddsText,
  returnToPlayer,
  ticketRanges,
  ticketSum,
} from '../../../src/game/cases/case.ts'

function entry(
  id: string,
  price: number,
  tickets: number,
): { item: { id: string; priceCents: ReturnType<typeof cents> }; tickets: number } {
  return { item: { id, priceCents: cents(price) }, tickets }
}

/** Entries whose tickets are positive and sum to a million: cuts through the sequence of tickets, in order. */
const entries = fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: 7, maxLength: 39 }).map((cuts) => {
  const ends = [...cuts.toSorted((a, b) => a - b), 1_000_000]
  return ends.map((end, at) => entry(`item-${at}`, end * 3, end - (ends[at - 1] ?? 0)))
})

describe('tickets', () => {
  it('cover 1 to a million without a gap, each exactly once', () => {
    fc.assert(
      fc.property(entries, (table) => {
        const ranges = ticketRanges(table)
        expect(ranges[0]?.from).toBe(1)
        expect(ranges.at(-1)?.to).toBe(1_000_000)
        ranges.forEach(({ from, to }, at) => {
          expect(to - from + 1).toBe(table[at]?.tickets)
          if (at > 0) expect(from).toBe((ranges[at - 1]?.to ?? Number.NaN) + 1)
        })
      }),
    )
  })

  it('map every roll to the one entry whose range contains it', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 1_000_000 }), (table, roll) => {
        const holding = ticketRanges(table).flatMap(({ from, to }, at) =>
          from <= roll && roll <= to ? [table[at]] : [],
        )
        expect(holding).toEqual([entryOfRoll(table, roll)])
      }),
    )
  })

  it('win at the first and the last of a range', () => {
    const table = [entry('a', 100, 1), entry('b', 50, 999_998), entry('c', 1, 1)]
    const won = [1, 2, 999_999, 1_000_000].map((roll) => entryOfRoll(table, roll).item.id)
    expect(won).toEqual(['a', 'b', 'b', 'c'])
  })

  it.each([0, -1, 1.5, 1_000_001, Number.NaN])('do not contain the roll %d', (roll) => {
    expect(() => entryOfRoll([entry('a', 1, 1_000_000)], roll)).toThrow(RangeError)
  })

  it('are a probability out of a million', () => {
    expect(chanceOf(2500)).toBe(0.0025)
    expect(ticketSum([entry('a', 1, 3), entry('b', 1, 4)])).toBe(7)
  })
})

describe('return to player', () => {
  it('is the value of all tickets divided by their cost', () => {
    const table = [entry('a', 1000, 50_000), entry('b', 50, 950_000)]
    expect(returnToPlayer({ priceCents: cents(100), entries: table })).toBe(0.975)
  })

  it('is the nearest number to the exact fraction', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 50, max: 50_000 }), (table, price) => {
        const worth = table.reduce((sum, { item, tickets }) => sum + BigInt(item.priceCents) * BigInt(tickets), 0n)
        expect(returnToPlayer({ priceCents: cents(price), entries: table })).toBe(Number(worth) / (price * 1e6))
        expect(worth).toBeLessThan(2n ** 53n)
      }),
    )
  })

  it.each([
    [799_999, false],
    [800_000, true],
    [950_000, true],
    [950_001, false],
  ])('of %d millionths of the price is within the band: %s', (tickets, inBand) => {
    const table = [entry('a', 1_000_000, tickets), entry('b', 0, 1_000_000 - tickets)]
    expect(isReturnInBand({ priceCents: cents(1_000_000), entries: table })).toBe(inBand)
  })
})

describe('the odds table', () => {
  it('has a stable text', () => {
    const table = {
      url: 'orion',
      priceCents: cents(250),
      entries: [entry('awp-asiimov.ft', 13_500, 400), entry('p', 3, 999_600)],
    }
    expect(oddsText(table)).toBe(
      '{"case":"orion","price":250,"tickets":1000000,"entries":[' +
        '{"item":"awp-asiimov.ft","price":13500,"tickets":400},{"item":"p","price":3,"tickets":999600}]}',
    )
  })

  it('depends on nothing else in the case and its items', () => {
    const bare = { url: 'x', priceCents: cents(50), entries: [entry('a', 45, 1_000_000)] }
    const more = {
      name: 'X',
      entries: [{ tickets: 1_000_000, item: { wear: 'FN', priceCents: cents(45), id: 'a' } }],
      priceCents: cents(50),
      url: 'x',
    }
    expect(oddsText(more)).toBe(oddsText(bare))
  })
})
