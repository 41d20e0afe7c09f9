// Inserts players and orders directly into the tables, for the rules about sums and uses: no provider is called.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { cents } from '../../../src/game/base/money.ts'
import { bonusCents } from '../../../src/game/rewards/gifts.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import type { Database, Queries } from '../../../src/server/db/database.ts'
import { players } from '../../../src/server/db/schema.ts'
import { orders } from '../../../src/server/db/schema-payments.ts'
import { promoCodes } from '../../../src/server/db/schema-promo.ts'
import { assertNotExcluded, reserveDeposit } from '../../../src/server/services/account/protection.ts'
import type { PricedCatalogue } from '../../../src/server/services/money/item-value.ts'
import { redeemPromo } from '../../../src/server/services/payments/promo.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'

const HOUR_MS = 3_600_000

let made = 0

/** Ids of new players, who have no account. */
export async function makePlayers(db: Database, count: number, steamLevel: number | null = 10): Promise<number[]> {
  const rows = Array.from({ length: count }, () => {
    const number = ++made
    return {
      steamid: `7656119700000${String(number).padStart(4, '0')}`,
      username: `P${number}`,
      avatar: '/x.svg',
      steamLevel,
    }
  })
  return (await db.queries.insert(players).values(rows).returning({ id: players.id })).map(({ id }) => id)
}

export async function makePlayer(db: Database, steamLevel: number | null = 10): Promise<number> {
  const [id] = await makePlayers(db, 1, steamLevel)
  if (id === undefined) throw new Error('No player was made')
  return id
}

/** Id of a new code of 10 % for one use each, by default. */
export async function makePromo(
  db: Database,
  promo: { code: string } & Partial<typeof promoCodes.$inferInsert>,
): Promise<number> {
  const [row] = await db.queries
    .insert(promoCodes)
    .values({ percent: 10, ...promo })
    .returning({ id: promoCodes.id })
  if (row === undefined) throw new Error('No promo code was made')
  return row.id
}

export type OrderValues = typeof orders.$inferInsert

/** Inserts an order of $5.00, by default; returns its id. */
export async function insertOrder(
  tx: Queries,
  values: Pick<OrderValues, 'playerId'> & Partial<OrderValues>,
): Promise<string> {
  const createdAt = values.createdAt ?? new Date()
  const amount = values.amount ?? 500
  const id = values.id ?? newId()
  await tx.insert(orders).values({
    id,
    state: 'created',
    provider: 'sandbox',
    method: 'card',
    amount,
    bonus: 0,
    bonusPercent: 0,
    currency: 'USD',
    rate: 1,
    charge: amount,
    key: randomUUID(),
    requestHash: 'x',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + HOUR_MS),
    ...values,
  })
  return id
}

/**
 * The checks of an order, in their order: the player's row first, then limits, then the code. Returns the order's id.
 */
export function placeOrder(
  db: Database,
  wish: { playerId: number; amount?: number; code?: string; at?: Date },
): Promise<string> {
  const { playerId, code } = wish
  const amount = cents(wish.amount ?? 500)
  const at = wish.at ?? new Date()
  return db.transaction(async (tx) => {
    await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
    await assertNotExcluded(tx, playerId, at)
    await reserveDeposit(tx, { playerId, amount, at })
    const promo =
      code === undefined ? null : await redeemPromo(tx, { playerId, code, amount, otherPercent: 0, gifts: GIFTS, at })
    const bonusPercent = promo?.percent ?? 0
    const bonusSum = promo?.sum ?? cents(0)
    const bonus = bonusCents(amount, { percent: bonusPercent, sum: bonusSum }, GIFTS)
    const given = { bonus, bonusPercent, bonusSum, promoId: promo?.promoId ?? null }
    return insertOrder(tx, { playerId, amount, ...given, createdAt: at })
  })
}

/** Moves an order to a state, like a settlement. */
export async function moveOrder(db: Database, id: string, changes: Partial<OrderValues>): Promise<void> {
  await db.queries.update(orders).set(changes).where(eq(orders.id, id))
}

/** Returns the refusal of work; undefined when it succeeded. */
export async function refusalOf(work: Promise<unknown>): Promise<RefusalError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof RefusalError) return error
    throw error
  }
}

/** A catalogue without prices: items count at what they were won at. */
export const UNPRICED: PricedCatalogue = {
  catalogue: { items: new Map() },
  rewards: { gifts: { wonPriceHours: 24 } },
}
