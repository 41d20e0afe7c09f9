// The example contract for guests: items of the shop at current prices, and the table computed from them.

import { cents } from '../../../game/base/money.ts'
import { ticketRanges } from '../../../game/cases/case.ts'
import { contractReturn, quoteContract } from '../../../game/games/contract.ts'
import { firstAtLeast } from '../../../game/prices/price-list.ts'
import type { OwnedItem, Target } from '../../../protocol/inventory.ts'
import type { ShownTable } from './odds.ts'

/** An item in a slot. */
export type PlacedItem = Pick<OwnedItem, 'id' | 'item' | 'price'>

export interface ContractExample {
  readonly items: readonly PlacedItem[]
  readonly table: ShownTable
}

/** The lowest prices of the items in cents: typical for a few cheap cases, about $10.00 together. */
const PRICES = [60, 105, 170, 255, 410] as const

/**
 * Returns the example of a shop.
 *
 * @param shop everything that games may give, cheapest first
 * @returns null where the shop has too few items for a contract
 */
export function contractExample(shop: readonly Pick<Target, 'item' | 'price'>[]): ContractExample | null {
  const list = shop.map(({ item, price }) => ({ id: item.id, item, price, priceCents: cents(price) }))
  const items = PRICES.flatMap((price) => {
    const from = firstAtLeast(list, price)
    const found = list.slice(from).find(({ item }) => !item.stattrak) ?? list[from]
    return found === undefined ? [] : [found]
  })
  const quote = quoteContract(
    items.map(({ priceCents }) => priceCents),
    list,
  )
  if (!quote.ok) return null
  const { sumCents, fromCents, toCents, widened, entries } = quote.table
  const ranges = ticketRanges(entries)
  return {
    items: items.map(({ id, item, price }) => ({ id, item, price })),
    table: {
      sum: sumCents,
      from: fromCents,
      to: toCents,
      widened,
      returnToPlayer: contractReturn(quote.table),
      entries: entries.map(({ item: { item, price }, tickets }, place) => ({
        item,
        price,
        tickets,
        from: ranges[place]?.from ?? 0,
        to: ranges[place]?.to ?? 0,
      })),
    },
  }
}
