// Holds: what stops a player's withdrawals that were not sent yet. They wait, and go on when the last hold has ended.
import { and, eq, gt, inArray, isNull, max } from 'drizzle-orm'
import { COUNTED_STATES } from '../../../game/reversal.ts'
import type { HoldReason } from '../../../game/withdrawal.ts'
import type { Queries } from '../../db/database.ts'
import { bans } from '../../db/schema-operations.ts'
import { orders } from '../../db/schema-payments.ts'
import { freezeReasonsOf } from '../account/freezes.ts'

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

/** Returns the hold after deposits that could still be taken back. */
async function depositHolds(queries: Queries, playerId: number, at: Date): Promise<readonly WithdrawalHold[]> {
  const isHolding = and(
    eq(orders.playerId, playerId),
    inArray(orders.state, [...COUNTED_STATES]),
    gt(orders.heldUntil, at),
  )
  const [row] = await queries
    .select({ until: max(orders.heldUntil) })
    .from(orders)
    .where(isHolding)
  const until = row?.until ?? null
  return until === null ? [] : [{ reason: 'deposit-hold', until }]
}

async function freezeHolds(queries: Queries, playerId: number): Promise<readonly WithdrawalHold[]> {
  return (await freezeReasonsOf(queries, playerId)).map((reason) => ({ reason, until: null }))
}

/** Returns what holds a player's withdrawals now; none may be sent while there is one. */
export async function withdrawalHolds(
  queries: Queries,
  playerId: number,
  at: Date,
): Promise<readonly WithdrawalHold[]> {
  return [
    ...(await banHolds(queries, playerId)),
    ...(await freezeHolds(queries, playerId)),
    ...(await depositHolds(queries, playerId, at)),
  ]
}

/** Returns the hold that ends last, which is the one to show; undefined for none. */
export function lastHold(holds: readonly WithdrawalHold[]): WithdrawalHold | undefined {
  const endMs = ({ until }: WithdrawalHold): number => until?.getTime() ?? Number.POSITIVE_INFINITY
  return holds.toSorted((one, other) => endMs(other) - endMs(one) || 0)[0]
}
