// What a deposit unlocked and a reversal takes back: opened free cases of its night, and entries into raffles.
import { and, eq, gt, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { nightOf } from '../../../game/base/site-time.ts'
import { missingDeposit } from '../../../game/rewards/free-case.ts'
import { depositSince } from '../../../game/rewards/raffle.ts'
import type { FreeCase } from '../../../game/rewards/rewards.ts'
import type { Queries } from '../../db/database.ts'
import { items } from '../../db/schema.ts'
import { type OrderRow, orders, voidedPrizes } from '../../db/schema-payments.ts'
import { freeOpenings, raffleEntries, raffles } from '../../db/schema-rewards.ts'

/** The operator's rules of what deposits unlock. */
export interface UnlockRules {
  readonly timeZone: string
  readonly freeCases: readonly Pick<FreeCase, 'tier' | 'depositedCents'>[]
}

/** A prize that the deposits which remain would not have unlocked. */
export interface UnlockedPrize {
  readonly id: string
  readonly price: Cents
}

export interface Unlocked {
  readonly prizes: readonly UnlockedPrize[]
  /** How many entries into open raffles were removed. */
  readonly entries: number
}

/** Returns the rolls of the free cases that were opened in the order's night and that the remaining deposits do not reach. */
async function lockedAgain(
  tx: Queries,
  row: OrderRow,
  paidAt: Date,
  back: Cents,
  rules: UnlockRules,
): Promise<string[]> {
  const night = nightOf(paidAt.getTime(), rules.timeZone)
  const [sums] = await tx
    .select({ kept: sql<string>`coalesce(sum(${orders.amount} - ${orders.returned}), 0)` })
    .from(orders)
    .where(
      and(
        eq(orders.playerId, row.playerId),
        gte(orders.paidAt, new Date(night.fromMs)),
        lte(orders.paidAt, new Date(night.toMs - 1)),
      ),
    )
  const kept = cents(Number(sums?.kept ?? 0) - back)
  const opened = await tx
    .select({ tier: freeOpenings.tier, rollId: freeOpenings.rollId })
    .from(freeOpenings)
    .where(and(eq(freeOpenings.playerId, row.playerId), eq(freeOpenings.night, night.day)))
  return opened
    .filter(({ tier }) => rules.freeCases.some((box) => box.tier === tier && missingDeposit(box, kept) > 0))
    .map(({ rollId }) => rollId)
}

/** Tells whether another deposit of the player allowed them to join at that moment. */
async function hadAnother(tx: Queries, row: OrderRow, sinceMs: number, joinedAt: Date): Promise<boolean> {
  const others = and(
    eq(orders.playerId, row.playerId),
    ne(orders.id, row.id),
    gt(orders.paidAt, new Date(sinceMs)),
    lte(orders.paidAt, joinedAt),
    gt(orders.amount, orders.returned),
  )
  return (await tx.$count(orders, others)) > 0
}

/** Removes the entries that only this order allowed, except frozen ones, and returns the prizes that they have won. */
async function leaveRaffles(tx: Queries, row: OrderRow, paidAt: Date): Promise<{ won: string[]; entries: number }> {
  const joined = await tx
    .select({ id: raffles.id, kind: raffles.kind, at: raffleEntries.at })
    .from(raffleEntries)
    .innerJoin(raffles, eq(raffles.id, raffleEntries.raffleId))
    .where(and(eq(raffleEntries.playerId, row.playerId), gte(raffleEntries.at, paidAt)))
    .orderBy(raffles.id)
  const won: string[] = []
  let entries = 0
  for (const { id, kind, at } of joined) {
    const sinceMs = depositSince(kind, at.getTime())
    if (paidAt.getTime() <= sinceMs || (await hadAnother(tx, row, sinceMs, at))) continue
    // The same lock as joining takes: a freeze waits for it, and what is frozen stays.
    const [raffle] = await tx.select().from(raffles).where(eq(raffles.id, id)).for('share')
    if (raffle?.state === 'open') {
      entries++
      await tx
        .delete(raffleEntries)
        .where(and(eq(raffleEntries.raffleId, id), eq(raffleEntries.playerId, row.playerId)))
    } else if (raffle?.winnerId === row.playerId && raffle.wonId !== null) won.push(raffle.wonId)
  }
  return { won, entries }
}

/**
 * Locks what an order unlocked again: removes its raffle entries, and returns the prizes that are due back and were not taken
 * back before. Locks raffles, so accounts must not be locked yet.
 *
 * @param back cents of the deposit that are about to be taken back
 */
export async function lockAgain(tx: Queries, row: OrderRow, back: Cents, rules: UnlockRules): Promise<Unlocked> {
  if (row.paidAt === null || back <= 0) return { prizes: [], entries: 0 }
  const isWhole = row.returned + back >= row.amount
  const { won, entries } = isWhole ? await leaveRaffles(tx, row, row.paidAt) : { won: [], entries: 0 }
  const due = [...(await lockedAgain(tx, row, row.paidAt, back, rules)), ...won]
  if (due.length === 0) return { prizes: [], entries }
  const before = tx.select({ id: voidedPrizes.itemId }).from(voidedPrizes).where(inArray(voidedPrizes.itemId, due))
  const found = await tx
    .select({ id: items.id, price: items.price })
    .from(items)
    .where(and(inArray(items.id, due), sql`${items.id} not in ${before}`))
    .orderBy(items.id)
  return { prizes: found.map(({ id, price }) => ({ id, price: cents(price) })), entries }
}
