// Commissions of deposits from before margin paid referrers: reversed with their deposits. And days, pages and locks of referrers.
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type OwnReferral, referralReplySchema, referredReplySchema } from '../../../src/protocol/referral.ts'
import { players, transfers } from '../../../src/server/db/schema.ts'
import { orderReversals } from '../../../src/server/db/schema-payments.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { payOldCommission } from '../../support/players/old-commissions.ts'
import type { Browser } from '../../support/sites/site.ts'
import { openPaymentFixture, TIMEOUT_MS } from '../payments/payment-fixture.ts'

const START = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(SUITE_KINDS)('commissions from before margin paid on %s', (kind) => {
  const payments = openPaymentFixture(kind)

  async function own(who: Browser): Promise<OwnReferral> {
    const found = referralReplySchema.parse((await who.get('/api/referral')).body).own
    if (found === null) throw new Error('A player has no standing')
    return found
  }

  const page = async (who: Browser, cursor?: string) =>
    referredReplySchema.parse(
      (await who.get(`/api/referral/players${cursor === undefined ? '' : `?cursor=${cursor}`}`)).body,
    )

  /** Creates a player with a referrer. */
  async function broughtBy(referrer: Browser): Promise<Browser> {
    const player = await payments.site.newPlayer()
    const answer = await player.post('/api/referral/code', { code: (await own(referrer)).code })
    expect(answer.body.success).toBe(true)
    return player
  }

  /** Pays a deposit in dollars, with a commission in cents; returns the id of its order. */
  async function deposit(who: Browser, dollars: number, commission = 0): Promise<string> {
    const order = await payments.created({ sum: dollars }, who)
    expect((await payments.sendState(order, PAID)).status).toBe(200)
    if (commission > 0) await payOldCommission(payments.site, order, commission)
    return order
  }

  /** An order and its reversals: what transfers name. */
  const names = async (order: string): Promise<string[]> => {
    const isOf = eq(orderReversals.orderId, order)
    const rows = await payments.site.db.queries.select({ id: orderReversals.id }).from(orderReversals).where(isOf)
    return [order, ...rows.map(({ id }) => id)]
  }

  const shares = async (order: string) =>
    (
      await payments.site.db.queries
        .select()
        .from(transfers)
        .where(inArray(transfers.reference, await names(order)))
    )
      .filter((transfer) => transfer.kind.startsWith('referral'))
      .map((transfer) => [transfer.kind, transfer.debitId, transfer.creditId, transfer.amount])

  it('are reversed once, for any number of webhook events', async () => {
    const player = await broughtBy(payments.player)
    const order = await deposit(player, 20, 60)
    expect(await payments.balance()).toBe(START + 60)
    await Promise.all(Array.from({ length: 50 }, () => payments.sendState(order, { kind: 'refunded' })))
    await payments.sendState(order, PAID)
    expect(await payments.balance()).toBe(START)
    expect(await shares(order)).toEqual([
      ['referral', 8, payments.player.playerId, 60],
      ['referral-back', payments.player.playerId, 8, 60],
    ])
  })

  it('are reversed with a refund, which no longer counts for the tier', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    const great = await deposit(player, 600, 1800)
    await deposit(player, 10, 50)
    expect(await own(friend)).toMatchObject({ deposited: 61_000, earned: 1850 })
    await payments.sendState(great, { kind: 'refunded' })
    expect(await payments.balance(friend)).toBe(START + 50)
    expect(await own(friend)).toMatchObject({ depositors: 1, deposited: 1000, earned: 50 })
    expect((await page(friend)).players).toMatchObject([{ deposited: 1000, earned: 50 }])
    expect((await friend.get('/api/notification/get')).body[0].content).toContain('$18.00')
  })

  it('are reversed as far as the balance covers them, which never becomes negative', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    const [great, small] = [await deposit(player, 100, 300), await deposit(player, 10, 30)]
    // All but two dollars are spent.
    await payments.site.db.queries.execute(`update accounts set balance = 200 where id = ${friend.playerId}`)
    await payments.site.db.queries.execute(
      `insert into transfers select gen_random_uuid(), 'grant', ${friend.playerId}, 1, ${START + 330 - 200}, 'spent', now()`,
    )
    await payments.sendState(great, { kind: 'refunded' })
    expect(await payments.balance(friend)).toBe(0)
    expect(await shares(great)).toContainEqual(['referral-back', friend.playerId, 8, 200])
    await payments.sendState(small, { kind: 'refunded' })
    expect(await shares(small)).toEqual([['referral', 8, friend.playerId, 30]])
    // The spent part of the first dollar remains; of the second, everything.
    expect(await own(friend)).toMatchObject({ depositors: 0, deposited: 0, earned: 100 + 30 })
  })

  it('are shown by the days of the site, thirty of them, today last', async () => {
    const player = await broughtBy(payments.player)
    const start = payments.nowMs
    const before = payments.site.components.timeZone
    expect(before).toBe('UTC')
    await deposit(player, 100, 300)
    payments.nowMs = start + DAY_MS
    await deposit(player, 10, 30)
    await deposit(player, 20, 60)
    payments.nowMs = start + 29 * DAY_MS
    const { days } = await own(payments.player)
    expect(days).toHaveLength(30)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
    expect(days.filter(({ earned }) => earned > 0)).toEqual([
      { day: new Date(start).toISOString().slice(0, 10), earned: 300 },
      { day: new Date(start + DAY_MS).toISOString().slice(0, 10), earned: 90 },
    ])
    expect(days.at(-1)?.day).toBe(new Date(payments.nowMs).toISOString().slice(0, 10))
    // A moment before midnight it is still today; a moment later the first day has dropped out.
    payments.nowMs = Math.ceil(payments.nowMs / DAY_MS) * DAY_MS - 1
    expect((await own(payments.player)).days.at(0)?.earned).toBe(300)
    payments.nowMs += 1
    const later = await own(payments.player)
    expect(later.days.at(0)?.earned).toBe(90)
    expect(later.earned).toBe(390)
    payments.nowMs = start
  })

  it('list players in pages of fifty, the newest first, each once', async () => {
    const friend = payments.player
    const { db } = payments.site
    const made = await Promise.all(Array.from({ length: 120 }, () => payments.site.newPlayer()))
    // Ten at a time arrived in the same millisecond.
    for (const [place, { playerId }] of made.entries()) {
      const referredAt = new Date(payments.nowMs + Math.floor(place / 10) * 1000)
      await db.queries.update(players).set({ referrerId: friend.playerId, referredAt }).where(eq(players.id, playerId))
    }
    const seen: { id: string; joined_at: number }[] = []
    let cursor: string | undefined
    const sizes: number[] = []
    do {
      const { players: rows, cursor: next } = await page(friend, cursor)
      sizes.push(rows.length)
      seen.push(...rows)
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(sizes).toEqual([50, 50, 20])
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made.map(({ playerId }) => String(playerId))))
    expect(seen.map((row) => row.joined_at)).toEqual(seen.map((row) => row.joined_at).toSorted((a, b) => b - a))
    expect((await own(friend)).players).toBe(120)
    for (const bad of ['x', '1', '-1.5', '9'.repeat(16), '1.99999999999', "1.1'"]) {
      expect((await friend.get(`/api/referral/players?cursor=${encodeURIComponent(bad)}`)).status).toBe(400)
    }
    expect((await page(friend, '999999999999999.9999999999')).players).toHaveLength(50)
    expect((await page(friend, '0.0')).players).toEqual([])
  })

  it(
    'lock accounts in order: chains of players deposit, get refunds and open cases in parallel',
    async () => {
      const chain = [payments.player]
      for (let place = 0; place < 8; place++) chain.push(await broughtBy(chain.at(-1) as Browser))
      const orders: string[] = []
      for (const who of chain) for (const sum of [5, 10, 15]) orders.push(await payments.created({ sum }, who))
      await Promise.all([
        ...orders.map((order) => payments.sendState(order, PAID)),
        ...chain.flatMap((who) => [1, 2, 3].map(() => who.post('/api/case/first-step/open', { count: 1 }))),
      ])
      await Promise.all([
        ...orders.map((order) => payments.sendState(order, { kind: 'refunded' })),
        ...[1, 2, 3].map(() => payments.site.services.referralShares.payDue()),
        ...chain.flatMap((who) => [1, 2, 3].map(() => who.post('/api/case/first-step/open', { count: 1 }))),
      ])
      expect(payments.site.retries.filter((code) => code === '40P01')).toEqual([])
      expect((await checkLedger(payments.site.db)).difference).toBeUndefined()
      for (const who of chain) expect((await own(who)).deposited).toBe(0)
    },
    TIMEOUT_MS,
  )

  it('count only paid orders of referred players', async () => {
    const player = await broughtBy(payments.player)
    await insertOrder(payments.site.db.queries, { playerId: player.playerId, amount: 90_000 })
    expect(await own(payments.player)).toMatchObject({ players: 1, depositors: 0, deposited: 0, earned: 0 })
  })
})
