import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  OrderToPay,
  PaymentProvider,
  WebhookEvent,
  WebhookRequest,
} from '../../../src/server/payments/provider.ts'
import { ProviderFailed, WebhookRefused } from '../../../src/server/payments/provider.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import {
  openStripe,
  STRIPE_KEYS,
  type StandInSession,
  type StripeStandIn,
} from '../../support/outside/payment-stand-ins/stripe.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../support/outside/payment-stand-ins/webhook-receiver.ts'
import { NOON, orderFor } from './orders.ts'

const clock = { ms: NOON }
const now = (): number => clock.ms
let standIn: StripeStandIn
let webhook: WebhookReceiver
let provider: PaymentProvider
let order: OrderToPay

beforeEach(async () => {
  clock.ms = NOON
  standIn = await openStripe(now)
  webhook = await openWebhookReceiver()
  provider = await createStripe({ ...STRIPE_KEYS, apiUrl: standIn.server.address, now })
  order = orderFor('stripe')
})
afterEach(() => Promise.all([standIn.close(), webhook.close()]))

function lastNotice(): WebhookRequest {
  const notice = webhook.notices.at(-1)
  if (notice === undefined) throw new Error('No notice has come')
  return notice
}

/** What the provider reads in an event that arrived over HTTP. */
async function told(type: string, object: unknown): Promise<WebhookEvent> {
  await standIn.tell(standIn.event(type, object), webhook.address)
  return provider.readWebhook(lastNotice())
}

/** A session as events contain it: the payment by its id. */
const carried = (session: StandInSession): unknown => ({
  ...session,
  payment_intent: session.payment_intent?.id ?? null,
})

const PAID = { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 } }

describe('a session', () => {
  it('is opened with our order in every field that events contain', async () => {
    const { reference, url } = await provider.open(order)
    expect(url).toBe(`https://checkout.stripe.com/c/pay/${reference}`)
    expect(Object.fromEntries(standIn.asked.get(reference) ?? [])).toEqual({
      mode: 'payment',
      client_reference_id: order.id,
      'metadata[order_id]': order.id,
      'payment_intent_data[metadata][order_id]': order.id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'uah',
      'line_items[0][price_data][unit_amount]': '43012',
      'line_items[0][price_data][product_data][name]': 'Поповнення балансу',
      'adaptive_pricing[enabled]': 'false',
      locale: 'auto',
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: String((NOON + 3_600_000) / 1000),
    })
  })

  it('is opened once for each order, for any number of requests', async () => {
    expect(await provider.open(order)).toEqual(await provider.open(order))
    expect(standIn.asked.size).toBe(1)
    const other = provider.open({ ...order, charge: 1 })
    await expect(other).rejects.toThrow(ProviderFailed)
  })

  it('stays open for at least the minimum of Stripe', async () => {
    const { reference } = await provider.open({ ...order, expiresAt: new Date(NOON + 600_000) })
    expect(Number(standIn.asked.get(reference)?.get('expires_at'))).toBe(NOON / 1000 + 31 * 60)
  })

  it('is never in roubles, which Stripe does not charge', async () => {
    expect(provider.methods.flatMap(({ currencies }) => currencies)).toEqual(['USD', 'UAH'])
    await expect(provider.open({ ...order, currency: 'RUB' })).rejects.toThrow(
      'Stripe: status 400 (StripeInvalidRequestError, parameter_invalid, line_items[0][price_data][currency])',
    )
  })

  it('is not opened with a wrong key, which no error contains', async () => {
    const keys = { ...STRIPE_KEYS, secretKey: 'sk_test_wrong_0123456789' }
    const wrong = await createStripe({ ...keys, apiUrl: standIn.server.address, now })
    await expect(wrong.open(order)).rejects.toThrow(
      new ProviderFailed('Stripe: status 401 (StripeAuthenticationError)'),
    )
  })
})

describe('events', () => {
  it('report the payment and its amount', async () => {
    const { reference } = await provider.open(order)
    const notice = await told('checkout.session.completed', carried(standIn.pay(reference)))
    expect(notice).toEqual({
      kind: 'state',
      event: 'evt_1',
      about: { reference, orderId: order.id },
      state: PAID,
    })
    expect(await provider.fetchState(reference)).toEqual({ ...PAID, card: `fingerprint of ${reference}` })
    expect(await provider.readWebhook(lastNotice())).toEqual(notice)
  })

  it('of a charge tell its card, by our order', async () => {
    const { reference } = await provider.open(order)
    const charge = standIn.pay(reference, 'J9eTvsiEPmoRkLBN').payment_intent?.latest_charge
    expect(await told('charge.succeeded', charge)).toEqual({
      kind: 'state',
      event: 'evt_1',
      about: { reference: undefined, orderId: order.id },
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
    const { reference } = await provider.open(order)
    const waiting = standIn.settle(reference, { status: 'complete', payment_status: 'unpaid' })
    expect(await told('checkout.session.completed', carried(waiting))).toMatchObject({ state: { kind: 'open' } })
    const failed = { kind: 'failed', reason: 'the payment failed' }
    expect(await told('checkout.session.async_payment_failed', carried(waiting))).toMatchObject({ state: failed })
    const paid = standIn.pay(reference)
    expect(await told('checkout.session.async_payment_succeeded', carried(paid))).toMatchObject({ state: PAID })
  })

  it('report the expiry', async () => {
    const { reference } = await provider.open(order)
    const expired = standIn.settle(reference, { status: 'expired' })
    expect(await told('checkout.session.expired', carried(expired))).toMatchObject({ state: { kind: 'expired' } })
    expect(await provider.fetchState(reference)).toEqual({ kind: 'expired' })
  })

  it('of a payment of zero, or in another currency, pay for nothing, and are for a person', async () => {
    const { reference } = await provider.open(order)
    const free = standIn.settle(reference, {
      status: 'complete',
      payment_status: 'no_payment_required',
      amount_total: 0,
    })
    expect(await told('checkout.session.completed', carried(free))).toMatchObject({
      about: { orderId: order.id },
      state: { kind: 'unclear', concerns: 'payment', what: 'no payment was required' },
    })
    const inEuros = { kind: 'unclear', concerns: 'payment', what: 'a payment in another currency: 430.12 EUR' }
    const paid = { ...standIn.pay(reference), currency: 'eur', amount_total: 43_012 }
    expect(await told('checkout.session.completed', carried(paid))).toMatchObject({
      about: { orderId: order.id },
      state: inEuros,
    })
    standIn.settle(reference, { currency: 'eur', amount_total: 43_012 })
    expect(await provider.fetchState(reference)).toEqual(inEuros)
  })

  it('report refunds by our order: of parts with their sum, and of all', async () => {
    const { reference } = await provider.open(order)
    const charge = standIn.pay(reference).payment_intent?.latest_charge
    const about = { reference: undefined, orderId: order.id }
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
    const { reference } = await provider.open(order)
    const { id: payment, latest_charge: charge } = standIn.pay(reference).payment_intent ?? {}
    const refund = { object: 'refund', id: 're_1', status, amount: 100, currency: 'uah', metadata: {} }
    const failed = {
      kind: 'state',
      about: { reference: undefined, orderId: order.id },
      state: { kind: 'unclear', concerns: 'failed-refund', what: 'refund re_1 of 1.00 UAH failed' },
    }
    expect(await told(type, { ...refund, payment_intent: payment, charge: null })).toMatchObject(failed)
    expect(await told(type, { ...refund, payment_intent: null, charge: charge?.id })).toMatchObject(failed)
    expect(await told(type, { ...refund, payment_intent: 'pi_other' })).toMatchObject({ kind: 'other' })
    const named = { ...refund, payment_intent: 'pi_other', metadata: { order_id: order.id } }
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
    const { reference } = await provider.open(order)
    const { id: payment } = standIn.pay(reference).payment_intent ?? {}
    const dispute = standIn.dispute({ payment_intent: payment ?? null, status })
    const reported = { state, reason: 'fraudulent', currency: 'UAH', minor: 43_012, atMs: NOON }
    expect(await told(type, dispute)).toEqual({
      kind: 'state',
      event: expect.any(String),
      about: { reference: undefined, orderId: order.id },
      state: { kind: 'dispute', dispute: { id: dispute.id, ...reported } },
    })
  })

  it('of disputes and warnings find their order by the charge too, and wait while Stripe does not answer', async () => {
    const { reference } = await provider.open(order)
    const charge = standIn.pay(reference).payment_intent?.latest_charge?.id ?? ''
    const dispute = standIn.dispute({ payment_intent: null, charge })
    expect(await told('charge.dispute.created', dispute)).toMatchObject({ about: { orderId: order.id } })
    const warning = { object: 'radar.early_fraud_warning', id: 'issfr_1', fraud_type: 'misc', charge }
    expect(await told('radar.early_fraud_warning.created', warning)).toMatchObject({
      about: { reference: undefined, orderId: order.id },
      state: { kind: 'fraud-warning', reason: 'misc' },
    })
    const keys = { ...STRIPE_KEYS, secretKey: 'sk_test_wrong_0123456789' }
    const silent = await createStripe({ ...keys, apiUrl: standIn.server.address, now })
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
    const { reference } = await provider.open(order)
    const session = carried(standIn.pay(reference))
    const type = 'checkout.session.completed'
    for (const changes of [
      { account: 'acct_other' },
      { account: 'acct_other', livemode: true, created: 'today' },
      { livemode: true },
      { object: 'v2.core.event', created: '2026-01-01T00:00:00.000Z', data: undefined },
    ]) {
      await standIn.tell(standIn.event(type, session, changes), webhook.address)
      expect(await provider.readWebhook(lastNotice())).toMatchObject({ kind: 'other' })
    }
  })

  it('about a payment of ours that cannot be read are for a person', async () => {
    const { reference } = await provider.open(order)
    const session = standIn.pay(reference)
    const { id: payment, latest_charge: charge } = session.payment_intent ?? {}
    const odd = [
      ['checkout.session.completed', { ...session, payment_intent: 'pi_1', payment_status: 'paid_later' }, 'payment'],
      ['charge.refunded', { ...charge, amount_refunded: '1.00' }, 'refund'],
      ['charge.dispute.created', { object: 'dispute', payment_intent: payment, amount: null }, 'refund'],
    ] as const
    for (const [type, object, concerns] of odd) {
      expect(await told(type, object)).toMatchObject({
        kind: 'state',
        about: { orderId: order.id },
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

describe('the status', () => {
  it('is open until it is paid, and a failure when a delayed payment did not arrive', async () => {
    const { reference } = await provider.open(order)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'open' })
    const payment = { id: 'pi_1', status: 'processing', latest_charge: null }
    standIn.settle(reference, { status: 'complete', payment_intent: payment })
    expect(await provider.fetchState(reference)).toEqual({ kind: 'open' })
    standIn.settle(reference, { payment_intent: { ...payment, status: 'requires_payment_method' } })
    expect(await provider.fetchState(reference)).toEqual({ kind: 'failed', reason: 'the payment failed' })
  })

  it('of an unknown session is a provider failure', async () => {
    await expect(provider.fetchState('cs_test_unknown')).rejects.toThrow(
      new ProviderFailed('Stripe: status 404 (StripeInvalidRequestError, resource_missing)'),
    )
  })
})

describe('a dispute', () => {
  it.each(['another', 'constructor', 'toString'])('of the unknown status %j is open', async (status) => {
    const { reference } = await provider.open(order)
    const { payment_intent: payment } = standIn.pay(reference)
    const dispute = standIn.dispute({ status, payment_intent: payment?.id ?? null })
    expect(await told('charge.dispute.updated', dispute)).toMatchObject({ state: { dispute: { state: 'open' } } })
  })
})

describe('a refund', () => {
  const refund = (reference: string): Promise<void> =>
    provider.refund({ reference, orderId: order.id, charge: order.charge, refunded: 0, minor: order.charge })

  it('returns the whole payment, and is complete when it was made before', async () => {
    const { reference } = await provider.open(order)
    standIn.pay(reference)
    await refund(reference)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'refunded' })
    await refund(reference)
    expect(standIn.server.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1)
  })

  it('of a part is added to the parts before', async () => {
    const { reference } = await provider.open(order)
    standIn.pay(reference)
    const { charge, id: orderId } = order
    await provider.refund({ reference, orderId, charge, refunded: 0, minor: 1_000 })
    await provider.refund({ reference, orderId, charge, refunded: 1_000, minor: 500 })
    expect(await provider.fetchState(reference)).toMatchObject({ ...PAID, refunded: 1_500 })
    await provider.refund({ reference, orderId, charge, refunded: 1_500, minor: charge - 1_500 })
    expect(await provider.fetchState(reference)).toEqual({ kind: 'refunded' })
  })

  it.each(['failed', 'canceled', 'requires_action', 'another', null, undefined])(
    'is not taken as made from the status %j',
    async (status) => {
      const { reference } = await provider.open(order)
      standIn.pay(reference)
      standIn.refundStatus = status
      await expect(refund(reference)).rejects.toThrow(ProviderFailed)
    },
  )

  it('fails where nothing was paid', async () => {
    const { reference } = await provider.open(order)
    await expect(refund(reference)).rejects.toThrow(ProviderFailed)
  })
})

describe('a cancellation', () => {
  it('closes an open payment, and fails for a paid one', async () => {
    const { reference } = await provider.open(order)
    await provider.cancel(reference)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'expired' })
    const paid = await provider.open(orderFor('stripe'))
    standIn.pay(paid.reference)
    await expect(provider.cancel(paid.reference)).rejects.toThrow(
      new ProviderFailed('Stripe: status 400 (StripeInvalidRequestError, resource_not_open)'),
    )
  })
})
