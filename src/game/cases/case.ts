// A case as a table of tickets: which roll wins which item, its chance, and the return to player. All sums are whole numbers: cents
// times tickets stays below 2^53 up to a mean price of $90 million.
import { CASE_RETURN_PERCENT, CASE_TICKETS } from '../base/economy.ts'
import type { Cents } from '../base/money.ts'

/** Anything with tickets: an entry of a case, a line of a stored odds table. */
export interface Ticketed {
  readonly tickets: number
}

/** The inputs of a case's odds; a `Case` of the catalogue is one. */
export interface CaseOdds {
  readonly url: string
  readonly priceCents: Cents
  readonly entries: readonly (Ticketed & { readonly item: { readonly id: string; readonly priceCents: Cents } })[]
}

/** The first and the last ticket of an entry, both included. */
export interface TicketRange {
  readonly from: number
  readonly to: number
}

/** Returns the ticket ranges of entries, in order; the first begins at ticket 1. */
export function ticketRanges(entries: readonly Ticketed[]): TicketRange[] {
  let last = 0
  return entries.map(({ tickets }) => {
    const from = last + 1
    last += tickets
    return { from, to: last }
  })
}

/**
 * Returns the entry that a roll wins.
 *
 * @param roll from 1 to the sum of all tickets
 * @throws RangeError when no entry has that ticket
 */
export function entryOfRoll<E extends Ticketed>(entries: readonly E[], roll: number): E {
  if (!Number.isSafeInteger(roll) || roll < 1) throw new RangeError(`Not a roll: ${roll}`)
  let last = 0
  for (const entry of entries) {
    last += entry.tickets
    if (roll <= last) return entry
  }
  throw new RangeError(`No entry holds ticket ${roll} of ${last}`)
}

/** Returns the chance of tickets out of 1,000,000 as a fraction: 2500 tickets are 0.0025. */
export function chanceOf(tickets: number): number {
  return tickets / CASE_TICKETS
}

/** Returns the sum of all tickets. */
export function ticketSum(entries: readonly Ticketed[]): number {
  return entries.reduce((sum, { tickets }) => sum + tickets, 0)
}

/**
 * Returns the return to player of a case, as a fraction of its price: Σ(price × tickets) / (1,000,000 × case price). Both products
 * are exact whole numbers and are divided once, so the fraction is the nearest double to the true one.
 */
export function returnToPlayer(odds: Pick<CaseOdds, 'priceCents' | 'entries'>): number {
  return ticketWorth(odds.entries) / (CASE_TICKETS * odds.priceCents)
}

/** Tells whether the return to player is within 80 to 95 %, both included; compared in whole numbers. */
export function isReturnInBand(odds: Pick<CaseOdds, 'priceCents' | 'entries'>): boolean {
  const worth = ticketWorth(odds.entries) * 100
  const stake = CASE_TICKETS * odds.priceCents
  return worth >= stake * CASE_RETURN_PERCENT.least && worth <= stake * CASE_RETURN_PERCENT.most
}

/**
 * Returns the odds table of a case as the text whose SHA-256 every roll commits to. Its format never changes: JSON without spaces,
 * keys and entries in this order, prices in cents.
 */
export function oddsText(odds: CaseOdds): string {
  return JSON.stringify({
    case: odds.url,
    price: odds.priceCents,
    tickets: CASE_TICKETS,
    entries: odds.entries.map(({ item, tickets }) => ({ item: item.id, price: item.priceCents, tickets })),
  })
}

/** Sums cents times tickets: the total value of all tickets. */
function ticketWorth(entries: CaseOdds['entries']): number {
  return entries.reduce((sum, { item, tickets }) => sum + item.priceCents * tickets, 0)
}
