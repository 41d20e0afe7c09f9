// Items ordered by price, in which upgrades find targets and contracts find results.
import type { Cents } from '../base/money.ts'

/** The fields of an item that the rules need; an `Item` of the catalogue is one. */
export interface PricedItem {
  readonly id: string
  readonly priceCents: Cents
}

/** Returns items by ascending price; equal prices by id, compared by code units, so that the order is the same everywhere. */
export function sortByPrice<I extends PricedItem>(items: Iterable<I>): I[] {
  return [...items].sort((one, other) => one.priceCents - other.priceCents || (one.id < other.id ? -1 : 1))
}

/**
 * Returns the index of the first item that costs at least the price; the length of the list when all are cheaper.
 *
 * @param list in the order of `sortByPrice`
 * @param priceCents any number of cents, also with fractions
 */
export function firstAtLeast(list: readonly PricedItem[], priceCents: number): number {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((list[middle]?.priceCents ?? 0) < priceCents) from = middle + 1
    else to = middle
  }
  return from
}
