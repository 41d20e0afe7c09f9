// The erasure of a player: what identifies them is removed, the ledger and results stay under a number. The player asks for it and
// can take it back for seven days; an operator does it at once. Both run erasePlayer.

import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { FIXED_REASONS } from '../../../game/office/job-reasons.ts'
import { LIVE_STATES } from '../../../game/withdrawal/withdrawal.ts'
import type { Erasure } from '../../../protocol/account.ts'
import { type Actor, jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { favouriteCases, idempotencyKeys, notifications, players } from '../../db/schema.ts'
import { battleSeats, battles } from '../../db/schema-battles.ts'
import { letterMessages, letterPictures, letters } from '../../db/schema-letters.ts'
import { playerNotes } from '../../db/schema-office.ts'
import { accountTraces, bans, erasures } from '../../db/schema-operations.ts'
import { orders } from '../../db/schema-payments.ts'
import { partnerShares, referralCodes } from '../../db/schema-rewards.ts'
import { playConversations, playSignals } from '../../db/schema-safer-play.ts'
import { consents, playerCampaigns, sessions, signInCodes } from '../../db/schema-sessions.ts'
import { overlays, shares } from '../../db/schema-sharing.ts'
import { steamAccounts, withdrawals } from '../../db/schema-withdrawals.ts'
import { lockPlayer } from '../calls/player.ts'

/** Long enough to change one's mind, and far below the month that the law gives. */
const COOLING_OFF_MS = 7 * 86_400_000

/** The reason of the ban that keeps an erased account closed; the player reads it when they sign in. */
const REASON = FIXED_REASONS['deleted-own']

/** The same where an operator erases a player who has not asked for it on the site. */
export const OPERATOR_REASON = FIXED_REASONS['deleted-shop']

/** How many erasures one run of the job does. */
const BATCH_SIZE = 100

/** Tells whether something of a player is under way that needs them: a withdrawal, a payment that may arrive, a dispute, or a battle. */
async function hasOpen(tx: Queries, playerId: number): Promise<boolean> {
  const isLive = and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, ...LIVE_STATES))
  const isUnsettled = and(eq(orders.playerId, playerId), hasState(orders.state, 'created', 'disputed', 'kept'))
  const inBattle = tx
    .select({ id: battles.id })
    .from(battleSeats)
    .innerJoin(battles, eq(battles.id, battleSeats.battleId))
    .where(and(eq(battleSeats.playerId, playerId), hasState(battles.state, 'open', 'locked', 'drawn')))
    .limit(1)
  return (
    (await tx.$count(withdrawals, isLive)) > 0 ||
    (await tx.$count(orders, isUnsettled)) > 0 ||
    (await inBattle).length > 0
  )
}

async function removeIdentity(tx: Queries, playerId: number, at: Date): Promise<void> {
  await tx
    .update(players)
    .set({
      username: 'deleted',
      avatar: '',
      steamLevel: null,
      tradeLink: null,
      hidden: true,
      onBoards: false,
      listedAt: null,
      realityMinutes: null,
    })
    .where(eq(players.id, playerId))
  await tx.update(consents).set({ address: '' }).where(eq(consents.playerId, playerId))
  await tx.update(withdrawals).set({ tradeLink: '' }).where(eq(withdrawals.playerId, playerId))
  await tx
    .update(referralCodes)
    .set({ code: `DELETED${playerId}`, chosen: false })
    .where(eq(referralCodes.playerId, playerId))
  await tx
    .update(partnerShares)
    .set({ endedAt: at })
    .where(and(eq(partnerShares.playerId, playerId), isNull(partnerShares.endedAt)))
  await tx.update(orders).set({ url: null }).where(eq(orders.playerId, playerId))
  const removed = [signInCodes, sessions, notifications, idempotencyKeys, favouriteCases, steamAccounts, accountTraces]
  // A letter after what is in it.
  const written = [letterPictures, letterMessages, letters]
  const noted = [playerNotes, playSignals, playConversations, playerCampaigns]
  for (const table of [...removed, shares, overlays, ...noted, ...written])
    await tx.delete(table).where(eq(table.playerId, playerId))
}

export interface ErasureOptions {
  /** The reason of the ban; a player who has asked for the erasure is told so instead. */
  readonly reason?: string
  /** Returns what an erasure would, and changes nothing. */
  readonly preview?: boolean
}

/**
 * Erases a player now, and closes their account: the Steam ID stays, so that the closure, exclusions and bans hold for whoever
 * signs in with it. An earlier ban keeps its reason.
 *
 * @returns 'open' when a withdrawal, an unpaid order or a dispute is under way: then nothing has changed
 */
export async function erasePlayer(
  db: Database,
  playerId: number,
  at: Date,
  by: Actor,
  { reason = REASON, preview = false }: ErasureOptions = {},
): Promise<'erased' | 'open' | 'erased-before'> {
  return db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    const [request] = await tx.select().from(erasures).where(eq(erasures.playerId, playerId))
    if (request?.erasedAt != null) return 'erased-before'
    if (await hasOpen(tx, playerId)) return 'open'
    if (preview) return 'erased'
    await tx
      .insert(erasures)
      .values({ playerId, requestedAt: at, dueAt: at, erasedAt: at })
      .onConflictDoUpdate({ target: erasures.playerId, set: { erasedAt: at } })
    const banReason = request === undefined ? reason : request.byShop ? OPERATOR_REASON : REASON
    await tx.insert(bans).values({ playerId, reason: banReason, at: sql`now()` }).onConflictDoNothing()
    await removeIdentity(tx, playerId, at)
    const difference = { before: { erased: false }, after: { erased: true } }
    await recordAct(tx, {
      by,
      verb: 'players.erase',
      kind: 'player',
      subject: playerId,
      ...difference,
      reason: banReason,
    })
    return 'erased'
  })
}

async function requestedBy(queries: Queries, playerId: number): Promise<Erasure | null> {
  const [row] = await queries.select().from(erasures).where(eq(erasures.playerId, playerId))
  return row === undefined ? null : { requested_at: row.requestedAt.getTime(), due_at: row.dueAt.getTime() }
}

/** Who of the shop asks for an erasure or takes it back, and why; undefined for the player. */
export interface ShopCause {
  readonly by: Actor
  readonly reason: string
}

/**
 * Asks for the erasure of a player, in a transaction. A second request changes nothing.
 *
 * @throws RefusalError 'erasure-open' while a withdrawal, an unpaid order or a dispute is under way
 */
export async function requestErasureIn(
  tx: Queries,
  playerId: number,
  nowMs: number,
  shop?: ShopCause,
): Promise<Erasure> {
  await lockPlayer(tx, playerId)
  const request = await requestedBy(tx, playerId)
  if (request !== null) return request
  if (await hasOpen(tx, playerId)) throw new RefusalError('erasure-open')
  const dueAt = new Date(nowMs + COOLING_OFF_MS)
  const byShop = shop !== undefined
  await tx.insert(erasures).values({ playerId, requestedAt: new Date(nowMs), dueAt, byShop })
  if (byShop) {
    const difference = { before: { erasureDue: null }, after: { erasureDue: dueAt.toISOString() } }
    await recordAct(tx, { ...shop, verb: 'players.erase', kind: 'player', subject: playerId, ...difference })
  }
  return { requested_at: nowMs, due_at: dueAt.getTime() }
}

/**
 * Takes a request back while it waits, in a transaction. The shop takes back its own alone; the player any.
 *
 * @throws RefusalError 'erasure-none' without such a request, and once its seven days are over
 */
export async function takeErasureBackIn(tx: Queries, playerId: number, nowMs: number, shop?: ShopCause): Promise<void> {
  await lockPlayer(tx, playerId)
  const isOpen = and(isNull(erasures.erasedAt), gt(erasures.dueAt, new Date(nowMs)))
  const isOwn = shop === undefined ? undefined : eq(erasures.byShop, true)
  const [taken] = await tx
    .delete(erasures)
    .where(and(eq(erasures.playerId, playerId), isOpen, isOwn))
    .returning({ dueAt: erasures.dueAt })
  if (taken === undefined) throw new RefusalError('erasure-none')
  if (shop === undefined) return
  const difference = { before: { erasureDue: taken.dueAt.toISOString() }, after: { erasureDue: null } }
  await recordAct(tx, { ...shop, verb: 'players.unerase', kind: 'player', subject: playerId, ...difference })
}

export interface Erasures {
  /** Returns the erasure that a player asked for; null for none. */
  of(playerId: number): Promise<Erasure | null>
  /**
   * Asks for the erasure of a player, who has confirmed that balance and items are lost. A second request changes nothing.
   *
   * @throws RefusalError 'erasure-open' while a withdrawal, an unpaid order or a dispute is under way
   */
  request(playerId: number): Promise<Erasure>
  /**
   * Takes a request back.
   *
   * @throws RefusalError 'erasure-none' without a request, and once its seven days are over
   */
  takeBack(playerId: number): Promise<void>
  /** Erases the players whose time has come; one with something under way waits. */
  runDue(): Promise<void>
}

export interface ErasuresParts {
  readonly db: Database
  readonly now: () => number
  readonly log: { info(fields: object, message: string): void }
}

/** Makes the erasures over a database. */
export function createErasures({ db, now, log }: ErasuresParts): Erasures {
  return {
    of: (playerId) => requestedBy(db.queries, playerId),
    request: (playerId) => db.transaction((tx) => requestErasureIn(tx, playerId, now())),
    takeBack: (playerId) => db.transaction((tx) => takeErasureBackIn(tx, playerId, now())),
    runDue: async () => {
      const at = new Date(now())
      const requests = await db.queries
        .select({ playerId: erasures.playerId })
        .from(erasures)
        .where(and(isNull(erasures.erasedAt), lte(erasures.dueAt, at)))
        .orderBy(erasures.dueAt)
        .limit(BATCH_SIZE)
      for (const { playerId } of requests) {
        const outcome = await erasePlayer(db, playerId, at, jobActor('erasures'))
        log.info({ player: playerId, outcome }, 'an erasure was due')
      }
    },
  }
}
