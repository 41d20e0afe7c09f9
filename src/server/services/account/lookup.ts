// Finds players for an operator.
import { and, desc, eq, ilike, inArray, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/database.ts'
import { accounts, players } from '../../db/schema.ts'
import { bans } from '../../db/schema-operations.ts'

export type PlayerRow = typeof players.$inferSelect
export type AccountRow = typeof accounts.$inferSelect

/**
 * Returns a player; undefined when there is none.
 *
 * @param name their number on the site, or their Steam ID of 17 digits
 */
export async function findPlayer(queries: Queries, name: string): Promise<PlayerRow | undefined> {
  const named = name.length === 17 ? eq(players.steamid, name) : eq(players.id, Number(name))
  const [player] = await queries.select().from(players).where(named)
  return player
}

/** Returns the account of a player. */
export async function accountOf(queries: Queries, playerId: number): Promise<AccountRow> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.id, playerId))
  if (account === undefined) throw new Error(`Player ${playerId} has no account`)
  return account
}

/** Returns the names of players by their numbers. */
export async function playerNames(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queries
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(inArray(players.id, [...ids]))
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Returns which of the players are bots of the sandbox. */
export async function botsAmong(queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queries
    .select({ id: players.id })
    .from(players)
    .where(and(inArray(players.id, [...ids]), players.house))
  return new Set(rows.map(({ id }) => id))
}

/** Which players a list has. */
export interface PlayerFilter {
  /** Only those who are banned now. */
  readonly banned: boolean
  /** Only those whose name contains this text, in any case. */
  readonly name?: string
  readonly limit: number
}

/** A player in a list. */
export interface ListedPlayer {
  readonly player: PlayerRow
  readonly account: AccountRow
  /** The reason of the ban that is in force; null without one. */
  readonly reason: string | null
}

/** Returns players, the newest first. */
export async function listPlayers(queries: Queries, { banned, name, limit }: PlayerFilter): Promise<ListedPlayer[]> {
  const pattern = name === undefined ? undefined : `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const inForce = and(eq(bans.playerId, players.id), isNull(bans.liftedAt))
  const selected = queries
    .select({ player: players, account: accounts, reason: bans.reason })
    .from(players)
    .innerJoin(accounts, eq(accounts.id, players.id))
  const joined = banned ? selected.innerJoin(bans, inForce) : selected.leftJoin(bans, inForce)
  return joined
    .where(pattern === undefined ? undefined : ilike(players.username, pattern))
    .orderBy(desc(players.id))
    .limit(limit)
}
