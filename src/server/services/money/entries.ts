// The ledger entries of transfers, as a person reads them before they approve.
import { and, asc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../../db/database.ts'
import { accounts, transfers } from '../../db/schema.ts'

/** One side of a transfer: what an account gets, or pays where it is below zero. */
export interface NamedEntry {
  /** `player:1000`, `house:corrections`. */
  readonly account: string
  readonly amount: number
}

interface NamedTransfer {
  readonly transfer: Pick<typeof transfers.$inferSelect, 'amount'>
  readonly from: string
  readonly to: string
}

/** Returns both entries of each transfer. */
export function entriesOf(moved: readonly NamedTransfer[]): NamedEntry[] {
  return moved.flatMap(({ transfer: { amount }, from, to }) => [
    { account: from, amount: -amount },
    { account: to, amount },
  ])
}

/** Returns the entries of a transfer, and of the payment of a debt that it made. */
export async function entriesOfTransfer(queries: Queries, id: string): Promise<NamedEntry[]> {
  const [debit, credit] = [alias(accounts, 'debit'), alias(accounts, 'credit')]
  const rows = await queries
    .select({ transfer: transfers, from: debit.name, to: credit.name })
    .from(transfers)
    .innerJoin(debit, eq(debit.id, transfers.debitId))
    .innerJoin(credit, eq(credit.id, transfers.creditId))
    .where(or(eq(transfers.id, id), and(eq(transfers.kind, 'debt-paid'), eq(transfers.reference, id))))
    .orderBy(asc(transfers.id))
  return entriesOf(rows)
}
