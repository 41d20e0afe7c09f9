// Reports of a provider about an order of ours that cannot be booked: the order is in question, its player and the operator are told.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { keptPayments, orders } from '../../../src/server/db/schema-payments.ts'
import { invoiceSchema, stateOfInvoice } from '../../../src/server/payments/monobank/invoice.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { readBacklog } from '../../../src/server/services/operations/backlog.ts'
import { refundKept } from '../../../src/server/services/payments/kept-returns.ts'
import { answerQuestion } from '../../../src/server/services/payments/questions.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { openPaymentFixture } from './payment-fixture.ts'

const START = 10_000

const dollars = (minor: number): PaymentState => ({ kind: 'paid', paid: { currency: 'USD', minor } })

describe.each(SUITE_KINDS)('reports that cannot be booked on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { created, sendState, balance, newest, provider } = fixture

  const row = async (id: string) =>
    (await fixture.site.db.queries.select().from(orders).where(eq(orders.id, id)))[0] as typeof orders.$inferSelect
  const kept = (id: string) =>
    fixture.site.db.queries.select().from(keptPayments).where(eq(keptPayments.orderId, id)).orderBy(keptPayments.part)
  const backlog = () => readBacklog(fixture.site.db, fixture.nowMs)
  const notices = async (): Promise<string[]> =>
    (await fixture.player.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)
  const waits = async (): Promise<string[]> =>
    (await fixture.player.get('/api/user/waiting')).body.waits.map(
      ({ subject, reason }: { subject: string; reason: string }) => `${subject} ${reason}`,
    )
  const holds = async () => (await fixture.player.get('/api/user/withdrawals/hold')).body.wait?.reason
  const parts = () => ({ db: fixture.site.db, providers: [provider], now: () => fixture.nowMs, by: OPERATOR })

  async function paid(sum = 10): Promise<string> {
    const id = await created({ sum })
    await sendState(id, PAID)
    return id
  }

  /** What every question has: it is counted once, told once, and settled by a person. */
  async function expectQuestion(id: string, state: PaymentState): Promise<void> {
    const before = (await backlog()).ordersInQuestion
    fixture.log.length = 0
    expect((await sendState(id, state)).status).toBe(200)
    expect((await sendState(id, state)).status).toBe(200)
    expect((await backlog()).ordersInQuestion).toBe(before + 1)
    expect(fixture.log.join('\n')).toContain('an order is in question')
    expect((await notices()).filter((title) => title === 'Deposit being checked')).toHaveLength(1)
    expect(await waits()).toContain('payment deposit-check')
  }

  async function expectAnswer(id: string, state: PaymentState): Promise<void> {
    const before = (await backlog()).ordersInQuestion
    expect(await answerQuestion(fixture.site.db, id, 'sent back by hand', new Date(fixture.nowMs), OPERATOR)).toBe(true)
    expect((await backlog()).ordersInQuestion).toBe(before - 1)
    // Providers are polled: the same report again asks nothing.
    await sendState(id, state)
    expect((await backlog()).ordersInQuestion).toBe(before - 1)
    expect(await waits()).not.toContain('payment deposit-check')
    expect((await row(id)).remark).toContain('sent back by hand')
    expect(await answerQuestion(fixture.site.db, id, 'again', new Date(fixture.nowMs), OPERATOR)).toBe(false)
  }

  it.each<[string, PaymentState]>([
    ['paid in another currency', { kind: 'paid', paid: { currency: 'UAH', minor: 1_000 } }],
    ['paid in part in another currency', { kind: 'partial', paid: { currency: 'UAH', minor: 1_000 } }],
    ['that nobody can read', { kind: 'unclear', concerns: 'payment', what: 'a status of next year' }],
  ])('%s: the order stays open', async (_, state) => {
    const id = await created({ sum: 10 })
    await expectQuestion(id, state)
    expect(await newest()).toMatchObject({ id, state: 'created' })
    expect(await balance()).toBe(START)
    expect((await fixture.player.post(`/api/payment/orders/${id}/cancel`, {})).body).toMatchObject({ success: false })
    await expectAnswer(id, state)
  })

  it.each<[string, PaymentState]>([
    ['a payment in another currency', { kind: 'paid', paid: { currency: 'UAH', minor: 5_000 } }],
    ['more than the charge', { kind: 'paid', paid: undefined, isOverpaid: true }],
    ['a refund that failed', { kind: 'unclear', concerns: 'failed-refund', what: 're_1 failed' }],
  ])('%s of a paid order: it stays paid', async (_, state) => {
    const id = await paid()
    await expectQuestion(id, state)
    expect(await newest()).toMatchObject({ id, state: 'paid' })
    expect(await balance()).toBe(START + 1_000)
    expect(await kept(id)).toEqual([])
    expect(await holds()).not.toBe('deposit-check')
    await expectAnswer(id, state)
  })

  it.each<[string, PaymentState]>([
    ['in another currency', { kind: 'partly-refunded', refunded: { currency: 'UAH', minor: 1_000 } }],
    ['that cannot be read', { kind: 'unclear', concerns: 'refund', what: '10.00 EUR refunded' }],
  ])('a refund %s holds withdrawals until a person has looked', async (_, state) => {
    const id = await paid()
    await expectQuestion(id, state)
    expect(await newest()).toMatchObject({ id, state: 'paid', returned: 0 })
    expect(await holds()).toBe('deposit-check')
    expect((await backlog()).playersFrozen).toBe(1)
    await expectAnswer(id, state)
    expect((await backlog()).playersFrozen).toBe(0)
  })

  it('a refund that failed after it was booked is in question, one that was never booked is not', async () => {
    const invoice = (changes: object) =>
      stateOfInvoice(invoiceSchema.parse({ invoiceId: 'p2_1', status: 'success', amount: 1_000, ccy: 840, ...changes }))
    const failed = invoice({ finalAmount: 1_000, cancelList: [{ status: 'failure', amount: 400 }] })
    const first = await paid()
    await sendState(first, failed)
    expect((await backlog()).ordersInQuestion).toBe(0)
    const second = await paid()
    await sendState(second, invoice({ finalAmount: 600, cancelList: [{ status: 'success', amount: 400 }] }))
    await expectQuestion(second, failed)
    await answerQuestion(fixture.site.db, second, '', new Date(fixture.nowMs), OPERATOR)
  })

  it('an event that names an order and another payment pays for nothing, and is for a person', async () => {
    const id = await created({ sum: 10 })
    const about = { reference: 'cs_of_a_payment_link', orderId: id }
    for (const event of ['evt_a', 'evt_b']) {
      // An answer that is no success would be sent again for days, and end with the provider switching us off.
      const { status } = await fixture.sendWebhook({ kind: 'state', event: `${id}${event}`, about, state: PAID })
      expect(status).toBe(200)
    }
    expect(await newest()).toMatchObject({ id, state: 'created' })
    expect(await balance()).toBe(START)
    expect((await row(id)).question).toBe('an event about another payment: cs_of_a_payment_link')
    expect(await backlog()).toMatchObject({ ordersInQuestion: 1 })
    await answerQuestion(fixture.site.db, id, '', new Date(fixture.nowMs), OPERATOR)
  })

  it('another report about an order in question is added, and asks again after an answer', async () => {
    const id = await paid()
    await sendState(id, { kind: 'unclear', concerns: 'failed-refund', what: 're_1 failed' })
    await sendState(id, { kind: 'unclear', concerns: 'failed-refund', what: 're_2 failed' })
    expect((await row(id)).question).toBe('re_1 failed; re_2 failed')
    expect(await backlog()).toMatchObject({ ordersInQuestion: 1 })
    await answerQuestion(fixture.site.db, id, '', new Date(fixture.nowMs), OPERATOR)
    await sendState(id, { kind: 'unclear', concerns: 'failed-refund', what: 're_3 failed' })
    expect(await backlog()).toMatchObject({ ordersInQuestion: 1 })
    await answerQuestion(fixture.site.db, id, '', new Date(fixture.nowMs), OPERATOR)
  })

  describe('a payment of a part', () => {
    it('is kept, and told; when the rest arrives the order is credited', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, dollars(900))
      await sendState(id, { kind: 'partial' })
      await sendState(id, { kind: 'partial', paid: { currency: 'USD', minor: 900 } })
      expect(await kept(id)).toMatchObject([{ reason: 'partial', state: 'waiting', amount: 900, minor: 900 }])
      expect(await backlog()).toMatchObject({ ordersInQuestion: 1, paymentsKept: 1 })
      expect(await notices()).toEqual(expect.arrayContaining(['Payment incomplete']))
      expect(await waits()).toEqual(['payment kept-partial'])
      await sendState(id, { kind: 'expired' })
      expect(await waits()).toEqual(['payment kept-partial'])
      await sendState(id, dollars(950))
      expect(await kept(id)).toMatchObject([{ state: 'waiting', amount: 950 }])
      await sendState(id, dollars(1_000))
      expect(await kept(id)).toMatchObject([{ reason: 'partial', state: 'credited', amount: 950 }])
      expect(await newest()).toMatchObject({ id, state: 'paid' })
      expect(await balance()).toBe(START + 1_000)
      expect(await backlog()).toMatchObject({ ordersInQuestion: 0, paymentsKept: 0 })
      expect(await waits()).not.toContain('payment kept-partial')
    })

    it('is sent back by a person, and what is paid after that is in question instead of credited', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, dollars(900))
      await expect(refundKept(parts(), id, { byHand: false })).rejects.toThrow('Only a person')
      await refundKept(parts(), id, { byHand: true })
      expect(await backlog()).toMatchObject({ ordersInQuestion: 0, paymentsKept: 0 })
      await sendState(id, dollars(900))
      expect(await backlog()).toMatchObject({ ordersInQuestion: 0, paymentsKept: 0 })
      await sendState(id, dollars(1_000))
      expect(await newest()).toMatchObject({ id, state: 'created' })
      expect(await balance()).toBe(START)
      expect(await backlog()).toMatchObject({ ordersInQuestion: 1 })
      await answerQuestion(fixture.site.db, id, '', new Date(fixture.nowMs), OPERATOR)
    })

    it.each<[string, PaymentState, string]>([
      ['all of it', { kind: 'refunded' }, 'refunded'],
      ['its sum', { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 900 } }, 'created'],
    ])('ends when its provider refunds %s', async (_, state, after) => {
      const id = await created({ sum: 10 })
      await sendState(id, dollars(900))
      await sendState(id, state)
      expect(await kept(id)).toMatchObject([{ state: 'refunded', isReported: true }])
      expect(await newest()).toMatchObject({ id, state: after })
      expect(await backlog()).toMatchObject({ ordersInQuestion: 0, paymentsKept: 0 })
    })

    it('whose rest arrives during a time-out is kept as a whole, and refunded', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, dollars(900))
      await fixture.player.post('/api/limits/self-exclude', { days: 1 })
      await sendState(id, dollars(1_000))
      expect(await kept(id)).toMatchObject([{ reason: 'time-out', state: 'refunded', amount: 1_000 }])
      expect(await newest()).toMatchObject({ id, state: 'refunded' })
    })

    it('without an amount is in question, and told', async () => {
      const id = await created({ sum: 10, method: 'BTC' })
      await expectQuestion(id, { kind: 'partial' })
      await sendState(id, PAID)
      expect(await backlog()).toMatchObject({ ordersInQuestion: 0 })
      expect(await balance()).toBe(START + 1_000)
    })
  })

  describe('what is paid beyond the charge', () => {
    it('during an exclusion is kept and refunded with the payment', async () => {
      const id = await created({ sum: 10 })
      await fixture.player.post('/api/limits/self-exclude', { days: 1 })
      await sendState(id, dollars(1_500))
      await sendState(id, dollars(1_500))
      expect(await kept(id)).toMatchObject([
        { part: 'excess', reason: 'overpaid', state: 'refunded', amount: 500, minor: 500 },
        { part: 'payment', reason: 'time-out', state: 'refunded', amount: 1_000, minor: 1_000 },
      ])
      expect(provider.refunds.at(-1)).toMatchObject({ orderId: id, charge: 1_500, minor: 1_500 })
    })

    it('waits beside the payment while the provider refunds nothing, and stays when that is credited', async () => {
      const id = await created({ sum: 10 })
      await fixture.player.post('/api/limits/self-exclude', { days: 1 })
      provider.refundsFail = true
      await sendState(id, dollars(1_000))
      await sendState(id, dollars(1_500))
      expect((await waits()).toSorted()).toEqual(['account time-out', 'payment kept-break', 'payment kept-overpaid'])
      expect(await backlog()).toMatchObject({ paymentsKept: 2 })
      await sendState(id, { kind: 'refunded' })
      expect((await kept(id)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
      provider.refundsFail = false
    })

    it('again after the first excess was sent back, is in question', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, dollars(1_500))
      await refundKept(parts(), id, { byHand: true })
      await expectQuestion(id, dollars(2_500))
      await answerQuestion(fixture.site.db, id, '', new Date(fixture.nowMs), OPERATOR)
    })
  })

  it('a partial refund without the final amount is booked once', async () => {
    const parse = (changes: object) =>
      stateOfInvoice(invoiceSchema.parse({ invoiceId: 'p2_1', status: 'success', amount: 1_000, ccy: 840, ...changes }))
    const cancelList = [{ status: 'success', amount: 300 }]
    for (const report of [{ cancelList }, { cancelList, finalAmount: 1_000 }, { cancelList, finalAmount: 700 }]) {
      fixture.player = await fixture.site.newPlayer()
      const id = await created({ sum: 10 })
      await sendState(id, parse({}))
      await sendState(id, parse(report))
      expect(await balance()).toBe(START + 700)
      expect(await kept(id)).toEqual([])
      expect(await newest()).toMatchObject({ id, state: 'partly_refunded', returned: 300 })
    }
  })
})
