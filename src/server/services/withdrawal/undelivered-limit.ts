// How often a player may request items and get them back: it costs nothing, and withdrawals and their steps stay for ever.
import { sql } from 'drizzle-orm'
import { isFinal, WITHDRAWAL_STATES } from '../../../game/withdrawal/withdrawal.ts'
import { leastIdAt } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows } from '../../db/database.ts'

const DAY_MS = 86_400_000

/** States in which a withdrawal has ended without a delivery, and not by a decision of the shop. */
const UNDELIVERED = WITHDRAWAL_STATES.filter((state) => isFinal(state) && state !== 'done' && state !== 'refused')
  .map((state) => `'${state}'`)
  .join(', ')

/** Ends that the shop caused count for nobody. */
const BY_SHOP = `('operator', 'frozen')`

/**
 * Refuses a player whose withdrawals of the last 24 hours ended without a delivery too often: taken back, replaced, declined, expired or reversed. The
 * rows are counted, so all instances agree.
 *
 * @param most of data/payments.json
 * @throws RefusalError 'withdrawals-day'
 */
export async function assertUndeliveredLeft(tx: Queries, playerId: number, most: number, at: Date): Promise<void> {
  const rows = await queryRows(
    tx,
    sql`select 1 as ended from withdrawals where player_id = ${playerId} and id >= ${leastIdAt(at.getTime() - DAY_MS)}::uuid
      and state in (${sql.raw(UNDELIVERED)}) and coalesce(reason, '') not in ${sql.raw(BY_SHOP)} limit ${most}`,
  )
  if (rows.length >= most) throw new RefusalError('withdrawals-day', {}, { most })
}
