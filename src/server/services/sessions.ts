// Sessions: an opaque token that scripts can read, worth nothing without its companion in an HttpOnly cookie. Both stored hashed.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Device } from '../../contract/account.ts'
import type { Database, Queries } from '../db/database.ts'
import { players, sessions, signInCodes } from '../db/schema.ts'
import { bans as banRows } from '../db/schema-operations.ts'
import type { SiteEvents } from '../events.ts'
import { newId } from '../ids.ts'
import { RefusalError } from '../refusal.ts'
import { type Bans, banIn, bannedRefusal } from './bans.ts'
import { deviceNames } from './device-names.ts'
import type { Opener } from './opening.ts'

export const SESSION_DAYS = 30

const DAY_MS = 86_400_000
const CODE_LIFE_MS = 60_000
/** How long a session may be trusted without asking the database: another instance may have ended it, and not be heard. */
const REMEMBERED_MS = 5_000
const MAX_AGENT = 200
/** How far behind the time may be at which a session was seen last: writing it at every call would cost more than it tells. */
const SEEN_EVERY_MS = 5 * 60_000
const DEVICES_SHOWN = 50

/** A signed-in player in the middle of a request. */
export interface Session {
  readonly id: string
  readonly player: Opener
}

export interface Visit {
  /** The browser's own words. */
  readonly agent: string
  /** Network address. */
  readonly address: string
}

export interface Sessions {
  /**
   * A code that opens one session within a minute, in the browser that holds the other half alone: else whoever is sent the code
   * would be signed in as somebody else.
   */
  makeCode(playerId: number): Promise<{ code: string; browser: string }>
  /**
   * Ends a sign-in; null for a code that is unknown, used, old or another browser's.
   *
   * @throws RefusalError 'banned'
   */
  redeemCode(
    code: string,
    browser: string | undefined,
    visit: Visit,
  ): Promise<{ token: string; companion: string; session: Session } | null>
  /**
   * The session of a token and its companion; null when they do not belong together, the session has ended or its player is banned.
   */
  identify(token: string | undefined, companion: string | undefined): Promise<Session | null>
  /** Why the player whose token and companion these are, or were, is banned; null when he is not. */
  banBehind(token: string | undefined, companion: string | undefined): Promise<string | null>
  end(session: Session): Promise<void>
  /** Where the player is signed in, this device first, then the one seen last. */
  devices(session: Session): Promise<Device[]>
  /**
   * Ends one of a player's sessions.
   *
   * @throws RefusalError 'device-unknown' when it is not his or has ended already
   */
  endDevice(playerId: number, sessionId: string): Promise<void>
  /** Those of some sessions that are over. */
  endedAmong(sessionIds: readonly string[]): Promise<string[]>
}

const secret = (): string => randomBytes(32).toString('base64url')

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

interface Remembered {
  readonly session: Session
  readonly companionHash: string
  readonly expiresAt: Date
  readonly seenAt: Date
}

async function openSession(tx: Queries, playerId: number, visit: Visit, nowMs: number) {
  const [token, companion, id] = [secret(), secret(), newId()]
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

/** Which sessions last: not ended, within their days, and used within the days that one may rest. */
function lasting(nowMs: number, idleMs: number): SQL | undefined {
  const isUsed = gt(sessions.seenAt, new Date(nowMs - idleMs))
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, new Date(nowMs)), isUsed)
}

async function findSession(db: Database, tokenHash: string, isLasting: SQL | undefined): Promise<Remembered | null> {
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

/** The ban of a player by the token of a session, whether that has ended or not. */
async function findBan(
  db: Database,
  tokenHash: string,
): Promise<{ reason: string; companionHash: string } | undefined> {
  const [row] = await db.queries
    .select({ reason: banRows.reason, companionHash: sessions.companionHash })
    .from(sessions)
    .innerJoin(banRows, and(eq(banRows.playerId, sessions.playerId), isNull(banRows.liftedAt)))
    .where(eq(sessions.tokenHash, tokenHash))
  return row
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

/** The sessions over a database. */
export function createSessions(deps: {
  db: Database
  events: SiteEvents
  now: () => number
  bans: Pick<Bans, 'reasonOf'>
  /** After how many days without a call a session is over. */
  idleDays: number
}): Sessions {
  const { db, events, now, bans } = deps
  const idleMs = deps.idleDays * DAY_MS
  const lastsNow = (): SQL | undefined => lasting(now(), idleMs)
  const remembered = new LRUCache<string, Remembered>({ max: 50_000, ttl: REMEMBERED_MS })

  function forget(sessionId: string): void {
    for (const [hash, known] of remembered.entries()) if (known.session.id === sessionId) remembered.delete(hash)
  }
  events.elsewhere.on('signedOut', ({ sessionId }) => forget(sessionId))

  /** Remembers a session, and from time to time writes down that it is used. */
  async function see(tokenHash: string, known: Remembered): Promise<void> {
    const at = new Date(now())
    const isLate = at.getTime() - known.seenAt.getTime() >= SEEN_EVERY_MS
    remembered.set(tokenHash, isLate ? { ...known, seenAt: at } : known, { noUpdateTTL: true })
    if (isLate) await db.queries.update(sessions).set({ seenAt: at }).where(eq(sessions.id, known.session.id))
  }

  function isOver({ expiresAt, seenAt }: Remembered): boolean {
    return expiresAt.getTime() <= now() || seenAt.getTime() <= now() - idleMs
  }

  async function endWhere(which: SQL | undefined): Promise<boolean> {
    const ended = await db.queries
      .update(sessions)
      .set({ endedAt: new Date(now()) })
      .where(and(which, isNull(sessions.endedAt)))
      .returning({ id: sessions.id, playerId: sessions.playerId })
    for (const { id, playerId } of ended) {
      forget(id)
      events.emit('signedOut', { sessionId: id, playerId })
    }
    return ended.length > 0
  }

  async function identify(token: string | undefined, companion: string | undefined): Promise<Session | null> {
    if (token === undefined || companion === undefined) return null
    const tokenHash = hashOf(token)
    const known = remembered.get(tokenHash) ?? (await findSession(db, tokenHash, lastsNow()))
    if (known === null || isOver(known) || !sameText(known.companionHash, hashOf(companion))) return null
    await see(tokenHash, known)
    return (await bans.reasonOf(known.session.player.id)) === null ? known.session : null
  }

  async function banBehind(token: string | undefined, companion: string | undefined): Promise<string | null> {
    if (token === undefined || companion === undefined) return null
    const found = await findBan(db, hashOf(token))
    return found !== undefined && sameText(found.companionHash, hashOf(companion)) ? found.reason : null
  }

  return {
    makeCode: async (playerId) => {
      const [code, browser] = [secret(), secret()]
      await db.queries.insert(signInCodes).values({
        hash: hashOf(code),
        browserHash: hashOf(browser),
        playerId,
        expiresAt: new Date(now() + CODE_LIFE_MS),
      })
      return { code, browser }
    },
    redeemCode: async (code, browser, visit) => {
      const isOurs = and(eq(signInCodes.hash, hashOf(code)), eq(signInCodes.browserHash, hashOf(browser ?? '')))
      // One transaction: whoever ends all sessions of the player in between waits for this one, and ends it too.
      const opened = await db.transaction(async (tx) => {
        const [used] = await tx.delete(signInCodes).where(isOurs).returning()
        if (used === undefined || used.expiresAt.getTime() <= now()) return null
        const ban = await banIn(tx, used.playerId)
        return ban === null ? openSession(tx, used.playerId, visit, now()) : { ban }
      })
      if (opened === null) return null
      if ('ban' in opened) throw bannedRefusal(opened.ban)
      const { token, companion } = opened
      const session = await identify(token, companion)
      return session === null ? null : { token, companion, session }
    },
    identify,
    banBehind,
    end: async (session) => {
      await endWhere(eq(sessions.id, session.id))
    },
    devices: (session) => devicesOf(db, session, lastsNow()),
    endDevice: async (playerId, sessionId) => {
      const isOwn = and(eq(sessions.id, sessionId), eq(sessions.playerId, playerId))
      if (!(await endWhere(isOwn))) throw new RefusalError('device-unknown')
    },
    endedAmong: async (sessionIds) => {
      const found = await db.queries
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(inArray(sessions.id, [...sessionIds]), lastsNow()))
      const known = new Set(found.map(({ id }) => id))
      return sessionIds.filter((id) => !known.has(id))
    },
  }
}
