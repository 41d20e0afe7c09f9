// What rules deposits: promo codes, the first deposit, limits, polling and refunds, and who wins a race.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { approveReplySchema } from '../../src/contract/payment.ts'
import { createPromo } from '../../src/server/services/promo.ts'
import { RefundRefused, refundOrder } from '../../src/server/services/refunds.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { PAID } from '../support/payment-provider.ts'
import { openDesk, TIMEOUT_MS } from './payment-desk.ts'

const START = 10_000
const MINUTE_MS = 60_000

describe.each(DATABASE_KINDS)('the rules of deposits on %s', (kind) => {
  const desk = openDesk(kind)
  const { create, created, told, balance, newest, provider, log } = desk

  describe('a promo code', () => {
    async function code(limits: { usesMax?: number; percent?: number } = {}): Promise<string> {
      const name = `code-${randomUUID().slice(0, 8)}`
      const promo = { startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0, usesPerPlayer: 1 }
      await createPromo(desk.site.db, {
        ...promo,
        code: name,
        percent: limits.percent ?? 10,
        usesMax: limits.usesMax ?? null,
      })
      return name
    }

    it('is approved with its percentage, and its bonus is fixed with the order and paid with the money', async () => {
      const promocode = await code({ percent: 15 })
      const approved = await desk.player.post('/api/payment/promocode/approve', {
        promocode: ` ${promocode.toUpperCase()} `,
      })
      expect(approveReplySchema.parse(approved.body)).toEqual({
        success: true,
        percent: 15,
        message: 'Your bonus is 15% on the deposit',
      })
      const id = await created({ sum: 9.99, promocode })
      expect(await newest()).toMatchObject({ bonus: 149, bonusPercent: 15 })
      await told(id, PAID)
      expect(await balance()).toBe(START + 999 + 149)
      expect((await desk.player.get('/api/notification/get')).body[0].content).toBe(
        '$9.99 and a bonus of $1.49 are on your balance.',
      )
      expect((await create({ promocode })).body).toMatchObject({ success: false, code: 'promo-used' })
    })

    it('has its use back when the order expires, and brings no bonus late when another took it', async () => {
      const promocode = await code({ usesMax: 1 })
      const first = await created({ promocode })
      const other = await desk.site.newPlayer()
      expect((await create({ promocode }, other)).body).toMatchObject({ code: 'promo-used-up' })
      await told(first, { kind: 'expired' })
      await told(await created({ promocode }, other), PAID)
      expect(await balance(other)).toBe(START + 550)
      await told(first, PAID)
      expect(await balance()).toBe(START + 500)
      expect(await newest()).toMatchObject({ state: 'paid', bonus: 0, bonusPercent: 0 })
    })

    it('brings its bonus late too when its use is still there', async () => {
      const id = await created({ promocode: await code({ usesMax: 1 }) })
      await told(id, { kind: 'expired' })
      await told(id, PAID)
      expect(await balance()).toBe(START + 550)
    })
  })

  describe('the first deposit', () => {
    async function refer(): Promise<void> {
      const { playerId } = await desk.site.newPlayer()
      await desk.site.db.queries.execute(
        `update players set referrer_id = ${playerId} where id = ${desk.player.playerId}`,
      )
    }

    it('brings five percent to whom another player brought, once, and no more than a better code', async () => {
      await refer()
      expect((await desk.player.get('/api/payment/get?currency=USD')).body).toMatchObject({
        bonusPercent: 5,
        isFirst: true,
      })
      const late = await created({ sum: 10 })
      expect(await newest()).toMatchObject({ bonus: 50, bonusPercent: 5 })
      const second = await created({ sum: 10 })
      expect(await newest()).toMatchObject({ id: second, bonus: 0 })
      await told(late, { kind: 'expired' })
      const third = await created({ sum: 20 })
      expect(await newest()).toMatchObject({ id: third, bonus: 0 })
      await told(second, { kind: 'expired' })
      await told(third, PAID)
      await told(late, PAID)
      expect(await balance()).toBe(START + 2000 + 1000)
      expect((await desk.player.get('/api/payment/get?currency=USD')).body).toMatchObject({
        bonusPercent: 0,
        isFirst: false,
      })
    })

    it('brings them once, however many that had expired are paid at the same moment', async () => {
      await refer()
      const late: string[] = []
      for (let place = 0; place < 8; place++) {
        const id = await created({ sum: 10 })
        expect(await newest()).toMatchObject({ id, bonus: 50 })
        await told(id, { kind: 'expired' })
        late.push(id)
      }
      await Promise.all(late.map((id) => told(id, PAID)))
      expect(await balance()).toBe(START + 8 * 1000 + 50)
    })
  })

  describe('limits', () => {
    it(
      'hold against a hundred orders at once, and give back what expired',
      async () => {
        await desk.player.post('/api/limits', { day: 5000 })
        const answers = await Promise.all(Array.from({ length: 100 }, () => create({ sum: 7 })))
        const made = answers.filter(({ body }) => body.success === true)
        expect(made).toHaveLength(7)
        expect(answers.find(({ body }) => body.success === false)?.body).toMatchObject({
          code: 'limit-reached',
          message: expect.stringContaining('$1.00'),
        })
        await told(made[0]?.body.order.id, { kind: 'expired' })
        expect((await create({ sum: 8 })).body.success).toBe(true)
      },
      TIMEOUT_MS,
    )

    it('of time close deposits and codes', async () => {
      await desk.player.post('/api/limits/self-exclude', { days: 1 })
      expect((await create()).body).toMatchObject({ success: false, code: 'excluded' })
      const approved = await desk.player.post('/api/payment/promocode/approve', { promocode: 'any' })
      expect(approved.body).toMatchObject({ success: false, code: 'excluded' })
    })
  })

  describe('polling', () => {
    it('finds what nobody told, asks about an order once a minute, and survives a provider that is down', async () => {
      const id = await created()
      provider.states.set(`ref-${id}`, PAID)
      await desk.site.services.polling.round()
      expect(await balance()).toBe(START)
      desk.nowMs += MINUTE_MS
      provider.down = true
      await desk.site.services.polling.round()
      expect(log.join('\n')).toContain('a provider did not answer')
      provider.down = false
      desk.nowMs += MINUTE_MS + 1
      await desk.site.services.polling.round()
      expect(await balance()).toBe(START + 500)
    })

    it('asks about all that are due in one round, however many', async () => {
      const others = await Promise.all([desk.site.newPlayer(), desk.site.newPlayer()])
      const payers = [desk.player, ...others]
      const ids = await Promise.all(payers.flatMap((payer) => Array.from({ length: 15 }, () => created({}, payer))))
      for (const id of ids) provider.states.set(`ref-${id}`, PAID)
      desk.nowMs += MINUTE_MS + 1
      await desk.site.services.polling.round()
      for (const payer of payers) expect(await balance(payer)).toBe(START + 15 * 500)
    })

    it('asks at once for a player who turns to crypto, without a body', async () => {
      const id = await created({ method: 'BTC' })
      provider.states.set(`ref-${id}`, PAID)
      const answer = await desk.player.call('POST', '/api/payment/create/cryptocloud')
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
      expect(await balance()).toBe(START + 500)
      const asked = provider.asked
      await desk.player.call('POST', '/api/payment/create/cryptocloud')
      expect(provider.asked).toBe(asked)
    })

    it('lets an order expire that stays unpaid, and still credits it when the money comes', async () => {
      const id = await created()
      desk.nowMs += 71 * MINUTE_MS
      await desk.site.services.polling.round()
      expect(await newest()).toMatchObject({ id, state: 'expired' })
      provider.states.set(`ref-${id}`, PAID)
      desk.nowMs += 31 * MINUTE_MS
      await desk.site.services.polling.round()
      expect(await balance()).toBe(START + 500)
    })
  })

  describe('a refund', () => {
    const parts = () => ({ db: desk.site.db, providers: [provider], now: () => desk.nowMs })

    it('sends the payment back and takes what it brought', async () => {
      const id = await created()
      await told(id, PAID)
      expect(await refundOrder(parts(), id, { byHand: false })).toMatchObject({ state: 'refunded', shortfall: 0 })
      expect(provider.refunded).toContain(`ref-${id}`)
      expect(await balance()).toBe(START)
      await expect(refundOrder(parts(), id, { byHand: false })).rejects.toThrow(/refunded already/)
    })

    it('is refused when the money was spent, unpaid, or unknown, and leaves all as it was', async () => {
      const id = await created({ sum: 100 })
      await expect(refundOrder(parts(), id, { byHand: true })).rejects.toThrow(RefundRefused)
      await expect(refundOrder(parts(), randomUUID(), { byHand: true })).rejects.toThrow(/no order/)
      await told(id, PAID)
      provider.down = true
      await expect(refundOrder(parts(), id, { byHand: false })).rejects.toThrow(/no answer/)
      expect(await newest()).toMatchObject({ state: 'paid' })
      expect((await desk.player.post('/api/case/first-step/open', { count: 10 })).body.success).toBe(true)
      expect((await desk.player.post('/api/case/first-step/open', { count: 10 })).body.success).toBe(true)
      while ((await balance()) >= START) await desk.player.post('/api/case/orion/open', { count: 10 })
      await expect(refundOrder(parts(), id, { byHand: true })).rejects.toThrow(/it was spent/)
    })

    it('that the provider makes takes what is left and notes the rest', async () => {
      const id = await created({ sum: 100 })
      await told(id, PAID)
      while ((await balance()) >= START) await desk.player.post('/api/case/orion/open', { count: 10 })
      const left = await balance()
      await told(id, { kind: 'refunded' })
      expect(await balance()).toBe(Math.max(left - 10_000, 0))
      expect(await newest()).toMatchObject({ state: 'refunded' })
    })
  })
})
