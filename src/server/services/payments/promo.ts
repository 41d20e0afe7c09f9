// The use of promo codes: a percentage or a fixed sum on top of a deposit. A paid order has used its code; an open order holds a use of it for its player.
import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { promoName } from '../../../game/office/promo.ts'
import { countingBonus } from '../../../game/payments/deposit.ts'
import { cappedPercent, chosenBonus, type DepositBonus, leastForSum } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { ApproveReply } from '../../../protocol/payment.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { players } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { promoCodes, promoOpenings } from '../../db/schema-promo.ts'
import { assertNotExcluded } from '../account/protection.ts'

export type PromoCode = typeof promoCodes.$inferSelect

/** Selects orders that have used their code: paid ones that were not refunded in full. Disputes make no difference. */
export const IS_USED = sql`${orders.paidAt} is not null and ${orders.refundedMinor} < ${orders.charge}`

export const IS_OPEN = sql`${orders.state} = 'created'`

/** Counts the orders that a condition selects. */
function countOf(condition: SQL): SQL<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`
}

interface UsesLeft {
  readonly own: boolean
  readonly total: boolean
  /** True when a use would be left in total if the open orders of others were not paid. */
  readonly isHeld: boolean
}

/**
 * Tells whether a use is left for the player, and one in total. A paid order is a use. The open orders of a player hold one more
 * together, for the one that is paid first: so an unpaid order takes nothing from its own player, and no bonus is promised to
 * more players than there are uses. A code without a limit is not counted: it may have millions of uses.
 *
 * @param except an order that asks for its own use again
 */
async function usesLeft(queries: Queries, promo: PromoCode, playerId: number, except?: string): Promise<UsesLeft> {
  const ofCode = and(
    eq(orders.promoId, promo.id),
    or(IS_OPEN, IS_USED),
    except === undefined ? undefined : ne(orders.id, except),
  )
  const own = await queries.$count(orders, and(ofCode, IS_USED, eq(orders.playerId, playerId)))
  const isOwnLeft = own < promo.usesPerPlayer
  if (promo.usesMax === null) return { own: isOwnLeft, total: true, isHeld: false }
  const others = queries
    .select({ paid: countOf(IS_USED).as('paid'), open: countOf(IS_OPEN).as('open') })
    .from(orders)
    .where(and(ofCode, ne(orders.playerId, playerId)))
    .groupBy(orders.playerId)
    .as('others')
  const isHolding = sql`${others.open} > 0 and ${others.paid} < ${promo.usesPerPlayer}`
  const [row] = await queries
    .select({
      paid: sql<string>`coalesce(sum(${others.paid}), 0)`,
      held: sql<string>`count(*) filter (where ${isHolding})`,
    })
    .from(others)
  const paid = own + Number(row?.paid)
  return {
    own: isOwnLeft,
    total: paid + Number(row?.held) < promo.usesMax,
    isHeld: paid < promo.usesMax,
  }
}

/** The same of a code that opens a case: each opening is a use, and nothing holds one. */
async function openingsLeft(queries: Queries, promo: PromoCode, playerId: number): Promise<UsesLeft> {
  const ofCode = eq(promoOpenings.promoId, promo.id)
  const own = await queries.$count(promoOpenings, and(ofCode, eq(promoOpenings.playerId, playerId)))
  const isTotalLeft = promo.usesMax === null || (await queries.$count(promoOpenings, ofCode)) < promo.usesMax
  return { own: own < promo.usesPerPlayer, total: isTotalLeft, isHeld: false }
}

async function steamLevelOf(queries: Queries, playerId: number): Promise<number> {
  const [player] = await queries.select({ level: players.steamLevel }).from(players).where(eq(players.id, playerId))
  return player?.level ?? 0
}

/** Throws the refusal of a code that a player cannot use now, with any deposit. */
export async function assertUsable(queries: Queries, promo: PromoCode, playerId: number, at: Date): Promise<void> {
  const begun = promo.startsAt === null || promo.startsAt <= at
  const over = promo.endsAt !== null && promo.endsAt <= at
  if (!begun || over || promo.endedAt !== null) throw new RefusalError('promo-ended')
  const left = await (promo.caseUrl === null ? usesLeft : openingsLeft)(queries, promo, playerId)
  if (!left.own) throw new RefusalError('promo-used')
  if (!left.total) throw new RefusalError('promo-used-up', {}, left.isHeld ? { context: 'held' } : {})
  if (promo.steamLevel > 0 && (await steamLevelOf(queries, playerId)) < promo.steamLevel) {
    throw new RefusalError('promo-level', {}, { level: promo.steamLevel })
  }
}

export async function promoNamed(queries: Queries, code: string, lock: boolean): Promise<PromoCode> {
  const name = promoName(code)
  if (name === null) throw new RefusalError('promo-unknown')
  const named = queries.select().from(promoCodes).where(eq(promoCodes.code, name))
  const [promo] = await (lock ? named.for('update') : named)
  if (promo === undefined) throw new RefusalError('promo-unknown')
  return promo
}

/** Returns the smallest deposit that a code applies to, in cents: one that is too small for a fixed sum gets nothing, not less. */
function leastDeposit({ sum, depositMin }: PromoCode, gifts: Pick<GiftRules, 'depositBonus'>): number {
  return Math.max(depositMin, leastForSum(cents(sum), gifts))
}

/** The bonus of an order; `promoId` is null when it is not a code's. */
export interface OrderBonus extends DepositBonus {
  readonly promoId: number | null
}

/**
 * Holds a use of a code for an order that the same transaction inserts with the promo's id; no use, when the player's other bonus
 * counts. The code stays locked until the commit, so that the last use goes to one player. The caller has locked the player's row.
 *
 * @param use.otherPercent the bonus that the order has without a code
 * @param use.gifts the caps of bonuses: a code that was made with more gives no more than they allow
 * @throws RefusalError 'promo-unknown', 'promo-ended', 'promo-used', 'promo-used-up', 'promo-level', 'promo-deposit'
 */
export async function redeemPromo(
  tx: Queries,
  use: {
    playerId: number
    code: string
    amount: Cents
    otherPercent: number
    gifts: Pick<GiftRules, 'depositBonus'>
    at: Date
  },
): Promise<OrderBonus> {
  const promo = await promoNamed(tx, use.code, true)
  // It is no bonus of a deposit, and stays as it is.
  if (promo.caseUrl !== null) return { percent: use.otherPercent, sum: cents(0), promoId: null }
  await assertUsable(tx, promo, use.playerId, use.at)
  const ofCode = { percent: promo.percent, sum: cents(promo.sum) }
  const { percent, sum, usesCode } = chosenBonus(use.amount, use.otherPercent, ofCode, use.gifts)
  if (!usesCode) return { percent, sum, promoId: null }
  const least = leastDeposit(promo, use.gifts)
  if (use.amount < least) throw new RefusalError('promo-deposit', { least })
  return { percent, sum, promoId: promo.id }
}

/**
 * Tells whether an order that is paid gets the bonus of its code: while the player has a use left, and one is left
 * in total unless the order holds it. Dates do not matter: the bonus was promised while the code was valid. Locks the code.
 */
export async function mayUsePromo(
  tx: Queries,
  use: { promoId: number; playerId: number; orderId: string; isHolding: boolean },
): Promise<boolean> {
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.id, use.promoId)).for('update')
  if (promo === undefined) throw new Error(`There is no promo code with the id ${use.promoId}`)
  const left = await usesLeft(tx, promo, use.playerId, use.orderId)
  return left.own && (use.isHolding || left.total)
}

/** The bonus of a code, as its check tells it. */
export type ApprovedPromo = Omit<Extract<ApproveReply, { success: true }>, 'success' | 'message'> & {
  /** True when the player's bonus without a code counts, and the code is kept. */
  readonly isKept: boolean
}

export interface PromoCodes {
  /**
   * Returns what a deposit with a code would get, without holding a use.
   *
   * @throws RefusalError as redeemPromo does except 'promo-deposit', and 'excluded'
   */
  approve(playerId: number, code: string): Promise<ApprovedPromo>
}

/** Returns the newest open order of a player that holds a use of a code; null for none. */
async function holderOf(queries: Queries, playerId: number, promoId: number): Promise<ApprovedPromo['held']> {
  const [row] = await queries
    .select({ id: orders.id, url: orders.url, amount: orders.amount })
    .from(orders)
    .where(and(eq(orders.promoId, promoId), eq(orders.playerId, playerId), hasState(orders.state, 'created')))
    .orderBy(desc(orders.id))
    .limit(1)
  return row ?? null
}

/** Makes the promo codes over a database. */
export function createPromoCodes(deps: {
  db: Database
  /** Returns the bonus of a player's next deposit without a code. */
  otherPercent: (queries: Queries, playerId: number) => Promise<number>
  /** The operator's caps of bonuses on deposits. */
  gifts: () => Pick<GiftRules, 'depositBonus'>
  now: () => number
  /** Returns what a code opens. Throws the refusal of a case that cannot be opened now, and of a player who gets no gifts. */
  opens: (promo: PromoCode, playerId: number) => Promise<NonNullable<ApprovedPromo['opens']>>
}): PromoCodes {
  const { queries } = deps.db

  async function approveCase(promo: PromoCode, playerId: number, at: Date): Promise<ApprovedPromo> {
    await assertUsable(queries, promo, playerId, at)
    const opens = await deps.opens(promo, playerId)
    const percent = await deps.otherPercent(queries, playerId)
    return { percent, sum: 0, least: 0, held: null, isKept: false, opens }
  }

  return {
    approve: async (playerId, code) => {
      const at = new Date(deps.now())
      await assertNotExcluded(queries, playerId, at)
      const promo = await promoNamed(queries, code, false)
      if (promo.caseUrl !== null) return approveCase(promo, playerId, at)
      await assertUsable(queries, promo, playerId, at)
      const least = leastDeposit(promo, deps.gifts())
      const { depositBonus } = deps.gifts()
      if (promo.sum > 0) {
        // Which bonus counts depends on the amount.
        const sum = Math.min(promo.sum, depositBonus.mostCents)
        return { percent: 0, sum, least, held: await holderOf(queries, playerId, promo.id), isKept: false, opens: null }
      }
      const ofCode = cappedPercent(promo.percent, { depositBonus })
      const { percent, usesCode } = countingBonus(await deps.otherPercent(queries, playerId), ofCode)
      if (!usesCode) return { percent, sum: 0, least: 0, held: null, isKept: true, opens: null }
      return { percent, sum: 0, least, held: await holderOf(queries, playerId, promo.id), isKept: false, opens: null }
    },
  }
}
