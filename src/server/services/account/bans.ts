// Bans: the operator closes the site to a player. The player keeps their items and balance. Trade offers that were sent stay valid;
// withdrawals that were not sent wait for the end of the ban, unless it keeps them.

import { and, desc, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import { FIXED_REASONS } from '../../../game/office/job-reasons.ts'
import { type Actor, jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { SiteEvents } from '../../base/events.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { bans } from '../../db/schema-operations.ts'
import { lockPlayer } from '../calls/player.ts'
import { endSessionsOf } from './end-sessions.ts'

/**
 * How long this process may not know of a ban, or of its end: both come from the operator's command line, which is another
 * process.
 */
const UNAWARE_MS = 1_000
/** How far back new bans are looked for: longer than a transaction takes, or than clocks differ. */
const LOOK_BACK_MS = 60_000

/** The greatest length of an operator's reason. */
export const REASON_LENGTH = 500

/** Returns the reason of a player's ban; null for none. */
export async function banIn(queries: Queries, playerId: number): Promise<string | null> {
  const [row] = await queries
    .select({ reason: bans.reason })
    .from(bans)
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt)))
  return row?.reason ?? null
}

/** Returns the refusal of every action of a banned player. */
export function bannedRefusal(reason: string): RefusalError {
  return new RefusalError('banned', {}, { reason })
}

/** How a player is banned. */
export interface BanTerms {
  readonly playerId: number
  readonly reason: string
  readonly by: Actor
  /** True when the withdrawals that the player requested are sent all the same. */
  readonly keepsWithdrawals?: boolean
  /** When it ends by itself; null for one that a person ends. */
  readonly until?: Date | null
}

/** Bans a player in a transaction, as `banPlayer` does. */
export async function banPlayerIn(tx: Queries, terms: BanTerms): Promise<boolean> {
  const { playerId, reason, by, keepsWithdrawals = false, until = null } = terms
  // A withdrawal takes this lock before it is sent: it is sent before the ban, or waits.
  await lockPlayer(tx, playerId)
  const made = await tx
    .insert(bans)
    .values({ playerId, reason, keepsWithdrawals, until })
    .onConflictDoNothing()
    .returning({ id: bans.id })
  if (made.length === 0) return false
  const sessions = await endSessionsOf(tx, playerId)
  const term = until === null ? {} : { until: until.toISOString() }
  const difference = { before: { banned: false }, after: { banned: true, keepsWithdrawals, sessions, ...term } }
  await recordAct(tx, { by, verb: 'players.ban', kind: 'player', subject: playerId, ...difference, reason })
  return true
}

/**
 * Bans a player and ends their sessions. Every process knows within a second.
 *
 * @param keepsWithdrawals true when the withdrawals that the player requested are sent all the same
 * @returns false when the player is banned already
 */
export function banPlayer(
  db: Database,
  playerId: number,
  reason: string,
  by: Actor,
  keepsWithdrawals = false,
): Promise<boolean> {
  return db.transaction((tx) => banPlayerIn(tx, { playerId, reason, by, keepsWithdrawals }))
}

/**
 * Changes the ban in force so that the withdrawals which the player requested are sent.
 *
 * @returns false when the player is not banned, or the ban keeps them already
 */
export function keepWithdrawals(db: Database, playerId: number, by: Actor): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(bans)
      .set({ keepsWithdrawals: true })
      .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt), eq(bans.keepsWithdrawals, false)))
      .returning({ id: bans.id })
    if (changed.length === 0) return false
    const difference = { before: { keepsWithdrawals: false }, after: { keepsWithdrawals: true } }
    await recordAct(tx, { by, verb: 'players.ban', kind: 'player', subject: playerId, ...difference })
    return true
  })
}

/** Lifts the ban of a player in a transaction, as `unbanPlayer` does. */
export function unbanPlayerIn(tx: Queries, terms: BanTerms): Promise<boolean> {
  return liftIn(tx, terms, undefined)
}

/** Lifts the ban in force of a player, if a condition holds of it. */
async function liftIn(tx: Queries, { playerId, reason, by }: BanTerms, condition: SQL | undefined): Promise<boolean> {
  const [lifted] = await tx
    .update(bans)
    .set({ liftedAt: new Date(), liftReason: reason })
    .where(and(eq(bans.playerId, playerId), isNull(bans.liftedAt), condition))
    .returning({ reason: bans.reason })
  if (lifted === undefined) return false
  const difference = { before: { banned: true, reason: lifted.reason }, after: { banned: false } }
  await recordAct(tx, { by, verb: 'players.unban', kind: 'player', subject: playerId, ...difference, reason })
  return true
}

/** Why a ban whose term is over was lifted. */
const TERM_OVER = FIXED_REASONS['term-over']

/** How many bans one run of the job lifts. */
const DUE_AT_ONCE = 100

/** Lifts the bans whose term is over. */
export async function liftDueBans(db: Database, at: Date): Promise<void> {
  const isDue = and(isNull(bans.liftedAt), lte(bans.until, at))
  const ended = await db.queries
    .select({ playerId: bans.playerId })
    .from(bans)
    .where(isDue)
    .orderBy(bans.until)
    .limit(DUE_AT_ONCE)
  for (const { playerId } of ended) {
    const terms = { playerId, reason: TERM_OVER, by: jobActor('bans') }
    await db.transaction((tx) => liftIn(tx, terms, lte(bans.until, at)))
  }
}

/**
 * Lifts the ban of a player, who may sign in again.
 *
 * @returns false when the player is not banned
 */
export function unbanPlayer(db: Database, playerId: number, reason: string, by: Actor): Promise<boolean> {
  return db.transaction((tx) => unbanPlayerIn(tx, { playerId, reason, by }))
}

/** Returns all bans of a player, the newest first. */
export function bansOf({ queries }: Database, playerId: number): Promise<(typeof bans.$inferSelect)[]> {
  return queries.select().from(bans).where(eq(bans.playerId, playerId)).orderBy(desc(bans.id))
}

export interface Bans {
  /** Returns the reason of a player's ban, cached; null for none. */
  reasonOf(playerId: number): Promise<string | null>
  /** Emits each ban that was added since the last call once in this process, so that its sockets are closed. */
  announceNew(): Promise<void>
  /** Lifts the bans whose term is over. */
  liftDue(): Promise<void>
}

export interface BansParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
}

/** Makes the bans that this process knows of over a database. */
export function createBans({ db, events, now }: BansParts): Bans {
  const cache = growingCache<number, { reason: string | null; goodUntilMs: number }>(100_000)
  let announced: ReadonlySet<number> = new Set()

  function cacheReason(playerId: number, reason: string | null): string | null {
    cache.set(playerId, { reason, goodUntilMs: now() + UNAWARE_MS })
    return reason
  }

  return {
    reasonOf: async (playerId) => {
      const entry = cache.get(playerId)
      if (entry !== undefined && entry.goodUntilMs > now()) return entry.reason
      return cacheReason(playerId, await banIn(db.queries, playerId))
    },
    announceNew: async () => {
      const rows = await db.queries
        .select()
        .from(bans)
        .where(and(isNull(bans.liftedAt), gt(bans.at, new Date(now() - LOOK_BACK_MS))))
      for (const { id, playerId, reason } of rows) {
        if (announced.has(id)) continue
        cacheReason(playerId, reason)
        events.emit('banned', { playerId })
      }
      announced = new Set(rows.map(({ id }) => id))
    },
    liftDue: () => liftDueBans(db, new Date(now())),
  }
}
