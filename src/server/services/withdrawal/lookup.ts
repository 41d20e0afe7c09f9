// Withdrawals for an operator: lists, and one with all that belongs to it.
import { and, asc, desc, eq } from 'drizzle-orm'
import { MOVING_STATES, type WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { orphanedOffers, withdrawalSteps, withdrawals } from '../../db/schema-withdrawals.ts'
import { stuckWithdrawals } from './operator.ts'
import { ofItem, selectWithdrawals, type WithdrawalOfItem } from './transitions.ts'

/** Which withdrawals a list has. */
export interface WithdrawalFilter {
  /** Only those that keep failing or take too long. */
  readonly stuck: boolean
  readonly state?: WithdrawalState
  /** Only those of this player. */
  readonly player?: number
  readonly limit: number
}

/** Returns withdrawals, the newest first. */
export async function listWithdrawals(
  queries: Queries,
  { stuck, state, player, limit }: WithdrawalFilter,
  nowMs: number,
): Promise<WithdrawalOfItem[]> {
  const isStuck = and(hasState(withdrawals.state, ...MOVING_STATES), stuckWithdrawals(nowMs))
  const rows = await selectWithdrawals(queries)
    .where(
      and(
        stuck ? isStuck : undefined,
        state === undefined ? undefined : hasState(withdrawals.state, state),
        player === undefined ? undefined : eq(withdrawals.playerId, player),
      ),
    )
    .orderBy(desc(withdrawals.id))
    .limit(limit)
  return rows.map(ofItem)
}

/** Returns the withdrawals that wait for a person's decision, the oldest first. */
export async function withdrawalsInReview(queries: Queries): Promise<WithdrawalOfItem[]> {
  const rows = await selectWithdrawals(queries)
    .where(hasState(withdrawals.state, 'review'))
    .orderBy(asc(withdrawals.changedAt))
  return rows.map(ofItem)
}

/** A withdrawal with its past. */
export interface WithdrawalDetails {
  readonly withdrawal: WithdrawalOfItem
  /** The states that it went through, in order. */
  readonly steps: readonly (typeof withdrawalSteps.$inferSelect)[]
  /** What became of its offer after it ended without it; undefined where there is none. */
  readonly orphan: typeof orphanedOffers.$inferSelect | undefined
}

/** Returns a withdrawal with its past; undefined when there is none. */
export async function withdrawalDetails(queries: Queries, id: string): Promise<WithdrawalDetails | undefined> {
  const [match] = await selectWithdrawals(queries).where(eq(withdrawals.id, id))
  if (match === undefined) return undefined
  const [orphan] = await queries.select().from(orphanedOffers).where(eq(orphanedOffers.withdrawalId, id))
  const steps = await queries
    .select()
    .from(withdrawalSteps)
    .where(eq(withdrawalSteps.withdrawalId, id))
    .orderBy(asc(withdrawalSteps.id))
  return { withdrawal: ofItem(match), steps, orphan }
}
