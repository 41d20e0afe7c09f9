// Limits that players set themselves: deposit limits, time-outs, self-exclusion. An exclusion is a row that nobody can change.
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Language, Localized } from '../../../game/base/language.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import {
  changeLimit,
  DAY_MS,
  type Limit,
  leftOf,
  limitAt,
  NO_LIMIT,
  windowStart,
} from '../../../game/payments/limits.ts'
import { textFor } from '../../../i18n/text.ts'
import {
  type DepositLimit,
  type ExcludeBody,
  type Exclusion,
  LIMIT_WINDOWS,
  type LimitsBody,
  type LimitsReply,
  type LimitWindow,
} from '../../../protocol/limits.ts'
import type { SiteEvents } from '../../base/events.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { depositLimits, exclusions, orders } from '../../db/schema-payments.ts'
import { lockPlayer } from '../calls/player.ts'
import { earnBadge } from '../notices/badges.ts'
import { recordLimitChange } from './limit-changes.ts'

/** Up to this many days it is a time-out, beyond it self-exclusion. */
const TIME_OUT_DAYS = 30

/**
 * How long this process may not know of an exclusion that another process added, when the event was lost. Games have to be closed
 * everywhere within two seconds; the other second is for games under way.
 */
const UNAWARE_MS = 1_000

type PerWindow<T> = Readonly<Record<LimitWindow, T>>

function perWindow<T>(make: (window: LimitWindow) => T): PerWindow<T> {
  return { day: make('day'), week: make('week'), month: make('month') }
}

function nullableCents(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount)
}

async function limitsIn(queries: Queries, playerId: number, nowMs: number): Promise<PerWindow<Limit>> {
  const rows = await queries.select().from(depositLimits).where(eq(depositLimits.playerId, playerId))
  return perWindow((window) => {
    const row = rows.find((candidate) => candidate.window === window)
    if (row === undefined) return NO_LIMIT
    const pending =
      row.pendingAt === null ? null : { amount: nullableCents(row.pendingAmount), atMs: row.pendingAt.getTime() }
    return limitAt({ amount: nullableCents(row.amount), pending }, nowMs)
  })
}

/**
 * Returns the deposits that count in each window, before refunds. A paid order counts from the moment it was paid, so that a late
 * payment counts when the money arrived. An open order counts in every window however old it is, because it may be paid at any
 * moment.
 */
async function usedIn(
  queries: Queries,
  playerId: number,
  nowMs: number,
  counted: 'paid and open' | 'paid' = 'paid and open',
): Promise<PerWindow<Cents>> {
  const isPaidIn = (window: LimitWindow) => gt(orders.paidAt, new Date(windowStart(window, nowMs)))
  const countsIn = (window: LimitWindow) =>
    counted === 'paid' ? isPaidIn(window) : or(hasState(orders.state, 'created'), isPaidIn(window))
  const [row] = await queries
    .select(perWindow((window) => sql<string | null>`sum(${orders.amount}) filter (where ${countsIn(window)})`))
    .from(orders)
    .where(and(eq(orders.playerId, playerId), countsIn('month')))
  return perWindow((window) => cents(Number(row?.[window] ?? 0)))
}

/** Returns the exclusion of a player that lasts longest; null when none is in force. */
async function exclusionIn(queries: Queries, playerId: number, at: Date): Promise<Exclusion | null> {
  const [row] = await queries
    .select({ kind: exclusions.kind, until: exclusions.until, words: exclusions.words })
    .from(exclusions)
    .where(and(eq(exclusions.playerId, playerId), or(isNull(exclusions.until), gt(exclusions.until, at))))
    .orderBy(sql`${exclusions.until} desc nulls first`, desc(exclusions.id))
    .limit(1)
  return row === undefined ? null : { kind: row.kind, until: row.until?.getTime() ?? null, words: row.words }
}

/** Returns the refusal of everything that an exclusion closes; it names the day in UTC. */
function excludedRefusal({ until, words }: Exclusion): RefusalError {
  const byShop = words !== null
  if (until === null) {
    return new RefusalError('excluded', {}, { context: byShop ? 'byShopForever' : 'forever', until: '' }, words)
  }
  const [year, month, day] = new Date(until).toISOString().slice(0, 10).split('-')
  return new RefusalError(
    'excluded',
    {},
    { ...(byShop && { context: 'byShop' }), until: `${day}.${month}.${year}` },
    words,
  )
}

/** Returns the toast of the player's other pages when an exclusion begins. */
export function exclusionToast(exclusion: Exclusion, language: Language): { type: 'success'; message: string } {
  const { code, facts, words } = excludedRefusal(exclusion)
  const named = { price: '', ...facts, ...(words !== null && { words: words[language] }) }
  return { type: 'success', message: textFor(language, 'replies')(`refusal.${code}`, named) }
}

/** Returns the kind of the exclusion in force; null for none. */
export async function exclusionKind(queries: Queries, playerId: number, at: Date): Promise<Exclusion['kind'] | null> {
  return (await exclusionIn(queries, playerId, at))?.kind ?? null
}

/** Tells whether a time-out or a self-exclusion of the player is in force. */
export async function isExcluded(queries: Queries, playerId: number, at: Date): Promise<boolean> {
  return (await exclusionIn(queries, playerId, at)) !== null
}

/** Tells whether the shop has excluded a player, and that is in force. */
export async function isExcludedByShop(queries: Queries, playerId: number, at: Date): Promise<boolean> {
  const inForce = or(isNull(exclusions.until), gt(exclusions.until, at))
  return (
    (await queries.$count(exclusions, and(eq(exclusions.playerId, playerId), inForce, isNotNull(exclusions.words)))) > 0
  )
}

/** Throws RefusalError 'excluded' while a time-out or a self-exclusion of the player is in force. */
export async function assertNotExcluded(queries: Queries, playerId: number, at: Date): Promise<void> {
  const exclusion = await exclusionIn(queries, playerId, at)
  if (exclusion !== null) throw excludedRefusal(exclusion)
}

/**
 * Checks that an order fits the player's limits; the same transaction inserts the order, which is the reservation. The caller has
 * locked the player's row: the limits are a sum over the player's orders.
 *
 * @throws RefusalError 'limit-reached' with the amount left when the tightest limit leaves less
 */
export async function reserveDeposit(
  tx: Queries,
  deposit: { playerId: number; amount: Cents; at: Date },
): Promise<void> {
  const nowMs = deposit.at.getTime()
  const limits = await limitsIn(tx, deposit.playerId, nowMs)
  if (LIMIT_WINDOWS.every((window) => limits[window].amount === null)) return
  const used = await usedIn(tx, deposit.playerId, nowMs)
  const lefts = LIMIT_WINDOWS.flatMap((window) => leftOf(limits[window].amount, used[window]) ?? [])
  const left = Math.min(...lefts)
  if (deposit.amount > left) throw new RefusalError('limit-reached', { left })
}

/**
 * Tells whether a payment that has arrived exceeds the limits in force now, whenever its order was made: with the payments before it, without
 * open orders. The caller has locked the player's row.
 */
export async function exceedsLimits(
  tx: Queries,
  { playerId, amount, at }: { playerId: number; amount: Cents; at: Date },
): Promise<boolean> {
  const nowMs = at.getTime()
  const limits = await limitsIn(tx, playerId, nowMs)
  if (LIMIT_WINDOWS.every((window) => limits[window].amount === null)) return false
  const used = await usedIn(tx, playerId, nowMs, 'paid')
  return LIMIT_WINDOWS.some((window) => amount > (leftOf(limits[window].amount, used[window]) ?? amount))
}

async function limitsStatusOf(queries: Queries, playerId: number, at: Date): Promise<LimitsStatus> {
  const nowMs = at.getTime()
  const limits = await limitsIn(queries, playerId, nowMs)
  const used = await usedIn(queries, playerId, nowMs)
  return {
    limits: LIMIT_WINDOWS.map((window): DepositLimit => {
      const { amount, pending } = limits[window]
      const waits = pending === null ? null : { amount: pending.amount, at: pending.atMs }
      return { window, amount, used: used[window], pending: waits }
    }),
    exclusion: await exclusionIn(queries, playerId, at),
  }
}

async function changeLimits(
  tx: Queries,
  playerId: number,
  body: LimitsBody,
  { at, timeZone }: { readonly at: Date; readonly timeZone: string },
): Promise<void> {
  await lockPlayer(tx, playerId)
  const limits = await limitsIn(tx, playerId, at.getTime())
  for (const window of LIMIT_WINDOWS) {
    const requested = body[window]
    if (requested === undefined) continue
    const { amount, pending } = changeLimit(limits[window], nullableCents(requested), at.getTime())
    const changes = {
      amount,
      pendingAmount: pending?.amount ?? null,
      pendingAt: pending === null ? null : new Date(pending.atMs),
      changedAt: at,
    }
    const before = limits[window].amount
    // What waits already is not asked for twice.
    const isAsked = limits[window].pending?.amount === requested
    if (requested !== before && !isAsked) {
      const appliesAt = changes.pendingAt ?? at
      await recordLimitChange(tx, { playerId, window, before, after: requested, at, appliesAt }, timeZone)
    }
    await tx
      .insert(depositLimits)
      .values({ playerId, window, ...changes })
      .onConflictDoUpdate({ target: [depositLimits.playerId, depositLimits.window], set: changes })
  }
}

/** One that is asked for again in this time adds no row: it would be longer by as little, and the rows stay for ever. */
const SAME_EXCLUSION_MS = 10 * 60_000

/** How a player is excluded. */
export interface ExclusionTerms {
  readonly playerId: number
  readonly days: ExcludeBody['days']
  readonly at: Date
  /** What the player reads where the shop excludes them; null where they do. */
  readonly words: Localized | null
}

/** Excludes a player in a transaction. Returns the exclusion in force: a longer one remains. Nobody can lift one early. */
export async function excludeIn(tx: Queries, { playerId, days, at, words }: ExclusionTerms): Promise<Exclusion> {
  await lockPlayer(tx, playerId)
  const until = days === 'forever' ? null : at.getTime() + days * DAY_MS
  const current = await exclusionIn(tx, playerId, at)
  const isCovered =
    current !== null && (current.until === null || (until !== null && until <= current.until + SAME_EXCLUSION_MS))
  if (isCovered) return current
  const kind = days !== 'forever' && days <= TIME_OUT_DAYS ? 'time-out' : 'self-exclusion'
  await tx.insert(exclusions).values({ playerId, kind, at, until: until === null ? null : new Date(until), words })
  return { kind, until, words }
}

/** A player's limits and how much of them is used. */
export type LimitsStatus = Omit<LimitsReply, 'success'>

export interface Protection {
  /** Returns the limits of a player, the deposits in their windows, and the exclusion in force. */
  limitsOf(playerId: number): Promise<LimitsStatus>
  /** Changes limits: lower at once, higher (or none) a day later. Returns the limits afterwards. */
  setLimits(playerId: number, body: LimitsBody): Promise<LimitsStatus>
  /** Closes deposits and games for a player from now on. Returns the exclusion in force: a longer one remains. */
  exclude(playerId: number, days: ExcludeBody['days']): Promise<Exclusion>
  /** Throws RefusalError 'excluded' while games are closed for a player; asks exclusionOf. */
  assertMayPlay(playerId: number): Promise<void>
  /** Returns the exclusion in force, cached; one that another process added is known a second later at most. */
  exclusionOf(playerId: number): Promise<Exclusion | null>
}

interface Remembered {
  readonly exclusion: Exclusion | null
  readonly goodUntilMs: number
}

export interface ProtectionParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  /** Of the site's days. */
  readonly timeZone: string
}

/** Makes the protection of players over a database. */
export function createProtection({ db, events, now, timeZone }: ProtectionParts): Protection {
  const cache = growingCache<number, Remembered>(100_000)

  function cachedExclusion(playerId: number): Exclusion | null | undefined {
    const known = cache.get(playerId)
    return known !== undefined && known.goodUntilMs > now() ? known.exclusion : undefined
  }

  function cacheExclusion(playerId: number, exclusion: Exclusion | null): Exclusion | null {
    // A read that began before an exclusion was added must not replace it; as exclusions are never lifted, it is cached until it
    // ends.
    const known = cachedExclusion(playerId)
    if (exclusion === null && known) return known
    const goodUntilMs = exclusion === null ? now() + UNAWARE_MS : (exclusion.until ?? Number.POSITIVE_INFINITY)
    cache.set(playerId, { exclusion, goodUntilMs })
    return exclusion
  }
  events.remote.on('exclusion', ({ playerId, exclusion }) => cacheExclusion(playerId, exclusion))

  async function exclusionOf(playerId: number): Promise<Exclusion | null> {
    const known = cachedExclusion(playerId)
    if (known !== undefined) return known
    return cacheExclusion(playerId, await exclusionIn(db.queries, playerId, new Date(now())))
  }

  return {
    limitsOf: (playerId) => limitsStatusOf(db.queries, playerId, new Date(now())),
    setLimits: async (playerId, body) => {
      const at = new Date(now())
      const isSet = LIMIT_WINDOWS.some((window) => body[window] != null)
      const { status, notification } = await db.transaction(async (tx) => {
        await changeLimits(tx, playerId, body, { at, timeZone })
        const earned = isSet ? await earnBadge(tx, playerId, 'limit') : null
        return { status: await limitsStatusOf(tx, playerId, at), notification: earned }
      })
      if (notification !== null) events.emit('notification', { playerId, notification })
      return status
    },
    exclude: async (playerId, days) => {
      const exclusion = await db.transaction((tx) =>
        excludeIn(tx, { playerId, days, at: new Date(now()), words: null }),
      )
      cacheExclusion(playerId, exclusion)
      events.emit('exclusion', { playerId, exclusion })
      return exclusion
    },
    assertMayPlay: async (playerId) => {
      const exclusion = await exclusionOf(playerId)
      if (exclusion !== null) throw excludedRefusal(exclusion)
    },
    exclusionOf,
  }
}
