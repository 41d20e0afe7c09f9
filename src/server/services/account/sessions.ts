// Sessions: an opaque token that scripts can read, useless without its companion in an HttpOnly cookie. Both are stored hashed.
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Device } from '../../../protocol/account.ts'
import type { SiteEvents } from '../../base/events.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { isTimingSafeEqual } from '../../base/timing-safe-equal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { bans as banRows } from '../../db/schema-operations.ts'
import { sessions } from '../../db/schema-sessions.ts'
import type { Player } from '../calls/player.ts'
import { type Bans, banIn, bannedRefusal } from './bans.ts'
import { deviceNames } from './device-names.ts'
import { removeSubscriptions } from './end-sessions.ts'
import { consumeSignInCode, createSignInCode, hashOf, newSecret } from './sign-in-codes.ts'

export const SESSION_DAYS = 30

const DAY_MS = 86_400_000
/** How long a session is trusted without reading the database: another instance may have ended it, and the event may be lost. */
const CACHE_MS = 5_000
const MAX_AGENT = 200
/** How old the stored time of the last use may be: writing it at every call would cost more than it tells. */
const SEEN_EVERY_MS = 5 * 60_000
const DEVICES_SHOWN = 50

/** A signed-in player's session during a request. */
export interface Session {
  readonly id: string
  readonly player: Player
}

export interface ClientDetails {
  /** The User-Agent header. */
  readonly agent: string
  /** Network address. */
  readonly address: string
}

export interface Sessions {
  /**
   * Creates a code that opens one session within a minute, only in the browser that holds the other half: otherwise a person who
   * receives the code would be signed in as another player.
   */
  makeCode(playerId: number): Promise<{ code: string; browser: string }>
  /**
   * Redeems a sign-in code; null for a code that is unknown, used, expired or another browser's.
   *
   * @throws RefusalError 'banned'
   */
  redeemCode(
    code: string,
    browser: string | undefined,
    visit: ClientDetails,
  ): Promise<{ token: string; companion: string; session: Session } | null>
  /**
   * Returns the session of a token and its companion; null when they do not belong together, the session has ended or its player
   * is banned.
   */
  identify(token: string | undefined, companion: string | undefined): Promise<Session | null>
  /** Returns the ban of the player whose token and companion these are, or were; null for none. */
  banOf(token: string | undefined, companion: string | undefined): Promise<string | null>
  end(session: Session): Promise<void>
  /** Returns the player's devices, this one first, then by their last use. */
  devices(session: Session): Promise<Device[]>
  /**
   * Ends one of a player's sessions.
   *
   * @throws RefusalError 'device-unknown' when it is not the player's or has ended already
   */
  endDevice(playerId: number, sessionId: string): Promise<void>
  /** Returns the ids of those sessions that have ended. */
  endedAmong(sessionIds: readonly string[]): Promise<string[]>
}

interface CachedSession {
  readonly session: Session
  readonly companionHash: string
  readonly expiresAt: Date
  readonly seenAt: Date
}

async function openSession(tx: Queries, playerId: number, visit: ClientDetails, nowMs: number) {
  const [token, companion, id] = [newSecret(), newSecret(), newId()]
  await tx.insert(sessions).values({
    id,
    playerId,
    tokenHash: hashOf(token),
    companionHash: hashOf(companion),
    agent: visit.agent.slice(0, MAX_AGENT),
    address: visit.address,
    seenAt: new Date(nowMs),
    expiresAt: new Date(nowMs + SESSION_DAYS * DAY_MS),
  })
  return { token, companion, id }
}

/** Selects sessions that last: not ended, not expired, and used within the idle days. */
function lasting(nowMs: number, idleMs: number): SQL | undefined {
  const isUsed = gt(sessions.seenAt, new Date(nowMs - idleMs))
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, new Date(nowMs)), isUsed)
}

async function findSession(db: Database, tokenHash: string, isLasting: SQL | undefined): Promise<CachedSession | null> {
  const [row] = await db.queries
    .select({
      id: sessions.id,
      companionHash: sessions.companionHash,
      expiresAt: sessions.expiresAt,
      seenAt: sessions.seenAt,
      player: { id: players.id, username: players.username, avatar: players.avatar },
    })
    .from(sessions)
    .innerJoin(players, eq(players.id, sessions.playerId))
    .where(and(eq(sessions.tokenHash, tokenHash), isLasting))
  if (row === undefined) return null
  const { id, player, ...known } = row
  return { session: { id, player }, ...known }
}

/** Returns the ban of the player whose session this is or was; null for none. */
async function banOf(db: Database, token: string | undefined, companion: string | undefined): Promise<string | null> {
  if (token === undefined || companion === undefined) return null
  const [found] = await db.queries
    .select({ reason: banRows.reason, companionHash: sessions.companionHash })
    .from(sessions)
    .innerJoin(banRows, and(eq(banRows.playerId, sessions.playerId), isNull(banRows.liftedAt)))
    .where(eq(sessions.tokenHash, hashOf(token)))
  return found !== undefined && isTimingSafeEqual(found.companionHash, hashOf(companion)) ? found.reason : null
}

async function devicesOf(
  db: Database,
  { id: current, player }: Session,
  isLasting: SQL | undefined,
): Promise<Device[]> {
  const rows = await db.queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.playerId, player.id), isLasting))
    .orderBy(desc(eq(sessions.id, current)), desc(sessions.seenAt))
    .limit(DEVICES_SHOWN)
  return rows.map(({ id, agent, createdAt, seenAt }) => ({
    id,
    ...deviceNames(agent),
    created_at: createdAt.getTime(),
    seen_at: seenAt.getTime(),
    current: id === current,
  }))
}

/** Ends sessions that have not ended yet, and returns them. */
async function endSessions(
  db: Database,
  which: SQL | undefined,
  at: Date,
): Promise<{ id: string; playerId: number }[]> {
  const ended = await db.queries
    .update(sessions)
    .set({ endedAt: at })
    .where(and(which, isNull(sessions.endedAt)))
    .returning({ id: sessions.id, playerId: sessions.playerId })
  await removeSubscriptions(db.queries, ended)
  return ended
}

async function overAmong(db: Database, ids: readonly string[], isLasting: SQL | undefined): Promise<string[]> {
  const found = await db.queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), isLasting))
  const lasts = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !lasts.has(id))
}

export interface SessionsParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  readonly bans: Pick<Bans, 'reasonOf'>
  /** After how many days without a call a session ends. */
  readonly idleDays: number
}

/** Makes the sessions over a database. */
export function createSessions({ db, events, now, bans, idleDays }: SessionsParts): Sessions {
  const idleMs = idleDays * DAY_MS
  const lastsNow = (): SQL | undefined => lasting(now(), idleMs)
  const cache = growingCache<string, CachedSession>(50_000, CACHE_MS)

  function evict(sessionId: string): void {
    for (const [hash, known] of cache.entries()) if (known.session.id === sessionId) cache.delete(hash)
  }
  events.remote.on('signedOut', ({ sessionId }) => evict(sessionId))

  /** Caches a session, and from time to time stores that it is used. */
  async function touch(tokenHash: string, known: CachedSession): Promise<void> {
    const at = new Date(now())
    const isLate = at.getTime() - known.seenAt.getTime() >= SEEN_EVERY_MS
    cache.set(tokenHash, isLate ? { ...known, seenAt: at } : known, { noUpdateTTL: true })
    if (isLate) await db.queries.update(sessions).set({ seenAt: at }).where(eq(sessions.id, known.session.id))
  }

  function isOver({ expiresAt, seenAt }: CachedSession): boolean {
    return expiresAt.getTime() <= now() || seenAt.getTime() <= now() - idleMs
  }

  async function endWhere(which: SQL | undefined): Promise<boolean> {
    const ended = await endSessions(db, which, new Date(now()))
    for (const { id, playerId } of ended) {
      evict(id)
      events.emit('signedOut', { sessionId: id, playerId })
    }
    return ended.length > 0
  }

  async function identify(token: string | undefined, companion: string | undefined): Promise<Session | null> {
    if (token === undefined || companion === undefined) return null
    const tokenHash = hashOf(token)
    const known = cache.get(tokenHash) ?? (await findSession(db, tokenHash, lastsNow()))
    if (known === null || isOver(known) || !isTimingSafeEqual(known.companionHash, hashOf(companion))) return null
    await touch(tokenHash, known)
    return (await bans.reasonOf(known.session.player.id)) === null ? known.session : null
  }

  return {
    makeCode: (playerId) => createSignInCode(db.queries, playerId, now()),
    redeemCode: async (code, browser, client) => {
      // One transaction: a transaction that ends all sessions of the player in between waits for this one, and ends the new
      // session too.
      const opened = await db.transaction(async (tx) => {
        const playerId = await consumeSignInCode(tx, code, browser, now())
        if (playerId === null) return null
        const ban = await banIn(tx, playerId)
        return ban === null ? openSession(tx, playerId, client, now()) : { ban }
      })
      if (opened === null) return null
      if ('ban' in opened) throw bannedRefusal(opened.ban)
      const { token, companion } = opened
      const session = await identify(token, companion)
      return session === null ? null : { token, companion, session }
    },
    identify,
    banOf: (token, companion) => banOf(db, token, companion),
    end: async (session) => {
      await endWhere(eq(sessions.id, session.id))
    },
    devices: (session) => devicesOf(db, session, lastsNow()),
    endDevice: async (playerId, sessionId) => {
      const isOwn = and(eq(sessions.id, sessionId), eq(sessions.playerId, playerId))
      if (!(await endWhere(isOwn))) throw new RefusalError('device-unknown')
    },
    endedAmong: (sessionIds) => overAmong(db, sessionIds, lastsNow()),
  }
}
