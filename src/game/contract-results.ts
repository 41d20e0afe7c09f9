// Which items a contract may give: those around its sum, as few as can be read, and more where the shop holds too few.
import { type WorthReach, worthReach } from './contract-odds.ts'
import { CONTRACT_REACH, CONTRACT_RESULTS } from './economy.ts'
import { type Cents, cents } from './money.ts'
import { expOfNegative, ln } from './power.ts'
import { firstAtLeast, type PricedItem } from './price-list.ts'

/** The possible results of a contract and the prices between which they were looked for, both included. */
export interface ContractResults<I extends PricedItem> {
  /** By price, ascending. */
  readonly items: readonly I[]
  readonly fromCents: Cents
  readonly toCents: Cents
  /** True when the range had to go beyond a quarter of the sum or four times it. */
  readonly widened: boolean
}

/**
 * The results for a sum: from a quarter of it to four times it. Where there are fewer than three, or where no chances over them
 * can be worth what was promised, the range is widened, an item at a time, on the side where one is missing.
 *
 * @param list in the order of `sortByPrice`
 * @param sumCents what the items put in are worth
 * @param worth what the tickets are to be worth, in cents times tickets
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

/** The side whose next item is fewer times away from the sum. */
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
 * At most 40 items of many: the cheapest, the dearest, and between them the nearest to steps that grow by the same factor, so that
 * the table is even to read and every part of the range is in it, however many items the shop holds at a price.
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
    // Each step takes an item of its own, and leaves one to each step after it.
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
