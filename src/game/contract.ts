// A contract: three to ten items against one, drawn from a table that is shown before signing.
import { entryOfRoll, returnToPlayer, type Ticketed } from './case.ts'
import { solveTickets } from './contract-odds.ts'
import { findResults } from './contract-results.ts'
import { CONTRACT_ITEMS, CONTRACT_RESULTS, CONTRACT_RETURN_PERCENT, CONTRACT_SUM_LEAST } from './economy.ts'
import { ROLL_RANGE } from './fairness.ts'
import { type Cents, cents, sumCents } from './money.ts'
import type { PricedItem } from './price-list.ts'

/** A possible result and its tickets out of 1,000,000. */
export interface ContractEntry<I extends PricedItem> extends Ticketed {
  readonly item: I
}

export interface ContractTable<I extends PricedItem> {
  /** What the items put in are worth. */
  readonly sumCents: Cents
  /** In ticket order, the dearest first: `ticketRanges` and `entryOfRoll` read them as they read a case. */
  readonly entries: readonly ContractEntry<I>[]
  /** The prices between which results were looked for, both included. */
  readonly fromCents: Cents
  readonly toCents: Cents
  /** True when the range had to go beyond a quarter of the sum or four times it. */
  readonly widened: boolean
}

/**
 * Why there is no table. `items-few` and `items-many`: not 3 to 10 items. `sum-below`: less than $1.00 in sum, or less than anything
 * that the shop could give back for it. `sum-above`: more than `mostContractSum`.
 */
export type ContractFault = 'items-few' | 'items-many' | 'sum-below' | 'sum-above'

export type ContractQuote<I extends PricedItem> =
  | { readonly ok: true; readonly table: ContractTable<I> }
  | { readonly ok: false; readonly fault: ContractFault }

/** Cents times tickets that a table gives back for each cent put in: 90 % of it in every draw. */
const WORTH_OF_CENT = (ROLL_RANGE * CONTRACT_RETURN_PERCENT) / 100

/**
 * The most that the items of a contract may be worth together. 90 % of more could not be given back, even if the dearest item held
 * all tickets but one for each other result.
 *
 * @param list what may be won, in the order of `sortByPrice`
 */
export function mostContractSum(list: readonly PricedItem[]): Cents {
  const dearest = list.at(-1)?.priceCents ?? 0
  return cents(Math.floor(((ROLL_RANGE - CONTRACT_RESULTS.most) * dearest) / WORTH_OF_CENT))
}

/**
 * The table of a contract: chances in proportion to price^(−k), worth 90 % of the sum within half a ticket's worth. The same prices
 * and the same list make the same table on every machine.
 *
 * It never fails for 3 to 10 items of the list at the list's prices, worth from $1.00 to `mostContractSum`, while nothing in the list
 * costs over 280,000 times their sum: a ticket of that could be worth more than the contract.
 *
 * @param pricesCents of the items put in
 * @param list what may be won, in the order of `sortByPrice`
 */
export function quoteContract<I extends PricedItem>(
  pricesCents: readonly Cents[],
  list: readonly I[],
): ContractQuote<I> {
  if (pricesCents.length < CONTRACT_ITEMS.least) return { ok: false, fault: 'items-few' }
  if (pricesCents.length > CONTRACT_ITEMS.most) return { ok: false, fault: 'items-many' }
  const sum = sumCents(pricesCents)
  if (sum < CONTRACT_SUM_LEAST) return { ok: false, fault: 'sum-below' }
  if (sum > mostContractSum(list)) return { ok: false, fault: 'sum-above' }
  const worth = sum * WORTH_OF_CENT
  const results = findResults(list, sum, worth)
  if (results === null) return { ok: false, fault: 'sum-below' }
  const { items, fromCents, toCents, widened } = results
  const prices = items.map(({ priceCents }) => priceCents)
  const tickets = solveTickets(prices, worth)
  const entries = items.map((item, at) => ({ item, tickets: tickets[at] ?? 0 })).reverse()
  return { ok: true, table: { sumCents: sum, entries, fromCents, toCents, widened } }
}

/** What a table gives back in the long run, as a fraction of the sum. */
export function contractReturn({ sumCents: priceCents, entries }: ContractTable<PricedItem>): number {
  return returnToPlayer({ priceCents, entries })
}

/**
 * The item that a roll makes of a contract.
 *
 * @throws RangeError when the roll does not lie from 1 to 1,000,000
 */
export function contractResult<I extends PricedItem>({ entries }: ContractTable<I>, roll: number): I {
  return entryOfRoll(entries, roll).item
}

/**
 * The odds of a contract as the text whose SHA-256 is bound into its roll. It has the form of a case's: the sum is the price, the
 * entries stand in ticket order. Its form never changes.
 */
export function contractText({ sumCents: price, fromCents, toCents, entries }: ContractTable<PricedItem>): string {
  return JSON.stringify({
    contract: { from: fromCents, to: toCents },
    price,
    tickets: ROLL_RANGE,
    entries: entries.map(({ item, tickets }) => ({ item: item.id, price: item.priceCents, tickets })),
  })
}
