// Bans: the operator closes the site to a player. What he owns stays his in the books, and what is on its way to him goes on.
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database, Queries } from '../db/database.ts'
import { bans } from '../db/schema-operations.ts'
import type { SiteEvents } from '../events.ts'
import { RefusalError } from '../refusal.ts'
import { endSessionsOf } from './end-sessions.ts'

/** How long this process may not know of a ban, or of its end: both come from the operator's command line, which is another one. */
const UNAWARE_MS = 1_000
/** How far back new bans are looked for: longer than a transaction takes, or a clock goes wrong. */
const LOOK_BACK_MS = 60_000

/** Words of an operator are no longer than this. */
export const REASON_LENGTH = 500

/** Why a player is banned; null when he is not. */
export async function banIn(queries: Queries, playerId: number): Promise<string | null> {
  const [row] = await queries
    .select({ reason: bans.reason })
    .from(bans)
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt)))
  return row?.reason ?? null
}

/** The refusal of everything that a banned player asks for. */
export function bannedRefusal(reason: string): RefusalError {
  return new RefusalError('banned', {}, { reason })
}

/**
 * Bans a player and ends his sessions. Every process knows within a second.
 *
 * @returns false when he is banned already
 */
export async function banPlayer(db: Database, playerId: number, reason: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const made = await tx.insert(bans).values({ playerId, reason }).onConflictDoNothing().returning({ id: bans.id })
    if (made.length === 0) return false
    await endSessionsOf(tx, playerId)
    return true
  })
}

/**
 * Lifts the ban of a player; he may sign in again.
 *
 * @returns false when he is not banned
 */
export async function unbanPlayer(db: Database, playerId: number, reason: string): Promise<boolean> {
  const lifted = await db.queries
    .update(bans)
    .set({ liftedAt: new Date(), liftReason: reason })
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt)))
    .returning({ id: bans.id })
  return lifted.length > 0
}

/** All bans of a player, the newest first. */
export function bansOf({ queries }: Database, playerId: number): Promise<(typeof bans.$inferSelect)[]> {
  return queries.select().from(bans).where(eq(bans.playerId, playerId)).orderBy(desc(bans.id))
}

export interface Bans {
  /** Why a player is banned, from memory where possible; null when he is not. */
  reasonOf(playerId: number): Promise<string | null>
  /** Tells this process of bans that were added since the last round, each once: their sockets have to be closed. */
  round(): Promise<void>
}

export interface BansParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
}

/** What this process knows of the bans in a database. */
export function createBans({ db, events, now }: BansParts): Bans {
  const remembered = new LRUCache<number, { reason: string | null; goodUntilMs: number }>({ max: 100_000 })
  let told: ReadonlySet<number> = new Set()

  function remember(playerId: number, reason: string | null): string | null {
    remembered.set(playerId, { reason, goodUntilMs: now() + UNAWARE_MS })
    return reason
  }

  return {
    reasonOf: async (playerId) => {
      const known = remembered.get(playerId)
      if (known !== undefined && known.goodUntilMs > now()) return known.reason
      return remember(playerId, await banIn(db.queries, playerId))
    },
    round: async () => {
      const rows = await db.queries
        .select()
        .from(bans)
        .where(and(isNull(bans.liftedAt), gt(bans.at, new Date(Date.now() - LOOK_BACK_MS))))
      for (const { id, playerId, reason } of rows) {
        if (told.has(id)) continue
        remember(playerId, reason)
        events.emit('banned', { playerId })
      }
      told = new Set(rows.map(({ id }) => id))
    },
  }
}
