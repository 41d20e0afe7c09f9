// Promo codes: a percentage on top of a deposit. A use is taken by the order that names the code, in the order's own transaction.
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Cents } from '../../game/money.ts'
import type { Database, Queries } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { orders, promoCodes } from '../db/schema-payments.ts'
import { RefusalError } from '../refusal.ts'
import { assertNotExcluded } from './protection.ts'

/** Letters and digits of any script; no spaces, which nobody sees, and no characters that a database will not take. */
const CODE = /^[\p{L}\p{N}_-]{1,40}$/u

type PromoCode = typeof promoCodes.$inferSelect

/** A code as it is stored, however it was typed; null for one that no code can be. */
export function promoName(typed: string): string | null {
  const name = typed.trim().normalize('NFC').toLowerCase()
  return CODE.test(name) ? name : null
}

/** Orders that hold a use of a code: paid, or still to be paid. Those that expired or failed have given theirs back. */
function usesOf(promoId: number): SQL | undefined {
  return and(eq(orders.promoId, promoId), inArray(orders.state, ['created', 'paid']))
}

/** True when a use is left for everyone and one for the player. A code without a total is not counted: it may have millions. */
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

/** Throws the refusal of a code that a player cannot use now, whatever the deposit. */
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
 * Takes a use of a code for an order that the same transaction inserts with the promo's id: the inserted order is the use. The code
 * stays locked until the commit, so that the last use goes to one order alone. The player's row has to be locked already.
 *
 * @throws RefusalError 'promo-unknown', 'promo-ended', 'promo-used', 'promo-used-up', 'promo-level', 'promo-deposit'
 */
export async function takePromo(
  tx: Queries,
  wish: { playerId: number; code: string; amount: Cents; at: Date },
): Promise<{ promoId: number; percent: number }> {
  const name = promoName(wish.code)
  if (name === null) throw new RefusalError('promo-unknown')
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.code, name)).for('update')
  if (promo === undefined) throw new RefusalError('promo-unknown')
  await assertUsable(tx, promo, wish.playerId, wish.at)
  if (wish.amount < promo.depositMin) throw new RefusalError('promo-deposit', { least: promo.depositMin })
  return { promoId: promo.id, percent: promo.percent }
}

/**
 * Takes a use again for an order that had given its own back (it expired or failed) and is paid after all. Dates do not matter: the
 * bonus was promised while they held.
 *
 * @returns false when the uses have gone to others, or to other orders of the player
 */
export async function retakePromo(
  tx: Queries,
  wish: { promoId: number; playerId: number; orderId: string },
): Promise<boolean> {
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.id, wish.promoId)).for('update')
  if (promo === undefined) throw new Error(`There is no promo code with the id ${wish.promoId}`)
  const left = await usesLeft(tx, promo, wish.playerId, ne(orders.id, wish.orderId))
  return left.own && left.total
}

export interface PromoCodes {
  /**
   * Tells a player what a code would bring, and takes nothing. The deposit is not known yet, so its least is not looked at.
   *
   * @throws RefusalError as takePromo does but for 'promo-deposit', and 'excluded'
   */
  approve(playerId: number, code: string): Promise<{ percent: number }>
}

/** The promo codes over a database. */
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

/** What an operator says of a new code; `code` as promoName gives it, money in cents. */
export type NewPromo = Pick<
  PromoCode,
  'code' | 'percent' | 'usesMax' | 'usesPerPlayer' | 'startsAt' | 'endsAt' | 'steamLevel' | 'depositMin'
>

/** Adds a code; false when there is, or was, one of that name: uses and costs of two would be mixed up. */
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

/** All codes, oldest first, each with its uses and with what they cost. */
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

/** Ends a code for good; orders that hold a use keep it. Tells what it found. */
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
