// A contract: stakes three to ten items and draws one from an odds table that is shown before signing.

import { CONTRACT_ITEMS, CONTRACT_RESULTS, CONTRACT_RETURN_PERCENT, CONTRACT_SUM_LEAST } from '../base/economy.ts'
import { type Cents, cents, sumCents } from '../base/money.ts'
import { entryOfRoll, returnToPlayer, type Ticketed } from '../cases/case.ts'
import { ROLL_RANGE } from '../fairness/fairness.ts'
import type { PricedItem } from '../prices/price-list.ts'
import { solveTickets } from './contract-odds.ts'
import { findResults } from './contract-results.ts'

/** A possible result and its tickets out of 1,000,000. */
export interface ContractEntry<I extends PricedItem> extends Ticketed {
  readonly item: I
}

export interface ContractTable<I extends PricedItem> {
  /** The total price of the staked items. */
  readonly sumCents: Cents
  /** In ticket order, most expensive first; `ticketRanges` and `entryOfRoll` read them like a case's. */
  readonly entries: readonly ContractEntry<I>[]
  /** The price range of the results, both ends included. */
  readonly fromCents: Cents
  readonly toCents: Cents
  /** True when the range was widened beyond a quarter to four times the sum. */
  readonly widened: boolean
}

/**
 * Why there is no table. `items-few` and `items-many`: not 3 to 10 items. `sum-below`: the sum is less than $1.00, or too low for
 * any result in the shop. `sum-above`: more than `mostContractSum`.
 */
export type ContractFault = 'items-few' | 'items-many' | 'sum-below' | 'sum-above'

export type ContractQuote<I extends PricedItem> =
  | { readonly ok: true; readonly table: ContractTable<I> }
  | { readonly ok: false; readonly fault: ContractFault }

/** The worth of a table for each staked cent, in cents times tickets: 90 % in every draw. */
const WORTH_OF_CENT = (ROLL_RANGE * CONTRACT_RETURN_PERCENT) / 100

/**
 * Returns the highest sum of a contract. Above it the return of 90 % is impossible even if the most expensive item had all tickets
 * but one for each other result.
 *
 * @param list the items that can be won, in the order of `sortByPrice`
 */
export function mostContractSum(list: readonly PricedItem[]): Cents {
  const dearest = list.at(-1)?.priceCents ?? 0
  return cents(Math.floor(((ROLL_RANGE - CONTRACT_RESULTS.most) * dearest) / WORTH_OF_CENT))
}

/**
 * Returns the odds table of a contract: chances proportional to price^(−k), with a worth of 90 % of the sum within half a ticket.
 * The same prices and the same list give the same table on every machine.
 *
 * Always succeeds for 3 to 10 items of the list at its prices, worth from $1.00 to `mostContractSum`, while nothing in the list
 * costs over 280,000 times their sum: one ticket of such an item could be worth more than the contract.
 *
 * @param pricesCents of the staked items
 * @param list the items that can be won, in the order of `sortByPrice`
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

/** Returns the return to player of a table, as a fraction of the sum. */
export function contractReturn({ sumCents: priceCents, entries }: ContractTable<PricedItem>): number {
  return returnToPlayer({ priceCents, entries })
}

/**
 * Returns the item that a roll wins.
 *
 * @throws RangeError when the roll is not from 1 to 1,000,000
 */
export function contractResult<I extends PricedItem>({ entries }: ContractTable<I>, roll: number): I {
  return entryOfRoll(entries, roll).item
}

/**
 * Returns the odds of a contract as the text whose SHA-256 its roll commits to. It has the format of a case's odds: the sum is the
 * price, and the entries are in ticket order. Its format never changes.
 */
export function contractText({ sumCents: price, fromCents, toCents, entries }: ContractTable<PricedItem>): string {
  return JSON.stringify({
    contract: { from: fromCents, to: toCents },
    price,
    tickets: ROLL_RANGE,
    entries: entries.map(({ item, tickets }) => ({ item: item.id, price: item.priceCents, tickets })),
  })
}
