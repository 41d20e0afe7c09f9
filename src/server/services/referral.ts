// Who brought whom: a player's own code, and the one of another that he enters, once and before his first deposit.
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ReferralReply, ReferredReply } from '../../contract/referral.ts'
import { FIRST_DEPOSIT_PERCENT } from '../../game/economy.ts'
import { codeOfBits, readCode } from '../../game/referral.ts'
import { type Queries, violates } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { orders } from '../db/schema-payments.ts'
import { referralCodes } from '../db/schema-rewards.ts'
import { RefusalError } from '../refusal.ts'
import { type GameParts, keepAnswer, playOnce } from './game-turn.ts'
import { keepNotice, type Notice } from './notifications.ts'
import type { Click } from './once.ts'
import { assertNotExcluded } from './protection.ts'
import { type OwnCode, ownReferral, referredPlayers } from './referral-standing.ts'

/** Whose code was entered; the name is null of a player who hides. */
export interface Entered {
  readonly username: string | null
}

export interface ChosenCode {
  readonly code: string
  readonly link: string
}

export interface Referral {
  /**
   * The tiers, and where a player stands; his code is made at the first look. Guests have no standing.
   *
   * @param arrivedBy the code of the link that his browser remembers
   */
  standingOf(playerId: number | null, arrivedBy: string | null): Promise<Omit<ReferralReply, 'success'>>
  /** A page of the players whom a player brought, the newest first. */
  playersOf(playerId: number, cursor: string | undefined): Promise<Omit<ReferredReply, 'success'>>
  /**
   * Enters the code of another player.
   *
   * @throws RefusalError 'excluded', 'referral-entered', 'referral-late', 'referral-unknown', 'referral-own', 'referral-circle'
   */
  enter(playerId: number, typed: string, click: Click): Promise<Entered>
  /** Takes the code of a link through the same rules; whether it was taken. What stands against it is said to nobody. */
  arriveBy(playerId: number, code: string): Promise<boolean>
  /**
   * Takes a code of the player's own choice, once; the one before it leads to nobody from then on.
   *
   * @throws RefusalError 'referral-form', 'referral-chosen', 'referral-taken'
   */
  choose(playerId: number, typed: string, click: Click): Promise<ChosenCode>
}

export interface ReferralParts extends Pick<GameParts, 'db' | 'catalogue' | 'once' | 'events' | 'protection'> {
  readonly now: () => number
  readonly timeZone: string
  /** Where players reach the site, without a slash at its end. */
  readonly siteUrl: string
  /** 32 random bits: what a new code is made of. */
  readonly randomBits: () => number
}

/** Named once for the whole database: codes are entered one after the other. */
const ENTERING = 0x0f_2e_fe_22

/** So often a new code may be somebody's already: with a million codes given that happens once in 4,000. */
const DRAWS = 8

/**
 * The player's own code, made if he has none.
 *
 * @throws Error when one draw after the other was taken
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

/** Who has a code; programs bring nobody. */
async function ownerOf(tx: Queries, code: string | null): Promise<{ id: number; username: string | null } | undefined> {
  if (code === null) return undefined
  const [owner] = await tx
    .select({ id: players.id, username: players.username, hidden: players.hidden })
    .from(referralCodes)
    .innerJoin(players, eq(players.id, referralCodes.playerId))
    .where(and(eq(referralCodes.code, code), eq(players.house, false)))
  return owner === undefined ? undefined : { id: owner.id, username: owner.hidden ? null : owner.username }
}

/** Whether a player is among those who brought another one: the one who brought him, the one who brought that one, and so on. */
async function isBehind(tx: Queries, playerId: number, ofId: number): Promise<boolean> {
  // A union without doubles ends even on books that are damaged.
  const { rows } = (await tx.execute(sql`
    with recursive chain as (
      select id, referrer_id from players where id = ${ofId}
      union select players.id, players.referrer_id from players join chain on players.id = chain.referrer_id
    ) select id from chain where id = ${playerId}`)) as unknown as { rows: unknown[] }
  return rows.length > 0
}

async function enterCode(tx: Queries, playerId: number, typed: string, at: Date): Promise<Entered> {
  // One at a time: two who enter each other's codes at once, or twenty in a ring, could not see each other's otherwise.
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
  if (entered.length !== 1) throw new Error(`The code of player ${playerId} was entered in between`)
  return { username: owner.username }
}

/** The referrals over a database. */
export function createReferral(parts: ReferralParts): Referral {
  const { db, catalogue, once, events, now, siteUrl, randomBits } = parts
  const linkOf = (code: string): string => `${siteUrl}/r/${code}`

  async function choose(tx: Queries, playerId: number, code: string, click: Click): Promise<ChosenCode> {
    await ownCode(tx, playerId, randomBits)
    const changed = await tx
      .update(referralCodes)
      .set({ code, chosen: true })
      .where(and(eq(referralCodes.playerId, playerId), eq(referralCodes.chosen, false)))
      .returning({ code: referralCodes.code })
    if (changed.length === 0) throw new RefusalError('referral-chosen')
    const answer = { code, link: linkOf(code) }
    await keepAnswer(tx, click, answer)
    return answer
  }

  return {
    standingOf: async (playerId, arrivedBy) => {
      const tiers = catalogue().rewards.referral.map(({ name, fromCents, percent }) => ({
        name,
        from: fromCents,
        percent,
      }))
      if (playerId === null) return { tiers, own: null }
      const code = await ownCode(db.queries, playerId, randomBits)
      const own = await ownReferral(db, playerId, { nowMs: now(), timeZone: parts.timeZone })
      const offered = own.mayEnter && arrivedBy !== code.code ? arrivedBy : null
      return { tiers, own: { ...code, link: linkOf(code.code), ...own, offered } }
    },
    playersOf: (playerId, cursor) => referredPlayers(db, playerId, cursor),
    enter: (playerId, typed, click) =>
      playOnce(parts, click, () =>
        db.transaction(async (tx) => {
          const entered = await enterCode(tx, playerId, typed, new Date(now()))
          await keepAnswer(tx, click, entered)
          return entered
        }),
      ),
    arriveBy: async (playerId, code) => {
      const notice: Notice = { kind: 'referred', amounts: { percent: FIRST_DEPOSIT_PERCENT }, link: '/bonuses' }
      try {
        await db.transaction(async (tx) => {
          await enterCode(tx, playerId, code, new Date(now()))
          await keepNotice(tx, playerId, notice)
        })
      } catch (error) {
        if (error instanceof RefusalError) return false
        throw error
      }
      events.emit('notice', { playerId, notice })
      return true
    },
    choose: (playerId, typed, click) =>
      once.run(click, async () => {
        const code = readCode(typed)
        if (code === null) throw new RefusalError('referral-form')
        try {
          return await db.transaction((tx) => choose(tx, playerId, code, click))
        } catch (error) {
          if (violates(error, 'referral_codes_code_unique')) throw new RefusalError('referral-taken')
          throw error
        }
      }),
  }
}
