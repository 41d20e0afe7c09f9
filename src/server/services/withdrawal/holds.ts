// Holds: what stops a player's withdrawals that were not sent yet. They wait, and go on when the last hold has ended.
import { and, eq, isNull } from 'drizzle-orm'
import type { HoldReason } from '../../../game/withdrawal.ts'
import type { Queries } from '../../db/database.ts'
import { bans } from '../../db/schema-operations.ts'

export interface WithdrawalHold {
  readonly reason: HoldReason
  /** When it ends by itself; null when a person or an event has to end it. */
  readonly until: Date | null
}

async function banHolds(queries: Queries, playerId: number): Promise<readonly WithdrawalHold[]> {
  const rows = await queries
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt), eq(bans.keepsWithdrawals, false)))
  return rows.map(() => ({ reason: 'ban', until: null }))
}

/** Returns what holds a player's withdrawals now; none may be sent while there is one. */
export async function withdrawalHolds(
  queries: Queries,
  playerId: number,
  _at: Date,
): Promise<readonly WithdrawalHold[]> {
  return banHolds(queries, playerId)
}

/** Returns the hold that ends last, which is the one to show; undefined for none. */
export function lastHold(holds: readonly WithdrawalHold[]): WithdrawalHold | undefined {
  const endMs = ({ until }: WithdrawalHold): number => until?.getTime() ?? Number.POSITIVE_INFINITY
  return holds.toSorted((one, other) => endMs(other) - endMs(one) || 0)[0]
}
