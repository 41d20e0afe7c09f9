// A contract that guests can look at: items of the shop at today's prices, and the table that the rule makes of them.
import type { OwnedItem, Target } from '../../contract/inventory.ts'
import { ticketRanges } from '../../game/case.ts'
import { contractReturn, quoteContract } from '../../game/contract.ts'
import { cents } from '../../game/money.ts'
import { firstAtLeast } from '../../game/price-list.ts'
import type { ShownTable } from './odds.ts'

/** What lies in a dock. */
export type DockedItem = Pick<OwnedItem, 'id' | 'item' | 'price'>

export interface ContractExample {
  readonly items: readonly DockedItem[]
  readonly table: ShownTable
}

/** What the items of the example cost at least, in cents: what a few cheap cases leave in an inventory, about $10.00 together. */
const PRICES = [60, 105, 170, 255, 410] as const

/**
 * The example of a shop.
 *
 * @param shop everything that games may give, the cheapest first
 * @returns null where the shop has too few items for a contract
 */
export function contractExample(shop: readonly Target[]): ContractExample | null {
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
