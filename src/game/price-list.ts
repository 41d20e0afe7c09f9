// Items in the order of their prices, where the upgrade looks for targets and the contract for results.
import type { Cents } from './money.ts'

/** All that the rules ask of an item; an `Item` of the catalogue is one. */
export interface PricedItem {
  readonly id: string
  readonly priceCents: Cents
}

/** Items from the cheapest to the dearest; those of one price by id, letter code by letter code, the same everywhere. */
export function sortByPrice<I extends PricedItem>(items: Iterable<I>): I[] {
  return [...items].sort((one, other) => one.priceCents - other.priceCents || (one.id < other.id ? -1 : 1))
}

/**
 * The place of the first item that costs as much or more; the length of the list when all are cheaper.
 *
 * @param list in the order of `sortByPrice`
 * @param priceCents any number of cents, fractions too
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
