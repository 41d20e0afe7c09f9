// What of all gifts waits for margin, and what margin covers now.
import { sql } from 'drizzle-orm'
import type { GiftState } from '../../../game/transparency/day.ts'
import { type Queries, queryRows } from '../../db/database.ts'

/** Reads the state of all players' gifts, bots left out. */
export async function readGiftState(tx: Queries, ownPercent: number): Promise<GiftState> {
  const [row] = await queryRows<Record<keyof GiftState, string | number>>(
    tx,
    sql`select coalesce(sum(accounts.locked), 0) + (
        select coalesce(sum(items.locked), 0) from items join players on players.id = items.player_id and not players.house
        where items.state in ('owned', 'withdrawing') and items.unlocked is null) as locked,
      coalesce(sum(accounts.unlocked), 0) as unlocked,
      coalesce(sum(greatest(0, floor(accounts.margin * ${ownPercent}::numeric / 100000000) - accounts.unlocked)), 0) as covered
      from accounts join players on players.id = accounts.id and not players.house`,
  )
  return { locked: Number(row?.locked ?? 0), unlocked: Number(row?.unlocked ?? 0), covered: Number(row?.covered ?? 0) }
}
