// Raffles for an operator: lists, one of them, and the removal of those that a wrong clock opened. Nothing here chooses a winner.
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { catalogueItems, players } from '../../db/schema.ts'
import { type RAFFLE_STATES, raffleEntries, raffles } from '../../db/schema-rewards.ts'

export interface ListedRaffle {
  readonly raffle: typeof raffles.$inferSelect
  /** The name of its prize on the market; null when the catalogue has it no more. */
  readonly item: string | null
  readonly winner: string | null
  /** The number of entries so far, while the raffle is open. */
  readonly joined: string
}

const selectRaffles = (queries: Queries) =>
  queries
    .select({
      raffle: raffles,
      item: sql<string | null>`${catalogueItems.view} ->> 'market_hash_name'`,
      winner: players.username,
      joined: sql<string>`(select count(*) from ${raffleEntries} where ${raffleEntries.raffleId} = ${raffles.id})`,
    })
    .from(raffles)
    .leftJoin(catalogueItems, eq(catalogueItems.id, raffles.itemId))
    .leftJoin(players, eq(players.id, raffles.winnerId))

/** Which raffles a list has. */
export interface RaffleFilter {
  readonly state?: (typeof RAFFLE_STATES)[number]
  /** Only those that this player won. */
  readonly player?: number
  readonly limit: number
}

/** Returns raffles, the newest first. */
export function listRaffles(queries: Queries, { state, player, limit }: RaffleFilter): Promise<ListedRaffle[]> {
  return selectRaffles(queries)
    .where(
      and(
        state === undefined ? undefined : hasState(raffles.state, state),
        player === undefined ? undefined : eq(raffles.winnerId, player),
      ),
    )
    .orderBy(desc(raffles.closesAt), desc(raffles.number))
    .limit(limit)
}

/**
 * Returns a raffle; undefined when there is none.
 *
 * @param name its number, or its id
 */
export async function findRaffle(queries: Queries, name: string): Promise<ListedRaffle | undefined> {
  const named = /^\d+$/.test(name) ? eq(raffles.number, Number(name)) : eq(raffles.id, name)
  const [match] = await selectRaffles(queries).where(named)
  return match
}

/** Returns the raffles whose period has not begun by the database's clock. */
export function rafflesAhead(queries: Queries): Promise<ListedRaffle[]> {
  return selectRaffles(queries).where(gt(raffles.opensAt, sql`clock_timestamp()`)).orderBy(asc(raffles.number))
}

/** Removes the raffles ahead in which nobody has paid; returns how many. */
export function removeRafflesAhead(db: Database, by: Actor): Promise<number> {
  return db.transaction(async (tx) => {
    const removed = await queryRows<{ removed: number }>(tx, sql`select removed from remove_raffles_ahead()`)
    for (const { removed: subject } of removed) {
      await recordAct(tx, { by, verb: 'raffles.repair', kind: 'raffle', subject, after: { removed: true } })
    }
    return removed.length
  })
}
