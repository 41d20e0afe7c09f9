import { beforeAll, describe, expect, test } from 'vitest'
import { ROLL_RANGE } from '../../../../src/game/fairness/fairness.ts'
import { type ContractExample, contractExample } from '../../../../src/islands/games/contract/example.ts'
import { countAbove, ticketsAbove } from '../../../../src/islands/games/contract/odds.ts'
import type { Target } from '../../../../src/protocol/inventory.ts'
import { createShop } from '../../../../src/server/services/rolls/item-view.ts'
import { loadCatalogue } from '../../../support/shop/shop.ts'

let shop: readonly Pick<Target, 'item' | 'price'>[]
let example: ContractExample

beforeAll(async () => {
  const catalogue = await loadCatalogue()
  shop = createShop(
    () => catalogue,
    () => ({ opened: 0, firstSeen: 0, badges: [] }),
  ).priceList()
  const made = contractExample(shop)
  if (made === null) throw new Error('The catalogue has no example')
  example = made
})

describe('the example for guests', () => {
  test('uses items of the shop at their prices', () => {
    expect(example.items).toHaveLength(5)
    expect(new Set(example.items.map(({ id }) => id)).size).toBe(5)
    for (const { id, price } of example.items) {
      expect(shop.find(({ item }) => item.id === id)?.price).toBe(price)
    }
    expect(example.table.sum).toBe(example.items.reduce((sum, { price }) => sum + price, 0))
  })

  test('shows a whole table: every ticket, the most expensive first, at the prices of the shop', () => {
    const { entries, from, to } = example.table
    let last = 0
    for (const entry of entries) {
      expect(entry.from).toBe(last + 1)
      expect(entry.to - entry.from + 1).toBe(entry.tickets)
      last = entry.to
      expect(entry.price).toBeGreaterThanOrEqual(from)
      expect(entry.price).toBeLessThanOrEqual(to)
      expect(shop.find(({ item }) => item.id === entry.item.id)?.price).toBe(entry.price)
    }
    expect(last).toBe(ROLL_RANGE)
    expect(entries.map(({ price }) => price)).toEqual(entries.map(({ price }) => price).sort((a, b) => b - a))
    expect(example.table.returnToPlayer).toBeCloseTo(0.9, 4)
  })

  test('is left out where the shop is too small for a contract', () => {
    expect(contractExample([])).toBeNull()
    expect(contractExample(shop.slice(0, 1))).toBeNull()
  })
})

describe('the summary of a table', () => {
  test('does not count results at the sum itself as above it', () => {
    const entry = (price: number, tickets: number) => ({ ...example.table.entries[0], price, tickets })
    const table = { sum: 500, entries: [entry(900, 10), entry(501, 20), entry(500, 30), entry(100, 40)] }
    const shown = { ...example.table, ...table } as typeof example.table
    expect([countAbove(shown), ticketsAbove(shown)]).toEqual([2, 30])
  })
})
