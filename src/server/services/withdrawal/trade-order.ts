// The order that a withdrawal is for the trade provider.
import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/database.ts'
import { catalogueItems, items, players } from '../../db/schema.ts'
import type { TradeOrder } from '../../trade/provider.ts'
import type { WithdrawalRow } from './transitions.ts'

/** Returns the order of a withdrawal. */
export async function orderOf(queries: Queries, row: WithdrawalRow): Promise<TradeOrder> {
  const [found] = await queries
    .select({ marketHashName: sql<string>`${catalogueItems.view}->>'market_hash_name'`, steamid: players.steamid })
    .from(items)
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .innerJoin(players, eq(players.id, items.playerId))
    .where(eq(items.id, row.itemId))
  if (found === undefined) throw new Error(`The item of withdrawal ${row.id} is gone`)
  return { id: row.id, tradeLink: row.tradeLink, requestedAt: row.requestedAt, ...found }
}
