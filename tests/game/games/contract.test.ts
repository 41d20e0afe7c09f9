import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketRanges, ticketSum } from '../../../src/game/cases/case.ts'
import { ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import {
  type ContractTable,
  contractResult,
  contractReturn,
  contractText,
  mostContractSum,
  quoteContract,
} from '../../../src/game/games/contract.ts'
import type { PricedItem } from '../../../src/game/prices/price-list.ts'
import { asCents, priceListOf, readPriceList } from '../prices/prices.ts'

const real = readPriceList()
const places = new Map(real.map((item, at) => [item, at]))

/** The staked items, and the price list of items and results. */
interface Legal {
  readonly list: readonly PricedItem[]
  readonly prices: readonly number[]
}

const isLegal = ({ list, prices }: Legal): boolean => {
  const sum = prices.reduce((total, price) => total + price, 0)
  return sum >= 100 && sum <= mostContractSum(list)
}

/** Three to ten places of a list, with frequent repetitions: a player may own an item several times. */
const picksOf = (list: readonly PricedItem[]): fc.Arbitrary<Legal> => {
  const price = fc.nat(list.length - 1).map((at) => list[at]?.priceCents ?? 0)
  return fc.array(price, { minLength: 3, maxLength: 10 }).map((prices) => ({ list, prices }))
}

/** Any legal set of the shop's own items. */
const realSets = picksOf(real).filter(isLegal)

/** A price from a cent to $100,000, log-uniform, and often equal to another or a cent beside it. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 23 }).chain((bits) => fc.integer({ min: 2 ** bits, max: Math.min(1e7, 2 ** (bits + 1)) })),
  fc.integer({ min: 998, max: 1002 }),
)

/** Shops of any size and distribution, from three items to many, with a legal set of their items. */
const oddSets = fc
  .oneof(fc.array(price, { minLength: 3, maxLength: 8 }), fc.array(price, { minLength: 30, maxLength: 120 }))
  .chain((prices) => picksOf(priceListOf(prices)))
  .filter(isLegal)

const sets = fc.oneof(realSets, oddSets)

function tableOf({ list, prices }: Legal): ContractTable<PricedItem> {
  const quoted = quoteContract(asCents(prices), list)
  if (!quoted.ok) throw new Error(`${prices.join(' + ')}: ${quoted.fault}`)
  return quoted.table
}

/** A set of three whose prices have this sum. */
const three = (sum: number): number[] => [sum - 2, 1, 1]

describe('a table', () => {
  it('exists for every legal set', () => {
    fc.assert(
      fc.property(sets, ({ list, prices }) => {
        expect(quoteContract(asCents(prices), list).ok).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('shares a million tickets among 3 to 40 results, at least one each', () => {
    fc.assert(
      fc.property(sets, (legal) => {
        const { entries } = tableOf(legal)
        expect(entries.length).toBeGreaterThanOrEqual(3)
        expect(entries.length).toBeLessThanOrEqual(40)
        expect(ticketSum(entries)).toBe(ROLL_RANGE)
        for (const { tickets } of entries) expect(Number.isSafeInteger(tickets) && tickets >= 1).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('returns 90 % of the sum, within half the value of one ticket', () => {
    fc.assert(
      fc.property(sets, (legal) => {
        const { sumCents, entries } = tableOf(legal)
        const worth = entries.reduce((sum, { item, tickets }) => sum + BigInt(item.priceCents) * BigInt(tickets), 0n)
        const astray = Number(worth - BigInt(sumCents) * 900_000n)
        const ticket = (entries[0]?.item.priceCents ?? 0) - (entries.at(-1)?.item.priceCents ?? 0)
        expect(Math.abs(astray) * 2).toBeLessThanOrEqual(ticket)
      }),
      { numRuns: 2000 },
    )
  })

  it('contains items of the shop, each once, the most expensive first', () => {
    fc.assert(
      fc.property(realSets, (legal) => {
        const order = tableOf(legal).entries.map(({ item }) => places.get(item) ?? -1)
        expect(order).toEqual([...new Set(order)].sort((one, other) => other - one))
        expect(order).not.toContain(-1)
      }),
    )
  })

  it('contains no price outside its range', () => {
    fc.assert(
      fc.property(sets, (legal) => {
        const { entries, fromCents, toCents } = tableOf(legal)
        for (const { item } of entries) {
          expect(item.priceCents).toBeGreaterThanOrEqual(fromCents)
          expect(item.priceCents).toBeLessThanOrEqual(toCents)
        }
      }),
    )
  })

  it('depends only on the sum, not on the items in it', () => {
    const list = real
    expect(tableOf({ list, prices: [100, 200, 700] })).toEqual(tableOf({ list, prices: [250, 250, 250, 250] }))
  })
})

describe('the results', () => {
  it('range from a quarter of the sum to four times it for every set of this project’s shop', () => {
    fc.assert(
      fc.property(realSets, (legal) => {
        const { sumCents, fromCents, toCents, widened } = tableOf(legal)
        expect({ fromCents, toCents, widened }).toEqual({
          fromCents: Math.ceil(sumCents / 4),
          toCents: sumCents * 4,
          widened: false,
        })
      }),
    )
  })

  it('are all in range when there are few, both ends included', () => {
    const list = priceListOf([249, 250, 600, 900, 4000, 4001])
    const { entries } = tableOf({ list, prices: three(1000) })
    expect(entries.map(({ item }) => item.priceCents)).toEqual([4000, 900, 600, 250])
  })

  it('are spread over the range when there are many: the ends, and even steps between', () => {
    const list = priceListOf(Array.from({ length: 3751 }, (_, at) => 250 + at))
    const prices = tableOf({ list, prices: three(1000) }).entries.map(({ item }) => item.priceCents)
    expect(prices).toHaveLength(40)
    expect([prices.at(-1), prices[0]]).toEqual([250, 4000])
    const step = 16 ** (1 / 39)
    prices.forEach((one, at) => {
      expect(Math.abs(one - 4000 / step ** at)).toBeLessThanOrEqual(0.5 + 1e-9)
    })
  })

  it('stay 40 where most items of the shop have one price', () => {
    const list = priceListOf([...new Array<number>(100).fill(500), 250, 4000])
    const { entries } = tableOf({ list, prices: three(1000) })
    expect(entries).toHaveLength(40)
    expect(new Set(entries.map(({ item }) => item.id)).size).toBe(40)
    expect([entries[0]?.item.priceCents, entries.at(-1)?.item.priceCents]).toEqual([4000, 250])
  })
})

describe('the range', () => {
  const widened = (prices: number[], sum: number): unknown[] => {
    const table = tableOf({ list: priceListOf(prices), prices: three(sum) })
    return [table.widened, table.fromCents, table.toCents, table.entries.map(({ item }) => item.priceCents)]
  }

  it('is widened to three results by the nearest ratio', () => {
    expect(widened([10, 100, 500, 2000, 9000, 70_000], 1000)).toEqual([true, 250, 9000, [9000, 2000, 500]])
    expect(widened([10, 200, 500, 2000, 9000], 1000)).toEqual([true, 200, 4000, [2000, 500, 200]])
  })

  it('is widened from an empty range', () => {
    expect(widened([1, 5, 20, 20_000, 90_000], 1000)).toEqual([true, 20, 90_000, [90_000, 20_000, 20]])
  })

  it('is widened downward where everything in it is too expensive to return 90 %', () => {
    expect(widened([3, 100, 240, 950, 1000, 3000], 1000)).toEqual([true, 240, 4000, [3000, 1000, 950, 240]])
  })

  it('is widened upward where everything in it is too cheap', () => {
    expect(widened([300, 400, 890, 5000, 80_000], 1000)).toEqual([true, 250, 5000, [5000, 890, 400, 300]])
  })

  it('is widened where it contains the 90 %, but no longer after each result has its ticket', () => {
    expect(widened([500, 899_999, 3_999_999, 4_000_000], 1_000_000)).toEqual([
      true,
      500,
      4_000_000,
      [4_000_000, 3_999_999, 899_999, 500],
    ])
  })

  it('does not change where everything in it costs exactly the return', () => {
    const table = tableOf({ list: priceListOf([900, 900, 900, 50_000]), prices: three(1000) })
    expect(table.widened).toBe(false)
    expect(table.entries.map(({ tickets }) => tickets).sort()).toEqual([333_333, 333_333, 333_334])
  })
})

describe('a contract', () => {
  const fault = (prices: number[], list = real): string => {
    const quoted = quoteContract(asCents(prices), list)
    return quoted.ok ? 'none' : quoted.fault
  }

  it('has three to ten items', () => {
    const items = (count: number): number[] => new Array<number>(count).fill(1000)
    expect([0, 2, 3, 10, 11].map((count) => fault(items(count)))).toEqual([
      'items-few',
      'items-few',
      'none',
      'none',
      'items-many',
    ])
  })

  it('is worth at least a dollar', () => {
    expect([99, 100].map((sum) => fault(three(sum)))).toEqual(['sum-below', 'none'])
  })

  it('is worth no more than the most expensive item can return 90 % of', () => {
    const most = mostContractSum(real)
    expect(most * 0.9).toBeGreaterThan((real.at(-1)?.priceCents ?? 0) * 0.9999)
    expect([most, most + 1].map((sum) => fault(three(sum)))).toEqual(['none', 'sum-above'])
  })

  it('is refused where the shop has nothing cheap or nothing at all', () => {
    expect(fault([100, 100, 100], priceListOf([5000, 6000, 7000]))).toBe('sum-below')
    expect(fault([100, 100, 100], priceListOf([100, 1000]))).toBe('sum-below')
    expect(fault([100, 100, 100], [])).toBe('sum-above')
  })
})

describe('a roll', () => {
  it('wins the one result whose tickets contain it', () => {
    fc.assert(
      fc.property(realSets, fc.integer({ min: 1, max: ROLL_RANGE }), (legal, roll) => {
        const table = tableOf(legal)
        const holding = ticketRanges(table.entries).flatMap(({ from, to }, at) =>
          from <= roll && roll <= to ? [table.entries[at]?.item] : [],
        )
        expect(holding).toEqual([contractResult(table, roll)])
      }),
    )
  })

  it('wins the most expensive with the first ticket and the cheapest with the last', () => {
    const table = tableOf({ list: real, prices: three(1000) })
    expect(contractResult(table, 1)).toBe(table.entries[0]?.item)
    expect(contractResult(table, ROLL_RANGE)).toBe(table.entries.at(-1)?.item)
  })

  it.each([0, -1, 1.5, ROLL_RANGE + 1, Number.NaN])('cannot be %d', (roll) => {
    expect(() => contractResult(tableOf({ list: real, prices: three(1000) }), roll)).toThrow(RangeError)
  })
})

describe('the odds of a contract', () => {
  const list = priceListOf([250, 600, 900, 1400, 4000])

  it('have a stable text', () => {
    expect(contractText(tableOf({ list, prices: three(1000) }))).toBe(
      '{"contract":{"from":250,"to":4000},"price":1000,"tickets":1000000,"entries":[' +
        '{"item":"item-4","price":4000,"tickets":77625},{"item":"item-3","price":1400,"tickets":140715},' +
        '{"item":"item-2","price":900,"tickets":180745},{"item":"item-1","price":600,"tickets":227428},' +
        '{"item":"item-0","price":250,"tickets":373487}]}',
    )
  })

  it('are the same to the last ticket on every machine', () => {
    const many = priceListOf(Array.from({ length: 400 }, (_, at) => 20 + at ** 3))
    const texts = [100, 2575, 40_000, 1_234_567, 40_000_000, 70_000_000].map((sum) =>
      contractText(tableOf({ list: many, prices: three(sum) })),
    )
    expect(createHash('sha256').update(texts.join('\n')).digest('hex')).toBe(
      '9aafd1b7067c6c68349dfd38c22771c54cc114feb8a78ef9b759f311dcba1f66',
    )
  })

  it('state the return to player', () => {
    expect(contractReturn(tableOf({ list, prices: three(1000) }))).toBeCloseTo(0.9, 5)
  })

  it('depend on nothing of an item except id and price', () => {
    const named = list.map((item) => ({ ...item, name: item.id }))
    expect(contractText(tableOf({ list: named, prices: three(1000) }))).toBe(
      contractText(tableOf({ list, prices: three(1000) })),
    )
  })
})
