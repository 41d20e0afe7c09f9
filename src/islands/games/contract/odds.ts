// Figures of a table of results.
import type { ContractTableView } from '../../../protocol/contract.ts'

/** A table as the screen shows it. The example has no hash, because nobody signs it. */
export type ShownTable = Omit<ContractTableView, 'oddsHash'> & { readonly oddsHash?: string }

/** Returns how many of 1,000,000 tickets win more than the sum of the items. */
export function ticketsAbove({ entries, sum }: Pick<ShownTable, 'entries' | 'sum'>): number {
  return entries.reduce((tickets, entry) => (entry.price > sum ? tickets + entry.tickets : tickets), 0)
}

/** Returns the prices of the cheapest and the dearest result, in US cents; its rows are sorted by price, the dearest first. */
export function resultPrices({ entries }: Pick<ShownTable, 'entries'>): { least: number; most: number } {
  return { least: entries.at(-1)?.price ?? 0, most: entries[0]?.price ?? 0 }
}

/** Returns how many results are worth more than the sum of the items. */
export function countAbove({ entries, sum }: Pick<ShownTable, 'entries' | 'sum'>): number {
  return entries.filter(({ price }) => price > sum).length
}
