import type { Items } from './catalogue.ts'
import type { TicketLine } from './returns.ts'

/** A list of items with their tickets, and what may be changed of it. */
export interface EntriesProps {
  entries: readonly TicketLine[]
  items: Items
  /** Why nothing may be changed. */
  locked: string | undefined
  onChange: (entries: readonly TicketLine[]) => void
}
