// Rules of deposits: promo codes, the first deposit, limits, polling and refunds, and who wins a race.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { approveReplySchema } from '../../../src/protocol/payment.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import { RefundRefused, refundOrder } from '../../../src/server/services/payments/refunds.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { disputed, PAID } from '../../support/outside/payment-provider.ts'
import { UNPRICED } from '../../support/players/deposits.ts'
import { openPaymentFixture, TIMEOUT_MS } from './payment-fixture.ts'

const START = 10_000
const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('the rules of deposits on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { create, created, sendState, balance, newest, provider, log } = fixture

  describe('a promo code', () => {
    async function code(limits: { usesMax?: number; percent?: number } = {}): Promise<string> {
      const name = `code-${randomUUID().slice(0, 8)}`
      const promo = { startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0, usesPerPlayer: 1 }
      const own = { code: name, percent: limits.percent ?? 10, usesMax: limits.usesMax ?? null }
      await createPromo(fixture.site.db, { ...promo, ...own }, OPERATOR)
      return name
    }

    it('is accepted with its percentage; its bonus is fixed in the order and paid with the deposit', async () => {
      const promocode = await code({ percent: 9 })
      const approved = await fixture.player.post('/api/payment/promocode/approve', {
        promocode: ` ${promocode.toUpperCase()} `,
      })
      expect(approveReplySchema.parse(approved.body)).toEqual({
        success: true,
        percent: 9,
        sum: 0,
        least: 0,
        held: null,
        opens: null,
        message: 'Your bonus is 9% on the deposit',
      })
      const id = await created({ sum: 9.99, promocode })
      expect(await newest()).toMatchObject({ bonus: 89, bonusPercent: 9 })
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 999 + 89)
      expect((await fixture.player.get('/api/notification/get')).body[0].content).toBe(
        '$9.99 and a bonus of $0.89 are on your balance.',
      )
      expect((await create({ promocode })).body).toMatchObject({ success: false, code: 'promo-used' })
    })

    it('is released when the order expires, and grants no bonus to a late payment when another order used it', async () => {
      const promocode = await code({ usesMax: 1 })
      const first = await created({ promocode })
      const other = await fixture.site.newPlayer()
      expect((await create({ promocode }, other)).body).toMatchObject({ code: 'promo-used-up' })
      await sendState(first, { kind: 'expired' })
      await sendState(await created({ promocode }, other), PAID)
      expect(await balance(other)).toBe(START + 550)
      await sendState(first, PAID)
      expect(await balance()).toBe(START + 500)
      expect(await newest()).toMatchObject({ state: 'paid', bonus: 0, bonusPercent: 0 })
    })

    it('grants its bonus to a late payment when its use is still available', async () => {
      const id = await created({ promocode: await code({ usesMax: 1 }) })
      await sendState(id, { kind: 'expired' })
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 550)
    })
  })

  describe('the first deposit', () => {
    async function refer(): Promise<void> {
      const { playerId } = await fixture.site.newPlayer()
      await fixture.site.db.queries.execute(
        `update players set referrer_id = ${playerId} where id = ${fixture.player.playerId}`,
      )
    }

    it('grants five percent to a referred player, once, and no more than a better code', async () => {
      await refer()
      expect((await fixture.player.get('/api/payment/get?currency=USD')).body).toMatchObject({
        bonusPercent: 5,
        isFirst: true,
      })
      const late = await created({ sum: 10 })
      expect(await newest()).toMatchObject({ bonus: 50, bonusPercent: 5 })
      await sendState(late, { kind: 'expired' })
      const second = await created({ sum: 20 })
      expect(await newest()).toMatchObject({ id: second, bonus: 100 })
      await sendState(second, PAID)
      await sendState(late, PAID)
      expect(await balance()).toBe(START + 2100 + 1000)
      expect((await fixture.player.get('/api/payment/get?currency=USD')).body).toMatchObject({
        bonusPercent: 0,
        isFirst: false,
      })
    })

    it('grants the bonus once when several expired orders are paid at the same moment', async () => {
      await refer()
      const late: string[] = []
      for (let place = 0; place < 8; place++) {
        const id = await created({ sum: 10 })
        expect(await newest()).toMatchObject({ id, bonus: 50 })
        await sendState(id, { kind: 'expired' })
        late.push(id)
      }
      await Promise.all(late.map((id) => sendState(id, PAID)))
      expect(await balance()).toBe(START + 8 * 1000 + 50)
    })
  })

  describe('limits', () => {
    it(
      'hold for a hundred parallel orders, and release expired ones',
      async () => {
        await fixture.player.post('/api/limits', { day: 5000 })
        const answers = await Promise.all(Array.from({ length: 100 }, () => create({ sum: 7 })))
        const made = answers.filter(({ body }) => body.success === true)
        expect(made).toHaveLength(7)
        expect(answers.find(({ body }) => body.success === false)?.body).toMatchObject({
          code: 'limit-reached',
          message: expect.stringContaining('$1.00'),
        })
        await sendState(made[0]?.body.order.id, { kind: 'expired' })
        expect((await create({ sum: 8 })).body.success).toBe(true)
      },
      TIMEOUT_MS,
    )

    it('by time-out close deposits and codes', async () => {
      await fixture.player.post('/api/limits/self-exclude', { days: 1 })
      expect((await create()).body).toMatchObject({ success: false, code: 'excluded' })
      const approved = await fixture.player.post('/api/payment/promocode/approve', { promocode: 'any' })
      expect(approved.body).toMatchObject({ success: false, code: 'excluded' })
    })
  })

  describe('polling', () => {
    it('finds unannounced payments, asks about an order once a minute, and survives an unavailable provider', async () => {
      const id = await created()
      provider.states.set(`ref-${id}`, PAID)
      await fixture.site.jobs.orderPolling.runOnce()
      expect(await balance()).toBe(START)
      fixture.nowMs += MINUTE_MS
      provider.down = true
      await fixture.site.jobs.orderPolling.runOnce()
      expect(log.join('\n')).toContain('a provider did not respond')
      provider.down = false
      fixture.nowMs += MINUTE_MS + 1
      await fixture.site.jobs.orderPolling.runOnce()
      expect(await balance()).toBe(START + 500)
    })

    it('asks about all due orders in one round', async () => {
      const others = await Promise.all([fixture.site.newPlayer(), fixture.site.newPlayer()])
      const payers = [fixture.player, ...others]
      const ids = await Promise.all(payers.flatMap((payer) => Array.from({ length: 15 }, () => created({}, payer))))
      for (const id of ids) provider.states.set(`ref-${id}`, PAID)
      fixture.nowMs += MINUTE_MS + 1
      await fixture.site.jobs.orderPolling.runOnce()
      for (const payer of payers) expect(await balance(payer)).toBe(START + 15 * 500)
    })

    it('is triggered at once when a player opens crypto, without a body', async () => {
      const id = await created({ method: 'BTC' })
      provider.states.set(`ref-${id}`, PAID)
      const answer = await fixture.player.call('POST', '/api/payment/create/cryptocloud')
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
      expect(await balance()).toBe(START + 500)
      const asked = provider.asked
      await fixture.player.call('POST', '/api/payment/create/cryptocloud')
      expect(provider.asked).toBe(asked)
    })

    it('lets an unpaid order expire, and still credits it when the money arrives', async () => {
      const id = await created()
      fixture.nowMs += 71 * MINUTE_MS
      await fixture.site.jobs.orderPolling.runOnce()
      expect(await newest()).toMatchObject({ id, state: 'expired' })
      provider.states.set(`ref-${id}`, PAID)
      fixture.nowMs += 31 * MINUTE_MS
      await fixture.site.jobs.orderPolling.runOnce()
      expect(await balance()).toBe(START + 500)
    })
  })

  describe('a refund', () => {
    const parts = () => ({
      db: fixture.site.db,
      providers: [provider],
      now: () => fixture.nowMs,
      by: OPERATOR,
      rules: () => ({ timeZone: 'UTC', freeCases: [], loaded: UNPRICED, gifts: { rafflePercent: 10 } }),
    })

    it('returns the payment and takes back what it credited', async () => {
      const id = await created()
      await sendState(id, PAID)
      expect(await refundOrder(parts(), id, { byHand: false })).toMatchObject({
        row: { state: 'refunded', shortfall: 0 },
      })
      expect(provider.refunded).toContain(`ref-${id}`)
      expect(await balance()).toBe(START)
      await expect(refundOrder(parts(), id, { byHand: false })).rejects.toThrow(/refunded already/)
    })

    it('is refused when the order is unpaid or unknown or the provider is away, and changes nothing', async () => {
      const id = await created({ sum: 100 })
      await expect(refundOrder(parts(), id, { byHand: true })).rejects.toThrow(RefundRefused)
      await expect(refundOrder(parts(), randomUUID(), { byHand: true })).rejects.toThrow(/no order/)
      await sendState(id, PAID)
      provider.down = true
      await expect(refundOrder(parts(), id, { byHand: false })).rejects.toThrow(/no answer/)
      expect(await newest()).toMatchObject({ state: 'paid' })
    })

    it('is refused while the payer disputes it: the bank may pay it back too', async () => {
      const id = await created({ sum: 20 })
      await sendState(id, PAID)
      await sendState(id, disputed('open', { id: `dp_${id}`, minor: 2_000 }))
      await expect(refundOrder(parts(), id, { byHand: false })).rejects.toThrow(/is disputed.*a second time/)
      expect(provider.refunded).not.toContain(`ref-${id}`)
      expect(await refundOrder(parts(), id, { byHand: true, preview: true })).toMatchObject({ row: { id } })
    })

    it('says what it would do, and does it only then; what was spent becomes a debt', async () => {
      const id = await created({ sum: 150 })
      await sendState(id, PAID)
      while ((await balance()) >= 14_000) await fixture.player.post('/api/case/orion/open', { count: 10 })
      await fixture.player.post('/api/user/items/sell', { ids: [], isAll: true })
      const left = await balance()
      const sum = { amount: 15_000, bonus: 0, debt: Math.max(0, 15_000 - left) }
      const asked = provider.refunded.length
      const seen = await refundOrder(parts(), id, { byHand: false, preview: true })
      expect(seen.summary).toMatchObject(sum)
      expect(provider.refunded).toHaveLength(asked)
      expect(await newest()).toMatchObject({ state: 'paid', returned: 0 })
      expect(await balance()).toBe(left)
      const done = await refundOrder(parts(), id, { byHand: false })
      expect(done.summary).toEqual(seen.summary)
      expect(await balance()).toBe(Math.max(left - 15_000, 0))
      expect(await newest()).toMatchObject({ state: 'refunded', returned: 15_000 })
    })
  })
})
