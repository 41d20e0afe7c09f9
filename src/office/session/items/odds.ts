// Tickets of a case while it is edited: the rest of a million, a spread by price, the price for a return.
import { CASE_TICKETS } from '../../../game/base/economy.ts'
import { ticketSum } from '../../../game/cases/case.ts'
import { type PriceOf, type TicketLine, worthOf } from './returns.ts'

/** Distributes a million by weights: by largest remainder, after one ticket for each. */
function quantise(entries: readonly TicketLine[], weights: readonly number[]): TicketLine[] {
  const free = CASE_TICKETS - entries.length
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const exact = weights.map((weight) => (sum === 0 ? free / entries.length : (weight / sum) * free))
  const tickets = exact.map((part) => Math.floor(part) + 1)
  const left = CASE_TICKETS - tickets.reduce((total, part) => total + part, 0)
  const order = exact.map((part, at) => ({ at, rest: part % 1 })).sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) tickets[at] = (tickets[at] ?? 0) + 1
  return entries.map((entry, at) => ({ ...entry, tickets: tickets[at] ?? 1 }))
}

/**
 * Makes the tickets sum to 1,000,000.
 *
 * @param to the item that gets the rest, or gives it; null to change all in proportion
 * @returns undefined where the item would be left without a ticket, and for a case without items
 */
export function distributeRest(entries: readonly TicketLine[], to: string | null): TicketLine[] | undefined {
  if (entries.length === 0) return undefined
  if (to === null)
    return quantise(
      entries,
      entries.map(({ tickets }) => tickets),
    )
  const rest = CASE_TICKETS - ticketSum(entries)
  const changed = entries.map((entry) => (entry.item === to ? { ...entry, tickets: entry.tickets + rest } : entry))
  return changed.some(({ item, tickets }) => item === to && tickets >= 1) ? changed : undefined
}

/** Gives each item as many tickets as it is cheap: half the price, twice the tickets. */
export function spreadByPrice(entries: readonly TicketLine[], priceOf: PriceOf): TicketLine[] | undefined {
  if (entries.length === 0) return undefined
  return quantise(
    entries,
    entries.map(({ item }) => 1 / (priceOf(item) ?? Number.POSITIVE_INFINITY)),
  )
}

/** Returns tickets as a percentage with the four decimals that there can be, without zeros at the end. */
export function percentText(tickets: number): string {
  return String(tickets / 10_000)
}

/** Returns the tickets of a typed percentage; undefined for what is none. */
export function ticketsOfPercent(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(plain)) return undefined
  return ticketsIn(Math.round(Number(plain) * 10_000))
}

/** Returns typed tickets; undefined for what are none. */
export function ticketsOfText(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,.]/g, '')
  return /^\d{1,7}$/.test(plain) ? ticketsIn(Number(plain)) : undefined
}

const ticketsIn = (tickets: number): number | undefined =>
  tickets >= 1 && tickets <= CASE_TICKETS ? tickets : undefined

/** Returns the price in cents at which a case returns a part of it; null where it cannot be told yet. */
export function priceFor(entries: readonly TicketLine[], part: number, priceOf: PriceOf): number | null {
  const worth = worthOf(entries, priceOf)
  if (worth === undefined || worth === 0 || part <= 0 || ticketSum(entries) !== CASE_TICKETS) return null
  return Math.max(1, Math.round(worth / CASE_TICKETS / part))
}
