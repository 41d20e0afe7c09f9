// Shares of margin for referrers: to the cent by the pure rule, after the hold, once, and less what was paid before.
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import { jobActor } from '../../../src/server/audit/actor.ts'
import { transfers } from '../../../src/server/db/schema.ts'
import { referralShares } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { playerData } from '../../../src/server/services/account/player-data.ts'
import { recordTraces } from '../../../src/server/services/account/related-players.ts'
import { ownShareOf, setOwnShareIn } from '../../../src/server/services/referral/own-shares.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { disputed, PAID } from '../../support/outside/payment-provider.ts'
import { win } from '../../support/players/games.ts'
import { giftAccountOf } from '../../support/players/gifts.ts'
import type { Browser } from '../../support/sites/site.ts'
import { TIMEOUT_MS } from '../payments/payment-fixture.ts'
import { openReferralFixture } from './referral-fixture.ts'

const START = 10_000
const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('shares of margin on %s', (kind) => {
  const { payments, own, codeOf, enter } = openReferralFixture(kind)

  /** Creates a player with a referrer. */
  async function broughtBy(referrer: Browser): Promise<Browser> {
    const player = await payments.site.newPlayer()
    expect((await enter(player, await codeOf(referrer))).body.success).toBe(true)
    return player
  }

  /** Pays a deposit in dollars; returns the id of its order. */
  async function deposit(who: Browser, dollars: number): Promise<string> {
    const order = await payments.created({ sum: dollars }, who)
    expect((await payments.sendState(order, PAID)).status).toBe(200)
    return order
  }

  const marginOf = async (who: Browser) => (await giftAccountOf(payments.site, who.playerId)).margin

  /** Pays what is due at a time. */
  async function payAt(atMs: number): Promise<void> {
    const before = payments.nowMs
    payments.nowMs = atMs
    await payments.site.services.referralShares.payDue()
    payments.nowMs = before
  }

  /** Pays what is due some hours from now. */
  const payAfter = (hours: number): Promise<void> => payAt(Date.now() + hours * HOUR_MS)

  const sharesOf = (who: Browser) =>
    payments.site.db.queries
      .select()
      .from(referralShares)
      .where(eq(referralShares.playerId, who.playerId))
      .orderBy(referralShares.sequence)

  const paidFor = async (who: Browser): Promise<number> =>
    (await sharesOf(who)).reduce((sum, { amount }) => sum + amount, 0)

  it('pay nothing for a deposit: what is not staked makes no margin', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    await deposit(player, 100)
    expect(await payments.balance(friend)).toBe(START)
    await payAfter(100)
    expect(await payments.balance(friend)).toBe(START)
    expect(await own(friend)).toMatchObject({ depositors: 1, deposited: 10_000, earned: 0 })
  })

  it('are paid by the pure rule, after the hold, with one notification of all', async () => {
    const friend = payments.player
    const [one, other] = [await broughtBy(friend), await broughtBy(friend)]
    await win(one, 10, 'escape-velocity')
    await win(other, 4, 'escape-velocity')
    const due = [shareOfMargin(await marginOf(one), 10), shareOfMargin(await marginOf(other), 10)]
    expect(Math.min(...due)).toBeGreaterThan(0)
    await payAfter(71)
    expect(await payments.balance(friend)).toBe(START)
    const events: unknown[] = []
    payments.site.events.on('balance', (change) => events.push(change))
    payments.site.events.on('notification', (notification) => events.push(notification))
    await payAfter(73)
    payments.site.events.removeAllListeners('balance')
    payments.site.events.removeAllListeners('notification')
    const amount = cents(due.reduce((sum, part) => sum + part, 0))
    expect(await payments.balance(friend)).toBe(START + amount)
    expect([await paidFor(one), await paidFor(other)]).toEqual(due)
    expect(events.filter((event) => (event as { playerId: number }).playerId === friend.playerId)).toEqual([
      { playerId: friend.playerId, balance: START + amount },
      { playerId: friend.playerId, notification: { kind: 'referral', amounts: { amount }, link: '/referral' } },
    ])
    const moved = await payments.site.db.queries.select().from(transfers).where(eq(transfers.creditId, friend.playerId))
    expect(moved.filter((row) => row.kind === 'referral').map((row) => [row.debitId, row.amount, row.locked])).toEqual(
      due.map((part) => [8, part, 0]),
    )
    const { days, earned } = await own(friend)
    expect(earned).toBe(amount)
    expect(days).toHaveLength(30)
    const page = (await friend.get('/api/referral/players')).body.players
    expect(page.map((row: { id: string; earned: number }) => [row.id, row.earned])).toEqual([
      [String(other.playerId), due[1]],
      [String(one.playerId), due[0]],
    ])
    const history = (await friend.get('/api/user/history?only=bonuses')).body.entries
    expect(history[0]).toMatchObject({ kind: 'referral', link: '/referral' })
  })

  it(
    'are paid once, however many processes pay at the same time',
    async () => {
      const friend = payments.player
      const players = [await broughtBy(friend), await broughtBy(friend), await broughtBy(friend)]
      for (const player of players) await win(player, 4, 'escape-velocity')
      const components = { ...payments.site.components, now: () => Date.now() + 80 * HOUR_MS }
      const services = await Promise.all([1, 2, 3, 4].map(() => createServices(components)))
      await Promise.all([
        ...services.map(({ referralShares: shares }) => shares.payDue()),
        ...players.map((player) => player.post('/api/case/first-step/open', { count: 1 })),
      ])
      let earned = 0
      for (const player of players) {
        const rows = await sharesOf(player)
        const last = rows.at(-1)
        expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, place) => place + 1))
        expect(await paidFor(player)).toBe(Math.floor(((last?.margin ?? 0) * 10) / 1e8))
        expect(await paidFor(player)).toBeGreaterThan(0)
        earned += await paidFor(player)
      }
      expect(await payments.balance(friend)).toBe(START + earned)
      expect((await checkLedger(payments.site.db)).difference).toBeUndefined()
    },
    TIMEOUT_MS,
  )

  it('follow the tier of the deposits, for all of the margin', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    await win(player, 10, 'escape-velocity')
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 10))
    await deposit(player, 600)
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 15))
    await deposit(player, 5000)
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 20))
    expect((await sharesOf(player)).map(({ percent }) => percent)).toEqual([10, 15, 20])
  })

  it('stop after a refund until new margin has caught up with what was paid', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    const order = await deposit(player, 20)
    await win(player, 10, 'escape-velocity')
    await payAfter(73)
    const paid = await paidFor(player)
    expect(paid).toBeGreaterThan(0)
    await payments.sendState(order, { kind: 'refunded' })
    expect(await marginOf(player)).toBe(0)
    // What was paid stays with the referrer.
    expect(await payments.balance(friend)).toBe(START + paid)
    await deposit(player, 200)
    await win(player, 4, 'escape-velocity')
    await payAfter(73)
    expect(await paidFor(player)).toBe(paid)
    await win(player, 10, 'escape-velocity')
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 10))
    expect(await paidFor(player)).toBeGreaterThan(paid)
  })

  it('never exceed their percentage of the margin by more play after a lost chargeback', async () => {
    const player = await broughtBy(payments.player)
    const order = await deposit(player, 100)
    for (let times = 0; times < 2; times++) await win(player, 10, 'escape-velocity')
    await payAfter(73)
    const kept = await paidFor(player)
    expect(kept).toBe(shareOfMargin(await marginOf(player), 10))
    const dispute = { id: `dp_${player.playerId}`, minor: 10_000 }
    await payments.sendState(order, disputed('open', { ...dispute, atMs: 1000 }))
    await payments.sendState(order, disputed('lost', { ...dispute, atMs: 2000 }))
    expect(shareOfMargin(await marginOf(player), 10)).toBeLessThan(kept)
    await deposit(player, 400)
    let isCaughtUp = false
    for (let times = 0; times < 5; times++) {
      const { balanceCents } = await giftAccountOf(payments.site, player.playerId)
      if (balanceCents >= 9_500) await win(player, 10, 'escape-velocity')
      await payAfter(73)
      const due = shareOfMargin(await marginOf(player), 10)
      expect(await paidFor(player)).toBe(Math.max(kept, due))
      isCaughtUp ||= due > kept
    }
    expect(isCaughtUp).toBe(true)
    expect((await checkLedger(payments.site.db)).difference).toBeUndefined()
  })

  it('wait while a deposit of the player is disputed', async () => {
    const player = await broughtBy(payments.player)
    const order = await deposit(player, 50)
    await win(player, 10, 'escape-velocity')
    await payments.sendState(order, disputed('open', { id: `dp_${player.playerId}`, minor: 5000 }))
    await payAfter(73)
    expect(await paidFor(player)).toBe(0)
    await payments.sendState(order, disputed('won', { id: `dp_${player.playerId}`, minor: 5000 }))
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 10))
  })

  it('are not paid between players who share a device, nor to a banned referrer', async () => {
    const friend = payments.player
    const [same, different] = [await broughtBy(friend), await broughtBy(friend)]
    for (const player of [same, different]) await win(player, 10, 'escape-velocity')
    const trace = (playerId: number, device: string, subnet: string) =>
      recordTraces(payments.site.db.queries, { playerId, device, subnet, atMs: Date.now() })
    await trace(friend.playerId, `device ${friend.playerId}`, '192.0.2.0')
    await trace(same.playerId, `device ${friend.playerId}`, '198.51.100.0')
    // A household shares an address.
    await trace(different.playerId, `device ${different.playerId}`, '192.0.2.0')
    const ban = sql`insert into bans (player_id, reason) values (${friend.playerId}, 'test')`
    await payments.site.db.queries.execute(ban)
    await payAfter(73)
    expect([await paidFor(same), await paidFor(different)]).toEqual([0, 0])
    const lift = sql`update bans set lifted_at = now(), lift_reason = 'test' where player_id = ${friend.playerId}`
    await payments.site.db.queries.execute(lift)
    await payAfter(73)
    expect(await paidFor(same)).toBe(0)
    expect(await paidFor(different)).toBe(shareOfMargin(await marginOf(different), 10))
  })

  it('are not paid for a player who paid with the card of their referrer', async () => {
    const friend = payments.player
    const [same, different] = [await broughtBy(friend), await broughtBy(friend)]
    const payBy = async (who: Browser, card: string) =>
      payments.sendState(await payments.created({ sum: 5 }, who), { kind: 'paid', paid: undefined, card })
    await payBy(friend, `card ${friend.playerId}`)
    await payBy(same, `card ${friend.playerId}`)
    await payBy(different, `card ${different.playerId}`)
    for (const player of [same, different]) await win(player, 10, 'escape-velocity')
    await payAfter(73)
    expect(await paidFor(same)).toBe(0)
    expect(await paidFor(different)).toBe(shareOfMargin(await marginOf(different), 10))
  })

  it('count margin of the past as made, and the rest later', async () => {
    const friend = payments.player
    const player = await broughtBy(friend)
    await win(player, 10, 'escape-velocity')
    const first = await marginOf(player)
    await deposit(player, 100)
    // Ids of rolls have milliseconds.
    await wait(2)
    const between = Date.now()
    await wait(2)
    await win(player, 10, 'escape-velocity')
    await payAt(between + 72 * HOUR_MS)
    expect(await paidFor(player)).toBe(shareOfMargin(first, 10))
    await payAfter(73)
    expect(await paidFor(player)).toBe(shareOfMargin(await marginOf(player), 10))
  })

  describe('by an agreement of their partner', () => {
    const by = jobActor('a test')

    const agree = (who: Browser, percent: number, until: number | null, atMs: number) =>
      payments.site.db.transaction((tx) => {
        const end = until === null ? null : new Date(until)
        const share = { playerId: who.playerId, percent, until: end }
        return setOwnShareIn(tx, share, { by, reason: 'a partner', at: new Date(atMs) })
      })

    it('are paid at its percentage from then on, never for what was paid before, and at the tier’s after its end', async () => {
      const friend = payments.player
      const player = await broughtBy(friend)
      await win(player, 3, 'escape-velocity')
      const first = await marginOf(player)
      await payAfter(73)
      const begun = Date.now() + 74 * HOUR_MS
      await agree(friend, 20, begun + 100 * HOUR_MS, begun)
      await payAt(begun)
      expect(await sharesOf(player)).toMatchObject([
        { percent: 10, amount: shareOfMargin(first, 10), ownShareId: null },
      ])

      payments.nowMs = begun
      expect((await own(friend)).agreed).toEqual({ percent: 20, until: begun + 100 * HOUR_MS })
      payments.nowMs = Date.now()
      await win(player, 3, 'escape-velocity')
      const second = microcents((await marginOf(player)) - first)
      await payAt(begun + 99 * HOUR_MS)
      const [, by20] = await sharesOf(player)
      expect(by20).toMatchObject({ percent: 20, amount: shareOfMargin(second, 20), fromMargin: first })

      await win(player, 3, 'escape-velocity')
      const third = microcents((await marginOf(player)) - first - second)
      await payAt(begun + 100 * HOUR_MS)
      const [, , last] = await sharesOf(player)
      expect(last).toMatchObject({ percent: 10, amount: shareOfMargin(third, 10), ownShareId: null })
      payments.nowMs = begun + 100 * HOUR_MS
      expect(await own(friend)).toMatchObject({ agreed: null, earned: await paidFor(player) })
      expect((await checkLedger(payments.site.db)).difference).toBeUndefined()
    })

    it('end by a press, and by an erasure, and are in the copy of the player’s data', async () => {
      const friend = payments.player
      await agree(friend, 15, null, Date.now())
      await agree(friend, 18, null, Date.now())
      const { db } = payments.site
      expect(await own(friend)).toMatchObject({ agreed: { percent: 18, until: null } })
      let copy = ''
      for await (const part of playerData(db, friend.playerId)) copy += part
      const rows = JSON.parse(copy).partner_shares
      expect(rows).toMatchObject([{ percent: 15 }, { percent: 18, ended_at: null }])
      expect(rows[0]).not.toHaveProperty('reason')
      expect(await erasePlayer(db, friend.playerId, new Date(), by)).toBe('erased')
      expect(await ownShareOf(db.queries, friend.playerId, new Date())).toBeNull()
    })
  })
})
