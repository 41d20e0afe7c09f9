// What a deposit promises: bonuses go to the order that is paid first, an unpaid order takes nothing away, and the code's check
// says what the order will get.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { approveReplySchema, cancelReplySchema } from '../../../src/protocol/payment.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import type { Answer } from '../../support/sites/site.ts'
import { openPaymentFixture } from './payment-fixture.ts'

const START = 10_000
const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('the promises of deposits on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { create, created, sendState, balance, provider } = fixture

  async function refer(who = fixture.player): Promise<void> {
    const { playerId } = await fixture.site.newPlayer()
    await fixture.site.db.queries.execute(`update players set referrer_id = ${playerId} where id = ${who.playerId}`)
  }

  async function code(limits: { usesMax?: number; percent?: number; depositMin?: number } = {}): Promise<string> {
    const name = `code-${randomUUID().slice(0, 8)}`
    const { usesMax = null, percent = 10, depositMin = 0 } = limits
    const promo = { startsAt: null, endsAt: null, steamLevel: 0, usesPerPlayer: 1 }
    await createPromo(fixture.site.db, { ...promo, code: name, percent, usesMax, depositMin }, OPERATOR)
    return name
  }

  const approve = async (promocode: string, who = fixture.player): Promise<Answer['body']> => {
    const { body } = await who.post('/api/payment/promocode/approve', { promocode })
    approveReplySchema.parse(body)
    return body
  }

  const order = async (id: string): Promise<Answer['body']> =>
    (await fixture.player.get('/api/payment/orders')).body.orders.find((one: { id: string }) => one.id === id)

  const cancel = (id: string, who = fixture.player): Promise<Answer> => who.post(`/api/payment/orders/${id}/cancel`, {})

  describe('the bonus of the first deposit', () => {
    it('is promised to every order until one is paid, goes to that one, and leaves the others', async () => {
      await refer()
      const [one, two] = [await created({ sum: 10 }), await created({ sum: 20 })]
      expect([await order(one), await order(two)]).toMatchObject([{ bonus: 50 }, { bonus: 100 }])
      expect((await fixture.player.get('/api/payment/get?currency=USD')).body.bonusPercent).toBe(5)
      expect((await fixture.player.get('/api/bonuses')).body.firstDeposit.state).toBe('open')
      await sendState(two, PAID)
      expect(await balance()).toBe(START + 2100)
      expect(await order(one)).toMatchObject({ state: 'created', bonus: 0, bonusPercent: 0 })
      await sendState(one, PAID)
      expect(await balance()).toBe(START + 2100 + 1000)
    })

    it('goes to an order that was made before the player was referred', async () => {
      const id = await created({ sum: 10 })
      await refer()
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 1050)
      expect(await order(id)).toMatchObject({ bonus: 50, bonusPercent: 5 })
    })

    it('meets a code: the greater counts, an equal code is kept, and check and order say the same', async () => {
      await refer()
      const [small, equal, great] = [await code({ percent: 3 }), await code({ percent: 5 }), await code({ percent: 8 })]
      for (const kept of [small, equal]) {
        expect(await approve(kept)).toMatchObject({
          success: true,
          percent: 5,
          least: 0,
          message: 'Your first deposit gets 5%, and you keep this code: one bonus counts per deposit',
        })
        expect(await order(await created({ promocode: kept }))).toMatchObject({ bonusPercent: 5 })
      }
      expect(await approve(great)).toMatchObject({ percent: 8, message: 'Your bonus is 8% on the deposit' })
      const id = await created({ promocode: great })
      expect(await order(id)).toMatchObject({ bonusPercent: 8 })
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 540)
      expect(await approve(equal)).toMatchObject({ percent: 5, message: 'Your bonus is 5% on the deposit' })
    })
  })

  describe('a code', () => {
    it('stays the player’s while their orders are unpaid: the first that is paid takes it', async () => {
      const promocode = await code({ usesMax: 1 })
      const one = await created({ promocode })
      expect(await approve(promocode)).toMatchObject({ success: true, percent: 10, held: { id: one } })
      const two = await created({ sum: 10, promocode })
      expect(await approve(promocode)).toMatchObject({
        held: { id: two, url: expect.stringContaining(two), amount: 1000 },
      })
      await sendState(one, PAID)
      expect(await balance()).toBe(START + 550)
      expect(await order(two)).toMatchObject({ state: 'created', bonus: 0, bonusPercent: 0 })
      expect(await approve(promocode)).toMatchObject({ code: 'promo-used' })
      await sendState(two, PAID)
      expect(await balance()).toBe(START + 550 + 1000)
    })

    it('whose last uses are held by unpaid orders of others says so', async () => {
      const promocode = await code({ usesMax: 1 })
      const id = await created({ promocode })
      const other = await fixture.site.newPlayer()
      expect(await approve(promocode, other)).toMatchObject({
        code: 'promo-used-up',
        message: 'Try again within an hour: unpaid orders of other players hold the last uses of this promo code.',
      })
      await sendState(id, PAID)
      expect(await approve(promocode, other)).toMatchObject({
        code: 'promo-used-up',
        message: 'This promo code has reached its limit.',
      })
    })

    it('tells its minimum deposit', async () => {
      expect(await approve(await code({ depositMin: 2000 }))).toMatchObject({ success: true, percent: 10, least: 2000 })
    })

    it('is refused for coins, as the form says', async () => {
      const promocode = await code()
      expect((await create({ method: 'BTC', promocode })).body).toMatchObject({
        success: false,
        code: 'promo-crypto',
      })
      expect((await create({ method: 'BTC' })).body.success).toBe(true)
    })
  })

  describe('cancelling an order', () => {
    it('closes its payment and releases its code and its part of the limit', async () => {
      await fixture.player.post('/api/limits', { day: 500 })
      const promocode = await code({ usesMax: 1 })
      const id = await created({ promocode })
      expect((await create()).body.code).toBe('limit-reached')
      const { body } = await cancel(id)
      expect(cancelReplySchema.parse(body)).toMatchObject({
        success: true,
        order: { id, state: 'cancelled', url: null },
      })
      expect(provider.cancelled).toContain(`ref-${id}`)
      expect((await cancel(id)).body).toMatchObject({ success: true, order: { state: 'cancelled' } })
      const other = await fixture.site.newPlayer()
      expect(await approve(promocode, other)).toMatchObject({ success: true, held: null })
      expect((await create()).body.success).toBe(true)
    })

    it('credits it when the money arrived all the same, before or after', async () => {
      const paid = await created()
      provider.states.set(`ref-${paid}`, PAID)
      expect((await cancel(paid)).body).toMatchObject({ success: false, code: 'order-closed' })
      expect(await balance()).toBe(START + 500)
      const late = await created()
      await cancel(late)
      provider.states.set(`ref-${late}`, PAID)
      fixture.nowMs += 31 * MINUTE_MS
      await fixture.site.jobs.orderPolling.runOnce()
      expect(await balance()).toBe(START + 1000)
    })

    it('is refused while the provider does not confirm it, and nothing changes', async () => {
      const id = await created()
      provider.down = true
      expect((await cancel(id)).body).toMatchObject({ success: false, code: 'cancel-failed' })
      expect(await order(id)).toMatchObject({ state: 'created' })
    })

    it('is for the player’s own orders', async () => {
      const id = await created()
      expect((await cancel(id, await fixture.site.newPlayer())).body.code).toBe('order-unknown')
      expect((await cancel(randomUUID())).body.code).toBe('order-unknown')
      expect(await order(id)).toMatchObject({ state: 'created' })
    })

    it('races a payment: the order is either paid or cancelled and paid late, and is credited once', async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, () => created()))
      await Promise.all(ids.flatMap((id) => [cancel(id), sendState(id, PAID)]))
      expect(await balance()).toBe(START + 10 * 500)
    })
  })

  describe('the caps of bonuses', () => {
    it('hold for codes that were made with more: the check, the form and the order agree', async () => {
      const promocode = await code({ percent: 30 })
      expect(await approve(promocode)).toMatchObject({ percent: 10, message: 'Your bonus is 10% on the deposit' })
      const { bonusMost } = (await fixture.player.get('/api/payment/get?currency=USD')).body
      expect(bonusMost).toBe(5000)
      const [small, great] = [await created({ sum: 499.99, promocode }), await created({ sum: 700, promocode })]
      expect(await order(small)).toMatchObject({ bonusPercent: 10, bonus: 4999 })
      expect(await order(great)).toMatchObject({ bonusPercent: 10, bonus: bonusMost })
      await sendState(great, PAID)
      expect(await balance()).toBe(START + 75_000)
    })

    it('hold for the first deposit', async () => {
      await refer()
      const id = await created({ sum: 1500 })
      expect(await order(id)).toMatchObject({ bonusPercent: 5, bonus: 5000 })
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 155_000)
    })

    it('hold for an open order from before them, when it is paid', async () => {
      const promocode = await code({ percent: 100 })
      const id = await created({ sum: 20, promocode })
      await fixture.site.db.queries.execute(`update orders set bonus = 2000, bonus_percent = 100 where id = '${id}'`)
      await sendState(id, PAID)
      expect(await order(id)).toMatchObject({ state: 'paid', bonusPercent: 10, bonus: 200 })
      expect(await balance()).toBe(START + 2200)
    })
  })

  it('holds when orders of one player are paid at the same moment: each bonus is given once', async () => {
    await refer()
    const promocode = await code({ percent: 10 })
    const ids = [
      ...(await Promise.all(Array.from({ length: 4 }, () => created({ sum: 10, promocode })))),
      ...(await Promise.all(Array.from({ length: 4 }, () => created({ sum: 10 })))),
    ]
    await Promise.all(ids.map((id) => sendState(id, PAID)))
    const bonus = (await balance()) - START - 8 * 1000
    // The code's once; the first deposit's too, when the deposit that was paid first had no code.
    expect([100, 150]).toContain(bonus)
  })
})
