// What a table of results says at a glance.
import type { ContractTableView } from '../../contract/contract.ts'

/** A table as the screen shows it. The example of the page has no fingerprint, as nobody signs it. */
export type ShownTable = Omit<ContractTableView, 'oddsHash'> & { readonly oddsHash?: string }

/** Tickets out of 1,000,000 that bring more than was put in. */
export function ticketsAbove({ entries, sum }: Pick<ShownTable, 'entries' | 'sum'>): number {
  return entries.reduce((tickets, entry) => (entry.price > sum ? tickets + entry.tickets : tickets), 0)
}

/** How many results, the dearest first, are worth more than what was put in. */
export function countAbove({ entries, sum }: Pick<ShownTable, 'entries' | 'sum'>): number {
  return entries.filter(({ price }) => price > sum).length
}
