// The stock by item: what players hold, what is on its way, what the account has, and what was out of stock how often.
import { gte, sql } from 'drizzle-orm'
import type { WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import { MOVING_STATES } from '../../../game/withdrawal/withdrawal.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { items, players } from '../../db/schema.ts'
import { stockDays, stockHeld } from '../../db/schema-machine.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'

const DAY_MS = 86_400_000

/** Days that the lack of an item is summed over. */
export const STOCK_DAYS = 30

/** What players hold was counted at this moment at most this long ago, by the job. */
export const STOCK_EVERY_MS = 3_600_000

/** Counts again what players hold, by item, without the bots of a sandbox. Reads every item that is held, so that a job does it, not a call. */
export async function recountStock(db: Database, nowMs: number): Promise<void> {
  const at = new Date(nowMs).toISOString()
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into ${stockHeld} (item_id, count, worth, at)
      select ${items.itemId}, count(*)::int, sum(${items.price})::bigint, ${at}::timestamptz
      from ${items} join ${players} on ${players.id} = ${items.playerId} and not ${players.house}
      where ${items.state} = 'owned' group by ${items.itemId}
      on conflict (item_id) do update set count = excluded.count, worth = excluded.worth, at = excluded.at`)
    await tx.execute(sql`delete from ${stockHeld} where at <> ${at}::timestamptz`)
  }, 'long')
}

/** How many withdrawals of an item wait, are on their way, or found nothing in stock. */
export interface Moving {
  readonly waiting: number
  readonly sending: number
  readonly missing: number
}

const WAITING: readonly WithdrawalState[] = ['requested', 'review', 'approved']
const MISSING: readonly WithdrawalState[] = ['unavailable']

/** Withdrawals that have not ended: each part is the condition of an index that holds little else. */
const IS_LIVE = sql`(${hasState(withdrawals.state, ...MOVING_STATES)} or ${hasState(withdrawals.state, 'review')}
  or ${hasState(withdrawals.state, 'unavailable')})`

/** Counts withdrawals that have not ended, by item. */
export async function readMoving(queries: Queries): Promise<Map<string, Moving>> {
  const rows = await queryRows<{ item_id: string; state: WithdrawalState; count: number }>(
    queries,
    sql`select ${items.itemId} as item_id, ${withdrawals.state} as state, count(*)::int as count
      from ${withdrawals} join ${items} on ${items.id} = ${withdrawals.itemId}
      where ${IS_LIVE} group by 1, 2`,
  )
  const moving = new Map<string, Moving>()
  for (const { item_id: id, state, count } of rows) {
    const before = moving.get(id) ?? { waiting: 0, sending: 0, missing: 0 }
    const column = WAITING.includes(state) ? 'waiting' : MISSING.includes(state) ? 'missing' : 'sending'
    moving.set(id, { ...before, [column]: before[column] + count })
  }
  return moving
}

/** What became of withdrawals of an item within the last days. */
export interface StockHistory {
  readonly offered: number
  readonly missing: number
  readonly replaced: number
}

/** Sums the counts of the last days by item; today is one of them. */
export async function readStockHistory(queries: Queries, nowMs: number): Promise<Map<string, StockHistory>> {
  const from = new Date(nowMs - (STOCK_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const rows = await queries
    .select({
      itemId: stockDays.itemId,
      offered: sql<number>`sum(${stockDays.offered})::int`,
      missing: sql<number>`sum(${stockDays.missing})::int`,
      replaced: sql<number>`sum(${stockDays.replaced})::int`,
    })
    .from(stockDays)
    .where(gte(stockDays.day, from))
    .groupBy(stockDays.itemId)
  return new Map(rows.map(({ itemId, ...history }) => [itemId, history]))
}

/** Returns what players hold by item, and when it was counted; null before the first count. */
export async function readHeld(queries: Queries): Promise<{
  readonly at: number | null
  readonly byItem: Map<string, { readonly count: number; readonly worth: number }>
}> {
  const rows = await queries.select().from(stockHeld)
  const byItem = new Map(rows.map(({ itemId, count, worth }) => [itemId, { count, worth }]))
  return { at: rows[0]?.at.getTime() ?? null, byItem }
}
