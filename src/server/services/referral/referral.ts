// Referrals: a player's own code, and the code of another player, entered once and before the first deposit.
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { FIRST_DEPOSIT_PERCENT } from '../../../game/base/economy.ts'
import { codeOfBits, readCode } from '../../../game/rewards/referral.ts'
import type { ReferralReply, ReferredReply } from '../../../protocol/referral.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows, violatesConstraint } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { referralCodes } from '../../db/schema-rewards.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { storeNotification } from '../notices/notifications.ts'
import { type GameParts, playOnce, storeResponse } from '../rolls/play.ts'
import { agreedShare } from './own-shares.ts'
import { type OwnCode, ownReferral, referredPlayers } from './stats.ts'
import { countVisit, moveVisits, visitsOf } from './visits.ts'

/** The owner of the code that was entered; the name is null for a player who hides. */
export interface EnteredCode {
  readonly username: string | null
}

export interface ChosenCode {
  readonly code: string
  readonly link: string
}

export interface Referral {
  /**
   * Returns the tiers and the player's state; a player's code is made at the first call. Guests have no state.
   *
   * @param arrivedBy the code of the link that the browser remembers
   */
  overview(playerId: number | null, arrivedBy: string | null): Promise<Omit<ReferralReply, 'success'>>
  /** Returns a page of the players whom a player referred, the newest first. */
  playersOf(playerId: number, cursor: string | undefined): Promise<Omit<ReferredReply, 'success'>>
  /**
   * Enters the code of another player.
   *
   * @throws RefusalError 'excluded', 'referral-entered', 'referral-late', 'referral-unknown', 'referral-own', 'referral-circle'
   */
  enter(playerId: number, typed: string, idempotencyKey: IdempotencyKey): Promise<EnteredCode>
  /**
   * Counts a visit by a link, for any code.
   *
   * @param playerId who is signed in; null for a guest
   */
  countVisit(code: string, playerId: number | null): Promise<void>
  /** Enters the code of a link by the same rules; returns whether it was accepted. The player does not see a refusal. */
  enterFromLink(playerId: number, code: string): Promise<boolean>
  /**
   * Sets a code of the player's own choice, once; the previous code stops working.
   *
   * @throws RefusalError 'referral-form', 'referral-chosen', 'referral-taken'
   */
  choose(playerId: number, typed: string, idempotencyKey: IdempotencyKey): Promise<ChosenCode>
}

export interface ReferralParts extends Pick<GameParts, 'db' | 'catalogue' | 'idempotency' | 'events' | 'protection'> {
  readonly now: () => number
  readonly timeZone: string
  /** The site's public URL, without a slash at its end. */
  readonly siteUrl: string
  /** 32 random bits for a new code. */
  readonly randomBits: () => number
}

/** Advisory lock for the whole database: codes are entered one at a time. */
const ENTERING = 0x0f_2e_fe_22

/** How often a new code is drawn when it exists already: with a million codes that happens once in 4,000. */
const DRAWS = 8

/**
 * Returns the player's own code, made if there is none.
 *
 * @throws Error when every draw was taken
 */
async function ownCode(queries: Queries, playerId: number, randomBits: () => number): Promise<OwnCode> {
  const { code, chosen } = referralCodes
  for (let draw = 0; draw < DRAWS; draw++) {
    const [known] = await queries
      .select({ code, chosen })
      .from(referralCodes)
      .where(eq(referralCodes.playerId, playerId))
    if (known !== undefined) return known
    await queries
      .insert(referralCodes)
      .values({ playerId, code: codeOfBits(randomBits()) })
      .onConflictDoNothing()
  }
  throw new Error(`No code was free for player ${playerId}`)
}

/** Returns the owner of a code; bots have none. */
async function ownerOf(tx: Queries, code: string | null): Promise<{ id: number; username: string | null } | undefined> {
  if (code === null) return undefined
  const [owner] = await tx
    .select({ id: players.id, username: players.username, hidden: players.hidden })
    .from(referralCodes)
    .innerJoin(players, eq(players.id, referralCodes.playerId))
    .where(and(eq(referralCodes.code, code), eq(players.house, false)))
  return owner === undefined ? undefined : { id: owner.id, username: owner.hidden ? null : owner.username }
}

/** Tells whether a player is in another player's chain of referrers. */
async function isBehind(tx: Queries, playerId: number, ofId: number): Promise<boolean> {
  // A union without duplicates ends even when the data holds a circle.
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`
    with recursive chain as (
      select id, referrer_id from players where id = ${ofId}
      union select players.id, players.referrer_id from players join chain on players.id = chain.referrer_id
    ) select id from chain where id = ${playerId}`,
  )
  return rows.length > 0
}

async function enterCode(tx: Queries, playerId: number, typed: string, at: Date): Promise<EnteredCode> {
  // One at a time: two players who enter each other's codes at once, or twenty in a ring, could not see each other's otherwise.
  await tx.execute(sql`select pg_advisory_xact_lock(${ENTERING})`)
  const [player] = await tx
    .select({ referrerId: players.referrerId })
    .from(players)
    .where(eq(players.id, playerId))
    .for('no key update')
  await assertNotExcluded(tx, playerId, at)
  if (player?.referrerId !== null) throw new RefusalError('referral-entered')
  const paid = await tx.$count(orders, and(eq(orders.playerId, playerId), isNotNull(orders.paidAt)))
  if (paid > 0) throw new RefusalError('referral-late')
  const owner = await ownerOf(tx, readCode(typed))
  if (owner === undefined) throw new RefusalError('referral-unknown')
  if (owner.id === playerId) throw new RefusalError('referral-own')
  if (await isBehind(tx, playerId, owner.id)) throw new RefusalError('referral-circle')
  const entered = await tx
    .update(players)
    .set({ referrerId: owner.id, referredAt: at })
    .where(and(eq(players.id, playerId), isNull(players.referrerId)))
    .returning({ id: players.id })
  if (entered.length !== 1) throw new Error(`The code of player ${playerId} was entered meanwhile`)
  return { username: owner.username }
}

/** Makes the referrals over a database. */
export function createReferral(parts: ReferralParts): Referral {
  const { db, catalogue, idempotency, events, now, siteUrl, randomBits } = parts
  const linkOf = (code: string): string => `${siteUrl}/r/${code}`

  async function choose(
    tx: Queries,
    playerId: number,
    code: string,
    idempotencyKey: IdempotencyKey,
  ): Promise<ChosenCode> {
    const before = await ownCode(tx, playerId, randomBits)
    const changed = await tx
      .update(referralCodes)
      .set({ code, chosen: true })
      .where(and(eq(referralCodes.playerId, playerId), eq(referralCodes.chosen, false)))
      .returning({ code: referralCodes.code })
    if (changed.length === 0) throw new RefusalError('referral-chosen')
    await moveVisits(tx, before.code, code)
    const answer = { code, link: linkOf(code) }
    await storeResponse(tx, idempotencyKey, answer)
    return answer
  }

  return {
    overview: async (playerId, arrivedBy) => {
      const tiers = catalogue().rewards.referral.map(({ name, fromCents, percent }) => ({
        name,
        from: fromCents,
        percent,
      }))
      if (playerId === null) return { tiers, own: null }
      const code = await ownCode(db.queries, playerId, randomBits)
      const own = await ownReferral(db, playerId, { nowMs: now(), timeZone: parts.timeZone })
      const offered = own.mayEnter && arrivedBy !== code.code ? arrivedBy : null
      const visits = await visitsOf(db.queries, code.code)
      const agreed = await agreedShare(db.queries, playerId, catalogue().rewards, new Date(now()))
      return { tiers, own: { ...code, link: linkOf(code.code), visits, ...own, offered, agreed } }
    },
    playersOf: (playerId, cursor) => referredPlayers(db, playerId, cursor),
    enter: (playerId, typed, idempotencyKey) =>
      playOnce(parts, idempotencyKey, () =>
        db.transaction(async (tx) => {
          const entered = await enterCode(tx, playerId, typed, new Date(now()))
          await storeResponse(tx, idempotencyKey, entered)
          return entered
        }),
      ),
    countVisit: (code, playerId) => countVisit(db.queries, { code, playerId, atMs: now(), timeZone: parts.timeZone }),
    enterFromLink: async (playerId, code) => {
      const notification: PlayerNotification = {
        kind: 'referred',
        amounts: { percent: FIRST_DEPOSIT_PERCENT },
        link: '/bonuses',
      }
      try {
        await db.transaction(async (tx) => {
          await enterCode(tx, playerId, code, new Date(now()))
          await storeNotification(tx, playerId, notification)
        })
      } catch (error) {
        if (error instanceof RefusalError) return false
        throw error
      }
      events.emit('notification', { playerId, notification })
      return true
    },
    choose: (playerId, typed, idempotencyKey) =>
      idempotency.run(idempotencyKey, async () => {
        const code = readCode(typed)
        if (code === null) throw new RefusalError('referral-form')
        try {
          return await db.transaction((tx) => choose(tx, playerId, code, idempotencyKey))
        } catch (error) {
          if (violatesConstraint(error, 'referral_codes_code_unique')) throw new RefusalError('referral-taken')
          throw error
        }
      }),
  }
}
