// What tickets return at the prices of their items.
import { CASE_TICKETS } from '../../../game/base/economy.ts'

export interface TicketLine {
  readonly item: string
  readonly tickets: number
}

/** Returns the price of an item in cents; undefined for one that is not sold. */
export type PriceOf = (item: string) => number | undefined

/** Returns the worth of all tickets in cents, which is a million times the mean prize; undefined where an item has no price. */
export function worthOf(entries: readonly TicketLine[], priceOf: PriceOf): number | undefined {
  let worth = 0
  for (const { item, tickets } of entries) {
    const price = priceOf(item)
    if (price === undefined) return undefined
    worth += price * tickets
  }
  return worth
}

/** Returns the return to player as a fraction; null where it cannot be told yet. */
export function returnOf(
  { price, entries }: { readonly price: number; readonly entries: readonly TicketLine[] },
  priceOf: PriceOf,
): number | null {
  const worth = worthOf(entries, priceOf)
  return worth === undefined || price <= 0 || entries.length === 0 ? null : worth / (CASE_TICKETS * price)
}
