// The items that fill the free slots: the cheapest, and enough of them for a contract.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT_ITEMS, CONTRACT_SUM_LEAST } from '../../../src/game/base/economy.ts'
import { cheapestFor } from '../../../src/stores/games/contract-slots.ts'

const prices = fc
  .array(fc.integer({ min: 1, max: 300 }), { maxLength: 50 })
  .map((all) => all.sort((one, other) => one - other).map((price, id) => ({ id, price })))
const free = fc.integer({ min: 0, max: CONTRACT_ITEMS.most })
const placed = fc.integer({ min: 0, max: 150 })

const worth = (items: readonly { price: number }[]): number => items.reduce((sum, { price }) => sum + price, 0)

describe('the cheapest items for the free slots', () => {
  test('fill all available slots, each item once', () => {
    fc.assert(
      fc.property(prices, free, placed, (items, slots, sum) => {
        const taken = cheapestFor(items, slots, sum)
        expect(taken).toHaveLength(Math.min(items.length, slots))
        expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
        for (const item of taken) expect(items[item.id]).toBe(item)
      }),
    )
  })

  test('are exactly the cheapest where those are worth a contract', () => {
    fc.assert(
      fc.property(prices, free, placed, (items, slots, sum) => {
        const cheapest = items.slice(0, slots)
        fc.pre(worth(cheapest) + sum >= CONTRACT_SUM_LEAST)
        expect(cheapestFor(items, slots, sum)).toEqual(cheapest)
      }),
    )
  })

  test('are worth a contract whenever some choice of them is', () => {
    fc.assert(
      fc.property(prices, free, placed, (items, slots, sum) => {
        const dearest = items.slice(Math.max(0, items.length - slots))
        fc.pre(slots > 0 && worth(dearest) + sum >= CONTRACT_SUM_LEAST)
        expect(worth(cheapestFor(items, slots, sum)) + sum).toBeGreaterThanOrEqual(CONTRACT_SUM_LEAST)
      }),
    )
  })

  test('are replaced one by one, each by the cheapest that is enough', () => {
    const items = [5, 5, 5, 40, 90, 95, 300].map((price) => ({ price }))
    expect(cheapestFor(items, 3, 0).map(({ price }) => price)).toEqual([5, 5, 90])
    expect(cheapestFor(items, 3, 60).map(({ price }) => price)).toEqual([5, 5, 40])
    expect(cheapestFor(items.slice(0, 4), 3, 0).map(({ price }) => price)).toEqual([5, 5, 40])
    // The item that was replaced first is the one that is enough in the place before.
    expect(
      cheapestFor(
        [1, 49, 51].map((price) => ({ price })),
        2,
        0,
      ).map(({ price }) => price),
    ).toEqual([49, 51])
  })
})
