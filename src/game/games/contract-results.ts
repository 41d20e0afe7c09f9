// The possible results of a contract: items priced around its sum, few enough to read; the range is widened when the shop has too
// few.

import { CONTRACT_REACH, CONTRACT_RESULTS } from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import { firstAtLeast, type PricedItem } from '../prices/price-list.ts'
import { type WorthReach, worthReach } from './contract-odds.ts'
import { expOfNegative, ln } from './power.ts'

/** The possible results of a contract, and the price range that was searched, both ends included. */
export interface ContractResults<I extends PricedItem> {
  /** By price, ascending. */
  readonly items: readonly I[]
  readonly fromCents: Cents
  readonly toCents: Cents
  /** True when the range was widened beyond a quarter to four times the sum. */
  readonly widened: boolean
}

/**
 * Returns the results for a sum: from a quarter of it to four times it. When there are fewer than three, or no odds over them reach
 * the contract's return, the range is widened by one item at a time, on the side where one is missing.
 *
 * @param list in the order of `sortByPrice`
 * @param sumCents the total price of the staked items
 * @param worth the target worth of all tickets, in cents times tickets
 * @returns null when the list ends first
 */
export function findResults<I extends PricedItem>(
  list: readonly I[],
  sumCents: Cents,
  worth: number,
): ContractResults<I> | null {
  const least = Math.ceil(sumCents / CONTRACT_REACH)
  const most = sumCents * CONTRACT_REACH
  let from = firstAtLeast(list, least)
  let to = firstAtLeast(list, most + 1)
  for (;;) {
    const items = spread(list.slice(from, to))
    const missing = missingSide(items, worthReach(items.map(({ priceCents }) => priceCents)), worth)
    if (missing === 'none') {
      const fromCents = cents(Math.min(least, items[0]?.priceCents ?? least))
      const toCents = cents(Math.max(most, items.at(-1)?.priceCents ?? most))
      return { items, fromCents, toCents, widened: fromCents < least || toCents > most }
    }
    const cheaper = list[from - 1]
    const dearer = list[to]
    const side = missing === 'either' ? nearerSide(cheaper, dearer, sumCents) : missing
    if ((side === 'cheaper' ? cheaper : dearer) === undefined) return null
    if (side === 'cheaper') from--
    else to++
  }
}

function missingSide(
  items: readonly PricedItem[],
  { least, most }: WorthReach,
  worth: number,
): 'none' | 'either' | 'cheaper' | 'dearer' {
  if (items.length < CONTRACT_RESULTS.least) return 'either'
  if (least > worth) return 'cheaper'
  return most < worth ? 'dearer' : 'none'
}

/** Returns the side whose next item is closer to the sum, by ratio. */
function nearerSide(
  cheaper: PricedItem | undefined,
  dearer: PricedItem | undefined,
  sumCents: Cents,
): 'cheaper' | 'dearer' {
  if (cheaper === undefined) return 'dearer'
  if (dearer === undefined) return 'cheaper'
  return sumCents / cheaper.priceCents <= dearer.priceCents / sumCents ? 'cheaper' : 'dearer'
}

/**
 * Picks at most 40 of many items: the cheapest, the most expensive, and those nearest to geometric steps between them, so that the
 * table covers the whole range evenly, however many items the shop has at a price.
 */
function spread<I extends PricedItem>(items: readonly I[]): readonly I[] {
  const count = CONTRACT_RESULTS.most
  if (items.length <= count) return items
  const most = items.at(-1)?.priceCents ?? 1
  const width = ln(most / (items[0]?.priceCents ?? 1))
  const chosen: I[] = []
  let next = 0
  for (let step = 0; step < count; step++) {
    const price = most * expOfNegative((step / (count - 1) - 1) * width)
    // Each step takes a different item, and leaves one for each later step.
    const at = Math.min(Math.max(nearestPlace(items, price), next), items.length - (count - step))
    chosen.push(...items.slice(at, at + 1))
    next = at + 1
  }
  return chosen
}

function nearestPlace(items: readonly PricedItem[], price: number): number {
  const at = firstAtLeast(items, price)
  const above = (items[at]?.priceCents ?? Number.POSITIVE_INFINITY) - price
  const below = price - (items[at - 1]?.priceCents ?? Number.NEGATIVE_INFINITY)
  return below < above ? at - 1 : at
}
