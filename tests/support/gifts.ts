// Players with locked money: a deposit with a bonus as large as itself, and what their account holds.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { GiftAccount } from '../../src/game/gifts.ts'
import { items } from '../../src/server/db/schema.ts'
import { readGiftAccount } from '../../src/server/services/kernel/pay.ts'
import { LOCKED_NOW } from '../../src/server/services/kernel/play.ts'
import { createPromo } from '../../src/server/services/payments/promo.ts'
import { PAID } from './payment-provider.ts'
import type { Browser, TestSite } from './site.ts'

/** Deposits an amount in dollars by the test provider. Returns the order's id. */
export async function depositPaid(site: TestSite, player: Browser, sum: number, promocode = ''): Promise<string> {
  const body = { method_name: 'card', sum, promocode, user_id: player.playerId }
  const { order } = (await player.post('/api/payment/create/test', body)).body
  await site.services.settlement.apply(order.id, PAID)
  return order.id
}

/** Deposits with a code that gives as much again. */
export async function depositWithBonus(site: TestSite, player: Browser, sum: number): Promise<string> {
  const code = { code: 'twice', percent: 100, usesMax: null, usesPerPlayer: 99, startsAt: null, endsAt: null }
  await createPromo(site.db, { ...code, steamLevel: 0, depositMin: 0 })
  return depositPaid(site, player, sum, 'TWICE')
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
