// How often a player may take a battle or a seat and give it back: it costs nothing, and its transfers stay for ever.
import { sql } from 'drizzle-orm'
import { BATTLE_REFUNDS_DAY } from '../../../game/base/economy.ts'
import { leastIdAt } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows } from '../../db/database.ts'

const DAY_MS = 86_400_000

/**
 * Refuses a player whose stakes in battles were paid back too often within the last day. The rows are counted, so all instances agree.
 *
 * @throws RefusalError 'battles-day'
 */
export async function assertRefundsLeft(tx: Queries, playerId: number, at: Date): Promise<void> {
  const rows = await queryRows(
    tx,
    sql`select 1 as refund from transfers where credit_id = ${playerId} and kind = 'battle-back'
      and id >= ${leastIdAt(at.getTime() - DAY_MS)}::uuid limit ${BATTLE_REFUNDS_DAY}`,
  )
  if (rows.length >= BATTLE_REFUNDS_DAY) throw new RefusalError('battles-day', {}, { most: BATTLE_REFUNDS_DAY })
}
