// What Stripe is asked: sessions that are opened once, their status, refunds, and cancellations.
import { describe, expect, it } from 'vitest'
import { ProviderFailed } from '../../../src/server/payments/provider.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import { STRIPE_KEYS } from '../../support/outside/payment-stand-ins/stripe.ts'
import { NOON, orderFor } from './orders.ts'
import { now, openStripeFixture, PAID } from './stripe-fixture.ts'

const stripe = openStripeFixture()

describe('a session', () => {
  it('is opened with our order in every field that events contain', async () => {
    const { reference, url } = await stripe.provider.open(stripe.order)
    expect(url).toBe(`https://checkout.stripe.com/c/pay/${reference}`)
    expect(Object.fromEntries(stripe.standIn.asked.get(reference) ?? [])).toEqual({
      mode: 'payment',
      client_reference_id: stripe.order.id,
      'metadata[order_id]': stripe.order.id,
      'payment_intent_data[metadata][order_id]': stripe.order.id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'uah',
      'line_items[0][price_data][unit_amount]': '43012',
      'line_items[0][price_data][product_data][name]': 'Поповнення балансу',
      'adaptive_pricing[enabled]': 'false',
      locale: 'auto',
      success_url: stripe.order.returnUrl,
      cancel_url: stripe.order.returnUrl,
      expires_at: String((NOON + 3_600_000) / 1000),
    })
  })

  it('is opened once for each order, for any number of requests', async () => {
    expect(await stripe.provider.open(stripe.order)).toEqual(await stripe.provider.open(stripe.order))
    expect(stripe.standIn.asked.size).toBe(1)
    const other = stripe.provider.open({ ...stripe.order, charge: 1 })
    await expect(other).rejects.toThrow(ProviderFailed)
  })

  it('stays open for at least the minimum of Stripe', async () => {
    const { reference } = await stripe.provider.open({ ...stripe.order, expiresAt: new Date(NOON + 600_000) })
    expect(Number(stripe.standIn.asked.get(reference)?.get('expires_at'))).toBe(NOON / 1000 + 31 * 60)
  })

  it('is never in roubles, which Stripe does not charge', async () => {
    expect(stripe.provider.methods.flatMap(({ currencies }) => currencies)).toEqual(['USD', 'UAH'])
    await expect(stripe.provider.open({ ...stripe.order, currency: 'RUB' })).rejects.toThrow(
      'Stripe: status 400 (StripeInvalidRequestError, parameter_invalid, line_items[0][price_data][currency])',
    )
  })

  it('is not opened with a wrong key, which no error contains', async () => {
    const keys = { ...STRIPE_KEYS, secretKey: 'sk_test_wrong_0123456789' }
    const wrong = await createStripe({ ...keys, apiUrl: stripe.standIn.server.address, now })
    await expect(wrong.open(stripe.order)).rejects.toThrow(
      new ProviderFailed('Stripe: status 401 (StripeAuthenticationError)'),
    )
  })
})

describe('the status', () => {
  it('is open until it is paid, and a failure when a delayed payment did not arrive', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'open' })
    const payment = { id: 'pi_1', status: 'processing', latest_charge: null }
    stripe.standIn.settle(reference, { status: 'complete', payment_intent: payment })
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'open' })
    stripe.standIn.settle(reference, { payment_intent: { ...payment, status: 'requires_payment_method' } })
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'failed', reason: 'the payment failed' })
  })

  it('of an unknown session is a provider failure', async () => {
    await expect(stripe.provider.fetchState('cs_test_unknown')).rejects.toThrow(
      new ProviderFailed('Stripe: status 404 (StripeInvalidRequestError, resource_missing)'),
    )
  })
})

describe('a refund', () => {
  const refund = (reference: string): Promise<void> =>
    stripe.provider.refund({
      reference,
      orderId: stripe.order.id,
      charge: stripe.order.charge,
      refunded: 0,
      minor: stripe.order.charge,
    })

  it('returns the whole payment, and is complete when it was made before', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    stripe.standIn.pay(reference)
    await refund(reference)
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'refunded' })
    await refund(reference)
    expect(stripe.standIn.server.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1)
  })

  it('of a part is added to the parts before', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    stripe.standIn.pay(reference)
    const { charge, id: orderId } = stripe.order
    await stripe.provider.refund({ reference, orderId, charge, refunded: 0, minor: 1_000 })
    await stripe.provider.refund({ reference, orderId, charge, refunded: 1_000, minor: 500 })
    expect(await stripe.provider.fetchState(reference)).toMatchObject({ ...PAID, refunded: 1_500 })
    await stripe.provider.refund({ reference, orderId, charge, refunded: 1_500, minor: charge - 1_500 })
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'refunded' })
  })

  it.each(['failed', 'canceled', 'requires_action', 'another', null, undefined])(
    'is not taken as made from the status %j',
    async (status) => {
      const { reference } = await stripe.provider.open(stripe.order)
      stripe.standIn.pay(reference)
      stripe.standIn.refundStatus = status
      await expect(refund(reference)).rejects.toThrow(ProviderFailed)
    },
  )

  it('fails where nothing was paid', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    await expect(refund(reference)).rejects.toThrow(ProviderFailed)
  })
})

describe('a cancellation', () => {
  it('closes an open payment, and fails for a paid one', async () => {
    const { reference } = await stripe.provider.open(stripe.order)
    await stripe.provider.cancel(reference)
    expect(await stripe.provider.fetchState(reference)).toEqual({ kind: 'expired' })
    const paid = await stripe.provider.open(orderFor('stripe'))
    stripe.standIn.pay(paid.reference)
    await expect(stripe.provider.cancel(paid.reference)).rejects.toThrow(
      new ProviderFailed('Stripe: status 400 (StripeInvalidRequestError, resource_not_open)'),
    )
  })
})
