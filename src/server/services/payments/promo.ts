// Promo codes: a percentage on top of a deposit. The order that names a code takes a use of it, in the order's own transaction.
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Cents } from '../../../game/money.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { orders, promoCodes } from '../../db/schema-payments.ts'
import { assertNotExcluded } from '../account/protection.ts'

/** Letters and digits of any script; no spaces, which are invisible, and no characters that a database rejects. */
const CODE = /^[\p{L}\p{N}_-]{1,40}$/u

type PromoCode = typeof promoCodes.$inferSelect

/** Normalizes a typed code as it is stored; null for a text that cannot be a code. */
export function promoName(typed: string): string | null {
  const name = typed.trim().normalize('NFC').toLowerCase()
  return CODE.test(name) ? name : null
}

/** Selects the orders that hold a use of a code: paid or open. Expired and failed orders have released theirs. */
function usesOf(promoId: number): SQL | undefined {
  return and(eq(orders.promoId, promoId), inArray(orders.state, ['created', 'paid']))
}

/**
 * Tells whether a use is left in total, and one for the player. A code without a limit is not counted: it may have millions of
 * uses.
 */
async function usesLeft(
  queries: Queries,
  promo: PromoCode,
  playerId: number,
  except: SQL | undefined = undefined,
): Promise<{ own: boolean; total: boolean }> {
  const uses = usesOf(promo.id)
  const own = await queries.$count(orders, and(uses, eq(orders.playerId, playerId), except))
  const total = promo.usesMax === null ? 0 : await queries.$count(orders, and(uses, except))
  return { own: own < promo.usesPerPlayer, total: promo.usesMax === null || total < promo.usesMax }
}

async function steamLevelOf(queries: Queries, playerId: number): Promise<number> {
  const [player] = await queries.select({ level: players.steamLevel }).from(players).where(eq(players.id, playerId))
  return player?.level ?? 0
}

/** Throws the refusal of a code that a player cannot use now with any deposit. */
async function assertUsable(queries: Queries, promo: PromoCode, playerId: number, at: Date): Promise<void> {
  const begun = promo.startsAt === null || promo.startsAt <= at
  const over = promo.endsAt !== null && promo.endsAt <= at
  if (!begun || over || promo.endedAt !== null) throw new RefusalError('promo-ended')
  const left = await usesLeft(queries, promo, playerId)
  if (!left.own) throw new RefusalError('promo-used')
  if (!left.total) throw new RefusalError('promo-used-up')
  if (promo.steamLevel > 0 && (await steamLevelOf(queries, playerId)) < promo.steamLevel) {
    throw new RefusalError('promo-level', {}, { level: promo.steamLevel })
  }
}

/**
 * Takes a use of a code for an order that the same transaction inserts with the promo's id: the inserted order is the use. The
 * code stays locked until the commit, so that the last use goes to one order. The caller has locked the player's row.
 *
 * @throws RefusalError 'promo-unknown', 'promo-ended', 'promo-used', 'promo-used-up', 'promo-level', 'promo-deposit'
 */
export async function redeemPromo(
  tx: Queries,
  use: { playerId: number; code: string; amount: Cents; at: Date },
): Promise<{ promoId: number; percent: number }> {
  const name = promoName(use.code)
  if (name === null) throw new RefusalError('promo-unknown')
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.code, name)).for('update')
  if (promo === undefined) throw new RefusalError('promo-unknown')
  await assertUsable(tx, promo, use.playerId, use.at)
  if (use.amount < promo.depositMin) throw new RefusalError('promo-deposit', { least: promo.depositMin })
  return { promoId: promo.id, percent: promo.percent }
}

/**
 * Takes a use again for an order that released its use (it expired or failed) and is paid after all. Dates do not matter: the
 * bonus was promised while the code was valid.
 *
 * @returns false when the uses went to other orders
 */
export async function redeemPromoAgain(
  tx: Queries,
  use: { promoId: number; playerId: number; orderId: string },
): Promise<boolean> {
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.id, use.promoId)).for('update')
  if (promo === undefined) throw new Error(`There is no promo code with the id ${use.promoId}`)
  const left = await usesLeft(tx, promo, use.playerId, ne(orders.id, use.orderId))
  return left.own && left.total
}

export interface PromoCodes {
  /**
   * Returns the bonus of a code without taking a use. The deposit is not known yet, so its minimum is not checked.
   *
   * @throws RefusalError as redeemPromo does except 'promo-deposit', and 'excluded'
   */
  approve(playerId: number, code: string): Promise<{ percent: number }>
}

/** Makes the promo codes over a database. */
export function createPromoCodes(deps: { db: Database; now: () => number }): PromoCodes {
  const { queries } = deps.db
  return {
    approve: async (playerId, code) => {
      const at = new Date(deps.now())
      await assertNotExcluded(queries, playerId, at)
      const name = promoName(code)
      if (name === null) throw new RefusalError('promo-unknown')
      const [promo] = await queries.select().from(promoCodes).where(eq(promoCodes.code, name))
      if (promo === undefined) throw new RefusalError('promo-unknown')
      await assertUsable(queries, promo, playerId, at)
      return { percent: promo.percent }
    },
  }
}

/** The fields of a new code; `code` as promoName returns it, money in cents. */
export type NewPromo = Pick<
  PromoCode,
  'code' | 'percent' | 'usesMax' | 'usesPerPlayer' | 'startsAt' | 'endsAt' | 'steamLevel' | 'depositMin'
>

/** Adds a code; false when the name exists or existed, because the uses and costs of two would be mixed up. */
export async function createPromo(db: Database, promo: NewPromo): Promise<boolean> {
  const made = await db.queries
    .insert(promoCodes)
    .values(promo)
    .onConflictDoNothing({ target: promoCodes.code })
    .returning({ id: promoCodes.id })
  return made.length === 1
}

export interface PromoReport extends PromoCode {
  readonly paid: number
  readonly open: number
  /** Bonuses of its paid orders, in cents. */
  readonly cost: number
}

/** Returns all codes, oldest first, each with its uses and costs. */
export async function listPromos(db: Database): Promise<PromoReport[]> {
  const rows = await db.queries
    .select({
      promo: promoCodes,
      paid: sql<string>`count(*) filter (where ${orders.state} = 'paid')`,
      open: sql<string>`count(*) filter (where ${orders.state} = 'created')`,
      cost: sql<string>`coalesce(sum(${orders.bonus}) filter (where ${orders.state} = 'paid'), 0)`,
    })
    .from(promoCodes)
    .leftJoin(orders, eq(orders.promoId, promoCodes.id))
    .groupBy(promoCodes.id)
    .orderBy(promoCodes.id)
  return rows.map(({ promo, paid, open, cost }) => ({
    ...promo,
    paid: Number(paid),
    open: Number(open),
    cost: Number(cost),
  }))
}

/** Ends a code for good; orders that hold a use keep it. Returns the state it was in. */
export async function endPromo(db: Database, code: string, at: Date): Promise<'ended' | 'ended-before' | 'unknown'> {
  const ended = await db.queries
    .update(promoCodes)
    .set({ endedAt: at })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.endedAt)))
    .returning({ id: promoCodes.id })
  if (ended.length === 1) return 'ended'
  const known = await db.queries.$count(promoCodes, eq(promoCodes.code, code))
  return known === 0 ? 'unknown' : 'ended-before'
}
