// Counts by item and day what became of withdrawals: offered, out of stock, replaced. A price that rose is not a lack of stock.
import { sql } from 'drizzle-orm'
import type { StateReason, WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import type { Queries } from '../../db/database.ts'
import { stockDays } from '../../db/schema-machine.ts'

const COLUMNS: Readonly<Partial<Record<WithdrawalState, 'offered' | 'missing' | 'replaced'>>> = {
  sent: 'offered',
  unavailable: 'missing',
  replaced: 'replaced',
}

/** Counts a transition of a withdrawal in its transaction, the last of its locks. The day is in UTC. */
export async function countStockDay(
  tx: Queries,
  itemId: string,
  { to, reason }: { readonly to: WithdrawalState; readonly reason?: StateReason },
  at: Date,
): Promise<void> {
  const column = COLUMNS[to]
  if (column === undefined || reason === 'price-rise') return
  const day = at.toISOString().slice(0, 10)
  await tx
    .insert(stockDays)
    .values({ day, itemId, [column]: 1 })
    .onConflictDoUpdate({
      target: [stockDays.day, stockDays.itemId],
      set: { [column]: sql`${stockDays[column]} + 1` },
    })
}
