// Refunds of a part, and warnings of fraud, that the provider reports.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { eventsOfOrder } from '../../../src/server/services/payments/order-lookup.ts'
import { createPromo } from '../../../src/server/services/payments/promo-codes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID, webhookOf } from '../../support/outside/payment-provider.ts'
import { openDisputeFixture, START } from './dispute-fixture.ts'

describe.each(SUITE_KINDS)('money that comes back in part on %s', (kind) => {
  const { fixture, frozen, paid, spend, account } = openDisputeFixture(kind)
  const { created, sendState, sendWebhook, balance, newest, provider, log } = fixture

  describe('a refund of a part', () => {
    async function code(percent: number): Promise<string> {
      const name = `code-${randomUUID().slice(0, 8)}`
      const promo = { startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0, usesPerPlayer: 1, usesMax: null }
      await createPromo(fixture.site.db, { ...promo, code: name, percent }, OPERATOR)
      return name
    }
    const part = (minor: number, currency: 'USD' | 'UAH' = 'USD'): PaymentState => ({
      kind: 'partly-refunded',
      refunded: { currency, minor },
    })

    it('takes its share of amount and bonus; several add up, and all of it is a refund', async () => {
      const { id } = await paid(9.99, await code(10))
      expect(await balance()).toBe(START + 999 + 99)
      await sendState(id, part(333))
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 366 })
      expect(await balance()).toBe(START + 666 + 66)
      await sendState(id, part(666))
      await sendState(id, part(333))
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 732 })
      await sendState(id, part(999))
      expect(await newest()).toMatchObject({ state: 'refunded', returned: 1_098 })
      expect(await balance()).toBe(START)
    })

    it('arriving before the payment’s own event counts after it', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, part(400))
      expect(await newest()).toMatchObject({ state: 'created' })
      await sendState(id, PAID)
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 400 })
      expect(await balance()).toBe(START + 600)
    })

    it('that a status request reports counts too', async () => {
      const { id } = await paid(10)
      provider.states.set(`ref-${id}`, { kind: 'paid', paid: { currency: 'USD', minor: 1_000 }, refunded: 250 })
      await sendWebhook({ kind: 'hint', event: randomUUID(), about: { reference: `ref-${id}`, orderId: undefined } })
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 250 })
    })

    it('in another currency takes nothing, and is left to the operator', async () => {
      const { id } = await paid(10)
      await sendState(id, part(400, 'UAH'))
      expect(await newest()).toMatchObject({ state: 'paid', returned: 0 })
      expect(log.join('\n')).toContain('a refund in another currency')
    })

    it('is recorded as an amount of its currency, not as a number of its smallest units', async () => {
      const { id } = await paid(10)
      await sendState(id, part(215_000, 'UAH'))
      await sendState(id, { kind: 'paid', paid: { currency: 'USD', minor: 1_000 }, refunded: 250 })
      const reports = (await eventsOfOrder(fixture.site.db.queries, id)).map(({ said }) => said)
      expect(reports).toEqual(expect.arrayContaining(['refunded 2\u00a0150\u00a0₴', 'paid $10.00, refunded $2.50']))
    })
  })

  describe('a warning of fraud', () => {
    const warn = (id: string) => sendState(id, { kind: 'fraud-warning', reason: 'made_with_stolen_card' })

    it('freezes withdrawals and refunds what is unspent', async () => {
      const { id } = await paid(20)
      expect((await warn(id)).status).toBe(200)
      expect(await frozen()).toEqual(['fraud-warning'])
      expect(provider.refunds.at(-1)).toMatchObject({ reference: `ref-${id}`, minor: 2_000, refunded: 0 })
      expect(await newest()).toMatchObject({ state: 'refunded' })
      expect(await balance()).toBe(START)
      await warn(id)
      expect(provider.refunds.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    })

    it('that is delivered again refunds nothing that came later', async () => {
      const { id } = await paid(20)
      await spend(START + 1_000)
      const event = webhookOf(id, { kind: 'fraud-warning', reason: 'misc' })
      await sendWebhook(event)
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 1_000 })
      expect(await account()).toMatchObject({ balance: 0, debt: 0 })
      await sendState(await created({ sum: 5 }), PAID)
      expect((await sendWebhook(event)).status).toBe(200)
      expect(await account()).toMatchObject({ balance: 500, debt: 0 })
      expect(provider.refunds.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    })

    it('freezes even when the provider does not refund, and tries again with the next delivery', async () => {
      const { id } = await paid(20)
      const event = webhookOf(id, { kind: 'fraud-warning', reason: 'misc' })
      provider.down = true
      expect((await sendWebhook(event)).status).toBe(503)
      expect(await frozen()).toEqual(['fraud-warning'])
      provider.down = false
      expect((await sendWebhook(event)).status).toBe(200)
      expect(await newest()).toMatchObject({ state: 'refunded' })
    })
  })
})
