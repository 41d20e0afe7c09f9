// How often a player may take a battle or a seat and give it back: it costs nothing, and its transfers stay for ever. Where the player pays nothing,
// nothing is paid back to them, but the house's part moves: those seats are counted in the account.
import { eq, sql } from 'drizzle-orm'
import { BATTLE_REFUNDS_DAY } from '../../../game/base/economy.ts'
import { leastIdAt } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'

const DAY_MS = 86_400_000

const dayBefore = (at: Date): string => new Date(at.getTime() - DAY_MS).toISOString()

/** Counts a seat that a player left and had not paid. */
export async function countUnpaidLeave(tx: Queries, playerId: number, at: Date): Promise<void> {
  const isOfDay = sql`${accounts.unpaidLeavesSince} > ${dayBefore(at)}::timestamptz`
  await tx
    .update(accounts)
    .set({
      unpaidLeaves: sql`case when ${isOfDay} then ${accounts.unpaidLeaves} + 1 else 1 end`,
      unpaidLeavesSince: sql`case when ${isOfDay} then ${accounts.unpaidLeavesSince} else ${at.toISOString()}::timestamptz end`,
    })
    .where(eq(accounts.id, playerId))
}

/**
 * Refuses a player who gave back too many stakes and seats in battles within the last day. The database counts, so all instances agree.
 *
 * @throws RefusalError 'battles-day'
 */
export async function assertRefundsLeft(tx: Queries, playerId: number, at: Date): Promise<void> {
  const [row] = await queryRows<{ count: string | number }>(
    tx,
    sql`select (select count(*) from (select from transfers where credit_id = ${playerId} and kind = 'battle-back'
        and id >= ${leastIdAt(at.getTime() - DAY_MS)}::uuid limit ${BATTLE_REFUNDS_DAY}) refunds)
      + coalesce((select unpaid_leaves from accounts where id = ${playerId} and unpaid_leaves_since > ${dayBefore(at)}::timestamptz), 0) as count`,
  )
  if (Number(row?.count) >= BATTLE_REFUNDS_DAY) throw new RefusalError('battles-day', {}, { most: BATTLE_REFUNDS_DAY })
}
