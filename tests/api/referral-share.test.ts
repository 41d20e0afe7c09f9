// What a code earns: each deposit's share to the cent by a ledger kept by hand, the tiers, refunds, days and pages.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type OwnReferral, referralReplySchema, referredReplySchema } from '../../src/contract/referral.ts'
import { players, transfers } from '../../src/server/db/schema.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { insertOrder } from '../support/deposits.ts'
import { noticeOf, PAID } from '../support/payment-provider.ts'
import type { Browser } from '../support/site.ts'
import { openDesk, TIMEOUT_MS } from './payment-desk.ts'

const START = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(DATABASE_KINDS)('shares of deposits on %s', (kind) => {
  const desk = openDesk(kind)

  async function own(who: Browser): Promise<OwnReferral> {
    const found = referralReplySchema.parse((await who.get('/api/referral')).body).own
    if (found === null) throw new Error('A player has no standing')
    return found
  }

  const page = async (who: Browser, cursor?: string) =>
    referredReplySchema.parse(
      (await who.get(`/api/referral/players${cursor === undefined ? '' : `?cursor=${cursor}`}`)).body,
    )

  /** A new player whom another one brought. */
  async function broughtBy(referrer: Browser): Promise<Browser> {
    const player = await desk.site.newPlayer()
    const answer = await player.post('/api/referral/code', { code: (await own(referrer)).code })
    expect(answer.body.success).toBe(true)
    return player
  }

  /** A deposit in dollars, paid; its order's id. */
  async function deposit(who: Browser, dollars: number): Promise<string> {
    const order = await desk.created({ sum: dollars }, who)
    expect((await desk.told(order, PAID)).status).toBe(200)
    return order
  }

  const shares = async (order: string) =>
    (await desk.site.db.queries.select().from(transfers).where(eq(transfers.reference, order)))
      .filter((transfer) => transfer.kind.startsWith('referral'))
      .map((transfer) => [transfer.kind, transfer.debitId, transfer.creditId, transfer.amount])

  it('are paid at once, to the cent and rounded down, and told to whoever has them', async () => {
    const friend = desk.player
    const player = await broughtBy(friend)
    const told: unknown[] = []
    desk.site.events.on('balance', (change) => told.push(change))
    desk.site.events.on('notice', (notice) => told.push(notice))
    const order = await deposit(player, 13.99)
    desk.site.events.removeAllListeners('balance')
    desk.site.events.removeAllListeners('notice')
    // 3 % of 1,399 cents is 41.97; the deposit itself has its own 5 %.
    expect(await desk.balance(friend)).toBe(START + 41)
    expect(await desk.balance(player)).toBe(START + 1399 + 69)
    expect(await shares(order)).toEqual([['referral', 8, friend.playerId, 41]])
    const notice = { kind: 'referral', amounts: { amount: 41 }, link: '/referral' }
    expect(told).toContainEqual({ playerId: friend.playerId, balance: START + 41 })
    expect(told).toContainEqual({ playerId: friend.playerId, notice })
    expect((await friend.get('/api/notification/get')).body[0]).toMatchObject({
      link: '/referral',
      content: expect.stringContaining('$0.41'),
    })
    const history = (await friend.get('/api/user/history?only=bonuses')).body.entries
    expect(history[0]).toMatchObject({ kind: 'referral', amount: 41, link: '/referral' })
    expect(await own(friend)).toMatchObject({ players: 1, depositors: 1, deposited: 1399, earned: 41 })
  })

  it('are none where nobody brought the player', async () => {
    const order = await deposit(desk.player, 50)
    expect(await shares(order)).toEqual([])
  })

  it('follow the tier that the deposits before have reached, as a ledger by hand has it', async () => {
    const friend = desk.player
    const [one, other] = [await broughtBy(friend), await broughtBy(friend)]
    const byHand = [
      // $0.00 before: silver.
      [one, 10, 30],
      // $10.00 before.
      [other, 489.99, 1469],
      // $499.99 before: still silver, though this one leads far beyond.
      [one, 1.01, 3],
      // $501.00 before: gold.
      [one, 1.01, 5],
      [other, 4497.98, 22_489],
      // $4,999.99 before: still gold.
      [one, 1, 5],
      // $5,000.99 before: platinum.
      [other, 1.15, 8],
      [one, 10_000, 70_000],
    ] as const
    let earned = 0
    for (const [who, dollars, share] of byHand) {
      const order = await deposit(who, dollars)
      expect(await shares(order), `${dollars}`).toEqual([['referral', 8, friend.playerId, share]])
      earned += share
      expect(await desk.balance(friend)).toBe(START + earned)
    }
    expect(await own(friend)).toMatchObject({ players: 2, depositors: 2, deposited: 1_500_214, earned })
    const { players: brought, cursor } = await page(friend)
    expect(cursor).toBeNull()
    expect(brought.map((row) => [row.id, row.deposited, row.earned])).toEqual([
      [String(other.playerId), 498_912, 1469 + 22_489 + 8],
      [String(one.playerId), 1_001_302, 30 + 3 + 5 + 5 + 70_000],
    ])
  })

  it('are paid once, however often, how late and in what order the notices come', async () => {
    const player = await broughtBy(desk.player)
    const order = await desk.created({ sum: 20 }, player)
    await desk.told(order, { kind: 'expired' })
    expect(await desk.balance()).toBe(START)
    const same = noticeOf(order, PAID)
    await Promise.all([
      ...Array.from({ length: 50 }, () => desk.tell(same)),
      ...Array.from({ length: 50 }, () => desk.told(order, PAID)),
    ])
    await desk.told(order, { kind: 'failed', reason: 'late' })
    expect(await desk.balance()).toBe(START + 60)
    expect(await shares(order)).toHaveLength(1)
    await Promise.all(Array.from({ length: 50 }, () => desk.told(order, { kind: 'refunded' })))
    await desk.told(order, PAID)
    expect(await desk.balance()).toBe(START)
    expect(await shares(order)).toEqual([
      ['referral', 8, desk.player.playerId, 60],
      ['referral-back', desk.player.playerId, 8, 60],
    ])
  })

  it('go back with a refund, which no longer counts for the tier', async () => {
    const friend = desk.player
    const player = await broughtBy(friend)
    const great = await deposit(player, 600)
    await deposit(player, 10)
    // $600.00 before, so gold: 18.00 and 0.50.
    expect(await own(friend)).toMatchObject({ deposited: 61_000, earned: 1850 })
    await desk.told(great, { kind: 'refunded' })
    expect(await desk.balance(friend)).toBe(START + 50)
    expect(await own(friend)).toMatchObject({ depositors: 1, deposited: 1000, earned: 50 })
    expect((await page(friend)).players).toMatchObject([{ deposited: 1000, earned: 50 }])
    expect((await friend.get('/api/notification/get')).body[0].content).toContain('$18.00')
    await deposit(player, 10)
    // $10.00 before: silver again.
    expect(await own(friend)).toMatchObject({ deposited: 2000, earned: 80 })
  })

  it('go back as far as they are still there, and no balance goes below zero', async () => {
    const friend = desk.player
    const player = await broughtBy(friend)
    const [great, small] = [await deposit(player, 100), await deposit(player, 10)]
    // All but two dollars is spent.
    await desk.site.db.queries.execute(`update accounts set balance = 200 where id = ${friend.playerId}`)
    await desk.site.db.queries.execute(
      `insert into transfers select gen_random_uuid(), 'grant', ${friend.playerId}, 1, ${START + 330 - 200}, 'spent', now()`,
    )
    await desk.told(great, { kind: 'refunded' })
    expect(await desk.balance(friend)).toBe(0)
    expect(await shares(great)).toContainEqual(['referral-back', friend.playerId, 8, 200])
    await desk.told(small, { kind: 'refunded' })
    expect(await shares(small)).toEqual([['referral', 8, friend.playerId, 30]])
    // Of the first dollar is left what was spent; of the second everything.
    expect(await own(friend)).toMatchObject({ depositors: 0, deposited: 0, earned: 100 + 30 })
  })

  it('are shown by the days of the site, thirty of them, today last', async () => {
    const player = await broughtBy(desk.player)
    const start = desk.nowMs
    const before = desk.site.components.timeZone
    expect(before).toBe('UTC')
    await deposit(player, 100)
    desk.nowMs = start + DAY_MS
    await deposit(player, 10)
    await deposit(player, 20)
    desk.nowMs = start + 29 * DAY_MS
    const { days } = await own(desk.player)
    expect(days).toHaveLength(30)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
    expect(days.filter(({ earned }) => earned > 0)).toEqual([
      { day: new Date(start).toISOString().slice(0, 10), earned: 300 },
      { day: new Date(start + DAY_MS).toISOString().slice(0, 10), earned: 90 },
    ])
    expect(days.at(-1)?.day).toBe(new Date(desk.nowMs).toISOString().slice(0, 10))
    // A moment before midnight it is still today; a moment later the first day has left.
    desk.nowMs = Math.ceil(desk.nowMs / DAY_MS) * DAY_MS - 1
    expect((await own(desk.player)).days.at(0)?.earned).toBe(300)
    desk.nowMs += 1
    const later = await own(desk.player)
    expect(later.days.at(0)?.earned).toBe(90)
    expect(later.earned).toBe(390)
    desk.nowMs = start
  })

  it('list players in pages of fifty, the newest first, each once', async () => {
    const friend = desk.player
    const { db } = desk.site
    const made = await Promise.all(Array.from({ length: 120 }, () => desk.site.newPlayer()))
    // Ten at a time came in the same moment.
    for (const [place, { playerId }] of made.entries()) {
      const referredAt = new Date(desk.nowMs + Math.floor(place / 10) * 1000)
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
    'lock accounts in their order: chains of players deposit, are paid back and open cases at once',
    async () => {
      const chain = [desk.player]
      for (let place = 0; place < 8; place++) chain.push(await broughtBy(chain.at(-1) as Browser))
      const orders: string[] = []
      for (const who of chain) for (const sum of [5, 10, 15]) orders.push(await desk.created({ sum }, who))
      await Promise.all([
        ...orders.map((order) => desk.told(order, PAID)),
        ...chain.flatMap((who) => [1, 2, 3].map(() => who.post('/api/case/first-step/open', { count: 1 }))),
      ])
      await Promise.all([
        ...orders.map((order) => desk.told(order, { kind: 'refunded' })),
        ...chain.flatMap((who) => [1, 2, 3].map(() => who.post('/api/case/first-step/open', { count: 1 }))),
      ])
      expect(desk.site.retries.filter((code) => code === '40P01')).toEqual([])
      expect((await checkLedger(desk.site.db)).difference).toBeUndefined()
      for (const who of chain) expect((await own(who)).deposited).toBe(0)
    },
    TIMEOUT_MS,
  )

  it('count orders of others only where they are paid', async () => {
    const player = await broughtBy(desk.player)
    await insertOrder(desk.site.db.queries, { playerId: player.playerId, amount: 90_000 })
    expect(await own(desk.player)).toMatchObject({ players: 1, depositors: 0, deposited: 0, earned: 0 })
  })
})
