// Players with locked money: a deposit with a bonus as large as itself, and what their account holds.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { GiftAccount } from '../../../src/game/rewards/gifts.ts'
import { items } from '../../../src/server/db/schema.ts'
import { orders } from '../../../src/server/db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { payPlayer, readGiftAccount } from '../../../src/server/services/money/pay.ts'
import { LOCKED_NOW } from '../../../src/server/services/rolls/play.ts'
import { PAID } from '../outside/payment-provider.ts'
import type { Browser, TestSite } from '../sites/site.ts'

/** Orders a deposit in dollars at the test provider, and moves it to states, paid by default. Returns the order's id. */
export async function depositPaid(
  site: TestSite,
  player: Browser,
  sum: number,
  states: readonly PaymentState[] = [PAID],
): Promise<string> {
  const body = { method_name: 'card', sum, promocode: '', user_id: player.playerId }
  const { order } = (await player.post('/api/payment/create/test', body)).body
  for (const state of states) await site.services.settlement.apply(order.id, state)
  return order.id
}

/** Deposits an amount in dollars with a bonus of as much again, as an order from before the caps has it. */
export async function depositWithBonus(site: TestSite, player: Browser, sum: number): Promise<string> {
  const id = await depositPaid(site, player, sum)
  const bonus = cents(sum * 100)
  await site.db.transaction(async (tx) => {
    await tx.update(orders).set({ bonus, bonusPercent: 100 }).where(eq(orders.id, id))
    const gift = { playerId: player.playerId, reference: id, from: HOUSE_ACCOUNTS.bonuses, kind: 'bonus' } as const
    await payPlayer(tx, { ...gift, amount: bonus, locked: bonus })
  })
  return id
}

/** Returns what a player's account holds about gifts. */
export const giftAccountOf = (site: TestSite, playerId: number): Promise<GiftAccount> =>
  readGiftAccount(site.db.queries, playerId)

/** Returns the locked part of an item now. */
export async function lockedIn(site: TestSite, itemId: string): Promise<number> {
  const [row] = await site.db.queries.select({ locked: LOCKED_NOW }).from(items).where(eq(items.id, itemId))
  return row?.locked ?? 0
}

/** Opens cases until no free money is left for one; sells nothing. Returns the ids of what was won. */
export async function spendFreeMoney(site: TestSite, player: Browser, url: string, count: number): Promise<string[]> {
  const won: string[] = []
  for (;;) {
    const { balanceCents, lockedCents } = await giftAccountOf(site, player.playerId)
    if (balanceCents === lockedCents) return won
    const { body } = await player.post(`/api/case/${url}/open`, { count })
    expect(body).toMatchObject({ success: true })
    won.push(...body.drops.map(({ id }: { id: string }) => id))
  }
}
