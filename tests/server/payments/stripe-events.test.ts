// What Stripe's events tell about orders of ours: payments, refunds, disputes and warnings; and which events are noted only.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent, WebhookRequest } from '../../../src/server/payments/provider.ts'
import { ProviderFailed, WebhookRefused } from '../../../src/server/payments/provider.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import { STRIPE_KEYS, type StandInSession } from '../../support/outside/payment-stand-ins/stripe.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../support/outside/payment-stand-ins/webhook-receiver.ts'
import { NOON } from './orders.ts'
import { now, openStripeFixture, PAID } from './stripe-fixture.ts'

const stripe = openStripeFixture()
let webhook: WebhookReceiver

beforeEach(async () => {
  webhook = await openWebhookReceiver()
})

afterEach(() => webhook.close())

function lastNotice(): WebhookRequest {
  const notice = webhook.notices.at(-1)
  if (notice === undefined) throw new Error('No notice has come')
  return notice
}

/** What the provider reads in an event that arrived over HTTP. */
async function told(type: string, object: unknown): Promise<WebhookEvent> {
  await stripe.standIn.tell(stripe.standIn.event(type, object), webhook.address)
  return stripe.provider.readWebhook(lastNotice())
}

/** A session as events contain it: the payment by its id. */
const carried = (session: StandInSession): unknown => ({
  ...session,
  payment_intent: session.payment_intent?.id ?? null,
})

describe('events', () => {
  it('report the payment and its amount', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const notice = await told('checkout.session.completed', carried(stripe.standIn.pay(reference)))
    expect(notice).toEqual({
      kind: 'state',
      event: 'evt_1',
      about: { reference, orderId: stripe.order.id },
      state: PAID,
    })
    expect(await stripe.provider.fetchState(reference)).toEqual({ ...PAID, card: `fingerprint of ${reference}` })
    expect(await stripe.provider.readWebhook(lastNotice())).toEqual(notice)
  })

  it('of a charge tell its card, by our order', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const charge = stripe.standIn.pay(reference, 'J9eTvsiEPmoRkLBN').payment_intent?.latest_charge
    expect(await told('charge.succeeded', charge)).toEqual({
      kind: 'state',
      event: 'evt_1',
      about: { reference: undefined, orderId: stripe.order.id },
      state: { kind: 'charged', card: 'J9eTvsiEPmoRkLBN' },
    })
    const other = { kind: 'other', about: 'charge.succeeded of an unknown payment, or not by card' }
    for (const details of [
      null,
      undefined,
      { type: 'link', link: {} },
      { type: 'card', card: null },
      { type: 'card', card: { fingerprint: null } },
    ]) {
      expect(await told('charge.succeeded', { ...charge, payment_method_details: details })).toMatchObject(other)
    }
    expect(await told('charge.succeeded', { ...charge, metadata: {} })).toMatchObject(other)
  })

  it('of a delayed method report its start, and its outcome later', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const waiting = stripe.standIn.settle(reference, { status: 'complete', payment_status: 'unpaid' })
    expect(await told('checkout.session.completed', carried(waiting))).toMatchObject({ state: { kind: 'open' } })
    const failed = { kind: 'failed', reason: 'the payment failed' }
    expect(await told('checkout.session.async_payment_failed', carried(waiting))).toMatchObject({ state: failed })
    const paid = stripe.standIn.pay(reference)
    expect(await told('checkout.session.async_payment_succeeded', carried(paid))).toMatchObject({ state: PAID })
  })

  it('report the expiry', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const expired = stripe.standIn.settle(reference, { status: 'expired' })
    expect(await told('checkout.session.expired', carried(expired))).toMatchObject({ state: { kind: 'expired' } })
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'expired' })
  })

  it('of a payment of zero, or in another currency, pay for nothing, and are for a person', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const free = stripe.standIn.settle(reference, {
      status: 'complete',
      payment_status: 'no_payment_required',
      amount_total: 0,
    })
    expect(await told('checkout.session.completed', carried(free))).toMatchObject({
      about: { orderId: stripe.order.id },
      state: { kind: 'unclear', concerns: 'payment', what: 'no payment was required' },
    })
    const inEuros = { kind: 'unclear', concerns: 'payment', what: 'a payment in another currency: 430.12 EUR' }
    const paid = { ...stripe.standIn.pay(reference), currency: 'eur', amount_total: 43_012 }
    expect(await told('checkout.session.completed', carried(paid))).toMatchObject({
      about: { orderId: stripe.order.id },
      state: inEuros,
    })
    stripe.standIn.settle(reference, { currency: 'eur', amount_total: 43_012 })
    expect(await stripe.provider.fetchState(reference)).toEqual(inEuros)
  })

  it('report refunds by our order: of parts with their sum, and of all', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const charge = stripe.standIn.pay(reference).payment_intent?.latest_charge
    const about = { reference: undefined, orderId: stripe.order.id }
    expect(await told('charge.refunded', { ...charge, amount_refunded: 100 })).toMatchObject({
      kind: 'state',
      about,
      state: { kind: 'partly-refunded', refunded: { currency: 'UAH', minor: 100 } },
    })
    expect(await told('charge.refunded', { ...charge, refunded: true })).toMatchObject({
      kind: 'state',
      about,
      state: { kind: 'refunded' },
    })
    expect(await told('charge.refunded', { ...charge, refunded: true, metadata: {} })).toMatchObject({ kind: 'other' })
    const inEuros = { ...charge, amount_refunded: 100, currency: 'eur' }
    expect(await told('charge.refunded', inEuros)).toMatchObject({
      about,
      state: { kind: 'unclear', concerns: 'refund', what: 'a refund in another currency: 1.00 EUR' },
    })
  })

  it.each([
    ['refund.failed', 'failed'],
    ['refund.updated', 'canceled'],
    ['charge.refund.updated', 'failed'],
  ])('%s with the status %s report that a refund failed', async (type, status) => {
    const { reference } = await stripe.provider.open(stripe.order)
    const { id: payment, latest_charge: charge } = stripe.standIn.pay(reference).payment_intent ?? {}
    const refund = { object: 'refund', id: 're_1', status, amount: 100, currency: 'uah', metadata: {} }
    const failed = {
      kind: 'state',
      about: { reference: undefined, orderId: stripe.order.id },
      state: { kind: 'unclear', concerns: 'failed-refund', what: 'refund re_1 of 1.00 UAH failed' },
    }
    expect(await told(type, { ...refund, payment_intent: payment, charge: null })).toMatchObject(failed)
    expect(await told(type, { ...refund, payment_intent: null, charge: charge?.id })).toMatchObject(failed)
    expect(await told(type, { ...refund, payment_intent: 'pi_other' })).toMatchObject({ kind: 'other' })
    const named = { ...refund, payment_intent: 'pi_other', metadata: { order_id: stripe.order.id } }
    expect(await told(type, named)).toMatchObject(failed)
    if (type === 'refund.failed') return
    const done = { ...refund, status: 'succeeded', payment_intent: payment }
    expect(await told(type, done)).toMatchObject({ kind: 'other' })
  })

  it.each([
    ['charge.dispute.created', 'needs_response', 'open'],
    ['charge.dispute.created', 'warning_needs_response', 'open'],
    ['charge.dispute.updated', 'under_review', 'open'],
    ['charge.dispute.updated', 'a status of next year', 'open'],
    ['charge.dispute.updated', 'appeal_under_review', 'appealed'],
    ['charge.dispute.closed', 'won', 'won'],
    ['charge.dispute.closed', 'warning_closed', 'won'],
    ['charge.dispute.closed', 'prevented', 'won'],
    ['charge.dispute.closed', 'lost', 'lost'],
    ['charge.dispute.funds_withdrawn', 'needs_response', 'open'],
    ['charge.dispute.funds_reinstated', 'won', 'won'],
  ] as const)('%s with the status %s report a dispute of our order', async (type, status, state) => {
    const { reference } = await stripe.provider.open(stripe.order)
    const { id: payment } = stripe.standIn.pay(reference).payment_intent ?? {}
    const dispute = stripe.standIn.dispute({ payment_intent: payment ?? null, status })
    const reported = { state, reason: 'fraudulent', currency: 'UAH', minor: 43_012, atMs: NOON }
    expect(await told(type, dispute)).toEqual({
      kind: 'state',
      event: expect.any(String),
      about: { reference: undefined, orderId: stripe.order.id },
      state: { kind: 'dispute', dispute: { id: dispute.id, ...reported } },
    })
  })

  it('of disputes and warnings find their order by the charge too, and wait while Stripe does not answer', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const charge = stripe.standIn.pay(reference).payment_intent?.latest_charge?.id ?? ''
    const dispute = stripe.standIn.dispute({ payment_intent: null, charge })
    expect(await told('charge.dispute.created', dispute)).toMatchObject({ about: { orderId: stripe.order.id } })
    const warning = { object: 'radar.early_fraud_warning', id: 'issfr_1', fraud_type: 'misc', charge }
    expect(await told('radar.early_fraud_warning.created', warning)).toMatchObject({
      about: { reference: undefined, orderId: stripe.order.id },
      state: { kind: 'fraud-warning', reason: 'misc' },
    })
    const keys = { ...STRIPE_KEYS, secretKey: 'sk_test_wrong_0123456789' }
    const silent = await createStripe({ ...keys, apiUrl: stripe.standIn.server.address, now })
    await expect(silent.readWebhook(lastNotice())).rejects.toThrow(ProviderFailed)
    const nameless = { ...dispute, charge: null }
    await expect(told('charge.dispute.created', nameless)).rejects.toThrow(WebhookRefused)
  })

  const PLINK = {
    object: 'checkout.session',
    id: 'cs_x',
    payment_status: 'paid',
    status: 'complete',
    amount_total: 2000,
    currency: 'usd',
    client_reference_id: null,
    payment_link: 'plink_1',
  }
  const SUBSCRIPTION = { ...PLINK, mode: 'subscription', amount_total: null, currency: null, status: null }
  const CHARGE = { object: 'charge', id: 'ch_x', amount_refunded: 1, currency: 'usd', refunded: false, metadata: {} }

  it.each([
    ['a session of the future', 'checkout.session.completed', { ...PLINK, payment_status: 'paid_later' }],
    ['a session without amounts', 'checkout.session.completed', { ...SUBSCRIPTION, payment_status: 'processing' }],
    ['a session of another shop', 'checkout.session.expired', { ...PLINK, status: 'void', client_reference_id: 7 }],
    ['a charge without metadata', 'charge.succeeded', { ...CHARGE, metadata: null }],
    ['a charge of another shop', 'charge.succeeded', { ...CHARGE, metadata: { order_id: 'wc_order_1234' } }],
    ['a refund of another shop', 'charge.refunded', { ...CHARGE, refunded: true, metadata: { order_id: '1234' } }],
    ['a refund that cannot be read', 'charge.refunded', { object: 'charge', id: 'ch_x', metadata: {} }],
    ['a dispute of an unknown payment', 'charge.dispute.created', { object: 'dispute', payment_intent: 'pi_x' }],
    ['a dispute of an unknown charge', 'charge.dispute.closed', { object: 'dispute', charge: 'ch_x' }],
    ['a warning of an unknown charge', 'radar.early_fraud_warning.created', { charge: 'ch_x' }],
    ['a payment', 'payment_intent.succeeded', { object: 'payment_intent', metadata: { order_id: 'x' } }],
    ['an invoice', 'invoice.paid', { object: 'invoice' }],
    ['a clock', 'test_helpers.test_clock.ready', { object: 'test_helpers.test_clock' }],
  ])('about %s that is not ours are noted', async (_, type, object) => {
    expect(await told(type, object)).toMatchObject({ kind: 'other', event: expect.any(String) })
  })

  it.each([null, undefined, '', 'wc_order_1234', '018f5b7e-0000-7000-8000-000000000000'])(
    'about a session with the reference %j leave it to the orders',
    async (reference) => {
      for (const session of [PLINK, SUBSCRIPTION]) {
        for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
          const webhook = await told(type, { ...session, client_reference_id: reference })
          expect(webhook).toMatchObject({ kind: 'state', about: { reference: 'cs_x' } })
        }
      }
    },
  )

  it('of other accounts, of the other mode, and thin ones are noted', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const session = carried(stripe.standIn.pay(reference))
    const type = 'checkout.session.completed'
    for (const changes of [
      { account: 'acct_other' },
      { account: 'acct_other', livemode: true, created: 'today' },
      { livemode: true },
      { object: 'v2.core.event', created: '2026-01-01T00:00:00.000Z', data: undefined },
    ]) {
      await stripe.standIn.tell(stripe.standIn.event(type, session, changes), webhook.address)
      expect(await stripe.provider.readWebhook(lastNotice())).toMatchObject({ kind: 'other' })
    }
  })

  it('about a payment of ours that cannot be read are for a person', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    const session = stripe.standIn.pay(reference)
    const { id: payment, latest_charge: charge } = session.payment_intent ?? {}
    const odd = [
      ['checkout.session.completed', { ...session, payment_intent: 'pi_1', payment_status: 'paid_later' }, 'payment'],
      ['charge.refunded', { ...charge, amount_refunded: '1.00' }, 'refund'],
      ['charge.dispute.created', { object: 'dispute', payment_intent: payment, amount: null }, 'refund'],
    ] as const
    for (const [type, object, concerns] of odd) {
      expect(await told(type, object)).toMatchObject({
        kind: 'state',
        about: { orderId: stripe.order.id },
        state: { kind: 'unclear', concerns, what: `${type} that cannot be read` },
      })
    }
    expect(await told('radar.early_fraud_warning.created', { payment_intent: payment })).toMatchObject({
      state: { kind: 'fraud-warning', reason: 'unknown' },
    })
  })

  it('of other types are stored only', async () => {
    expect(await told('customer.created', { object: 'customer' })).toMatchObject({
      kind: 'other',
      about: 'customer.created',
    })
  })
})

describe('a dispute', () => {
  it.each(['another', 'constructor', 'toString'])('of the unknown status %j is open', async (status) => {
    const { reference } = await stripe.provider.open(stripe.order)
    const { payment_intent: payment } = stripe.standIn.pay(reference)
    const dispute = stripe.standIn.dispute({ status, payment_intent: payment?.id ?? null })
    expect(await told('charge.dispute.updated', dispute)).toMatchObject({ state: { dispute: { state: 'open' } } })
  })
})
