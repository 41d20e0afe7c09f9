import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMonobank } from '../../../src/server/payments/monobank/monobank.ts'
import {
  type OrderToPay,
  type PaymentProvider,
  ProviderFailed,
  type WebhookEvent,
  WebhookRefused,
} from '../../../src/server/payments/provider.ts'
import {
  MONOBANK_TOKEN,
  type MonobankInvoice,
  type MonobankStandIn,
  openMonobank,
} from '../../support/outside/payment-stand-ins/monobank.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../support/outside/payment-stand-ins/webhook-receiver.ts'
import { NOON, orderFor } from './orders.ts'

const clock = { ms: NOON }
const now = (): number => clock.ms
let standIn: MonobankStandIn
let webhook: WebhookReceiver
let provider: PaymentProvider
let order: OrderToPay

beforeEach(async () => {
  clock.ms = NOON
  standIn = await openMonobank(now)
  webhook = await openWebhookReceiver()
  provider = createMonobank({ token: MONOBANK_TOKEN, baseUrl: standIn.server.address, fetch, now })
  order = orderFor('monobank', { webhookUrl: webhook.address })
})
afterEach(() => Promise.all([standIn.close(), webhook.close()]))

/** What the provider reads in a webhook that arrived over HTTP. */
async function told(invoice: MonobankInvoice): Promise<WebhookEvent> {
  await standIn.tell(invoice, webhook.address)
  const notice = webhook.notices.at(-1)
  if (notice === undefined) throw new Error('No notice has come')
  return provider.readWebhook(notice)
}

describe('an invoice', () => {
  it('is opened in kopiykas, with our order, our addresses and the validity of the order', async () => {
    const { reference, url } = await provider.open(order)
    expect(url).toBe(`https://pay.mbnk.biz/${reference}`)
    expect(standIn.asked.get(reference)).toEqual({
      amount: 43_012,
      ccy: 980,
      merchantPaymInfo: { reference: order.id, destination: 'Поповнення балансу' },
      redirectUrl: order.returnUrl,
      webHookUrl: webhook.address,
      validity: 3600,
      paymentType: 'debit',
    })
  })

  it('lives for at least a minute', async () => {
    const { reference } = await provider.open({ ...order, expiresAt: new Date(NOON - 1) })
    expect(standIn.asked.get(reference)?.validity).toBe(60)
  })

  it('is not opened with a wrong token, which no error contains', async () => {
    const wrong = createMonobank({ token: 'a-wrong-token', baseUrl: standIn.server.address, fetch, now })
    await expect(wrong.open(order)).rejects.toThrow(new ProviderFailed('monobank: status 403 (FORBIDDEN)'))
  })
})

describe('the status', () => {
  it.each<[Partial<MonobankInvoice>, unknown]>([
    [{ status: 'created' }, { kind: 'open' }],
    [{ status: 'processing' }, { kind: 'open' }],
    [{ status: 'hold' }, { kind: 'open' }],
    [
      { status: 'success', finalAmount: 43_012 },
      { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 } },
    ],
    [{ status: 'success' }, { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 } }],
    [
      { status: 'success', finalAmount: 100 },
      { kind: 'paid', paid: { currency: 'UAH', minor: 100 }, refunded: 42_912 },
    ],
    [
      { status: 'failure', errCode: '59', failureReason: 'Неправильний CVV код' },
      { kind: 'failed', reason: '59 Неправильний CVV код' },
    ],
    [{ status: 'failure' }, { kind: 'failed', reason: 'declined' }],
    [{ status: 'reversed', finalAmount: 0 }, { kind: 'refunded' }],
    [{ status: 'expired' }, { kind: 'expired' }],
  ])('%j is the same in a webhook and in a response', async (changes, state) => {
    const { reference } = await provider.open(order)
    const invoice = standIn.settle(reference, changes)
    expect(await provider.fetchState(reference)).toEqual(state)
    expect(await told(invoice)).toMatchObject({ kind: 'state', about: { reference, orderId: order.id }, state })
  })

  it('stays paid in full after a later partial refund by the bank, which it reports', async () => {
    const { reference } = await provider.open(order)
    standIn.settle(reference, {
      status: 'success',
      finalAmount: 40_012,
      cancelList: [
        { status: 'success', amount: 3000, ccy: 980 },
        { status: 'failure', amount: 500, ccy: 980 },
      ],
    })
    expect(await provider.fetchState(reference)).toEqual({
      kind: 'paid',
      paid: { currency: 'UAH', minor: 43_012 },
      refunded: 3000,
      hasFailedRefund: true,
    })
  })

  it.each<[string, Partial<MonobankInvoice>]>([
    ['no final amount', {}],
    ['the final amount of before', { finalAmount: 43_012 }],
    ['its final amount', { finalAmount: 40_012 }],
  ])('counts a partial refund with %s once', async (_, changes) => {
    const { reference } = await provider.open(order)
    const paid = standIn.settle(reference, { status: 'success' })
    const event = await told(paid)
    const cancelList = [{ status: 'success', amount: 3000, ccy: 980 }] as const
    const refunded = standIn.settle(reference, { status: 'success', cancelList: [...cancelList], ...changes })
    const state = { kind: 'paid', paid: { currency: 'UAH', minor: 43_012 }, refunded: 3000 }
    expect(await provider.fetchState(reference)).toEqual(state)
    const later = await told({ ...refunded, modifiedDate: paid.modifiedDate })
    expect(later.kind === 'state' && later.state).toEqual(state)
    expect(later.event).not.toBe(event.event)
  })

  it('of a refund whose amount nothing tells is for a person', async () => {
    const { reference } = await provider.open(order)
    standIn.settle(reference, { status: 'success', cancelList: [{ status: 'success', ccy: 980 } as never] })
    const what = 'a refund without its amount'
    expect(await provider.fetchState(reference)).toEqual({ kind: 'unclear', concerns: 'refund', what })
  })

  it('of our order that cannot be read is for a person', async () => {
    const { reference } = await provider.open(order)
    const odd = { ...standIn.settle(reference, { status: 'success' }), status: 'held' }
    expect(await told(odd as never)).toMatchObject({
      kind: 'state',
      about: { reference, orderId: order.id },
      state: { kind: 'unclear', concerns: 'payment' },
    })
  })

  it.each([
    { reference: undefined },
    { reference: '' },
    { reference: 'wc_order_1234' },
    { reference: 'x'.repeat(65) },
    { reference: null },
  ])('of an invoice of another shop with %j is noted, or left to the orders', async ({ reference }) => {
    const opened = await provider.open(order)
    const invoice = { ...standIn.settle(opened.reference, { status: 'success' }), invoiceId: 'foreign', reference }
    for (const changes of [{}, { status: 'held' }, { amount: '1.00' }]) {
      const webhook = await told({ ...invoice, ...changes } as never)
      if (webhook.kind === 'state') expect(webhook.about).toEqual({ reference: 'foreign', orderId: reference })
      else expect(webhook).toMatchObject({ kind: 'other', about: 'invoice foreign of another kind' })
    }
  })

  it('in a currency that we do not use is for a person', async () => {
    const { reference } = await provider.open(order)
    const invoice = standIn.settle(reference, { status: 'success', ccy: 978 })
    const state = { kind: 'unclear', concerns: 'payment', what: 'a payment in another currency: 430.12 of 978' }
    expect(await told(invoice)).toMatchObject({ about: { orderId: order.id }, state })
    expect(await provider.fetchState(reference)).toEqual(state)
  })

  it('of another invoice is refused', async () => {
    await expect(provider.fetchState('p2_unknown')).rejects.toThrow(
      new ProviderFailed('monobank: status 404 (NOT_FOUND)'),
    )
  })
})

describe('webhooks', () => {
  it('that arrive again are the same event, and every change is another', async () => {
    const { reference } = await provider.open(order)
    const processing = standIn.settle(reference, { status: 'processing' })
    const success = standIn.settle(reference, { status: 'success' })
    const first = await told(processing)
    expect(await told(processing)).toEqual(first)
    const second = await told(success)
    expect(second.event).not.toBe(first.event)
    expect(await told(success)).toEqual(second)
  })

  it('that are older than the last one only trigger a status request', async () => {
    const { reference } = await provider.open(order)
    const failure = standIn.settle(reference, { status: 'failure' })
    const success = standIn.settle(reference, { status: 'success' })
    expect(await told(success)).toMatchObject({ kind: 'state', state: { kind: 'paid' } })
    expect(await told(failure)).toMatchObject({ kind: 'hint', about: { reference, orderId: order.id } })
    expect(await provider.fetchState(reference)).toMatchObject({ kind: 'paid' })
  })
})

describe('the key', () => {
  it('is fetched once for any number of parallel webhooks', async () => {
    const { reference } = await provider.open(order)
    const invoice = standIn.settle(reference, { status: 'success' })
    await Promise.all(Array.from({ length: 20 }, () => told(invoice)))
    expect(standIn.keysGiven()).toBe(1)
  })

  it('is fetched again when a signature does not match and it is older than a minute', async () => {
    const { reference } = await provider.open(order)
    await told(standIn.settle(reference, { status: 'processing' }))
    standIn.changeKey()
    const success = standIn.settle(reference, { status: 'success' })
    await expect(told(success)).rejects.toThrow(WebhookRefused)
    expect(standIn.keysGiven()).toBe(1)
    clock.ms += 60_001
    expect(await told(success)).toMatchObject({ kind: 'state', state: { kind: 'paid' } })
    expect(standIn.keysGiven()).toBe(2)
  })

  it('is fetched at most once a minute, for any number of forgeries', async () => {
    const { reference } = await provider.open(order)
    const invoice = standIn.settle(reference, { status: 'created' })
    await told(invoice)
    clock.ms += 60_001
    const body = Buffer.from(JSON.stringify({ ...invoice, status: 'success' }))
    const headers = { 'x-sign': standIn.sign(JSON.stringify(invoice)) }
    for (let count = 0; count < 10; count++) {
      await expect(provider.readWebhook({ headers, contentType: 'application/json', body })).rejects.toThrow(
        WebhookRefused,
      )
    }
    expect(standIn.keysGiven()).toBe(2)
  })

  it('that is unavailable is not a refusal: the webhook has to be sent again', async () => {
    const { reference } = await provider.open(order)
    const invoice = standIn.settle(reference, { status: 'success' })
    standIn.server.fault = 'answers 500'
    await expect(told(invoice)).rejects.toThrow(ProviderFailed)
    standIn.server.fault = undefined
    // The bank sends again after a minute.
    clock.ms += 60_000
    expect(await told(invoice)).toMatchObject({ kind: 'state' })
  })

  it.each([0, 60_001])(
    'is requested at most twice a minute while it is unavailable, %i ms after the last',
    async (ageMs) => {
      const { reference } = await provider.open(order)
      const invoice = standIn.settle(reference, { status: 'success' })
      if (ageMs > 0) {
        await told(invoice)
        clock.ms += ageMs
      }
      const before = standIn.server.requests.length
      standIn.server.fault = 'answers 500'
      const forged = {
        headers: { 'x-sign': standIn.sign('another body') },
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(invoice)),
      }
      for (let count = 0; count < 10; count++)
        await expect(provider.readWebhook(forged)).rejects.toThrow(ProviderFailed)
      expect(standIn.server.requests.length - before).toBe(1)
      clock.ms += 30_000
      await expect(provider.readWebhook(forged)).rejects.toThrow(ProviderFailed)
      expect(standIn.server.requests.length - before).toBe(2)
      // A clock that goes back does not extend the delay.
      clock.ms -= 86_400_000
      await expect(provider.readWebhook(forged)).rejects.toThrow(ProviderFailed)
      expect(standIn.server.requests.length - before).toBe(3)
    },
  )
})

describe('a refund', () => {
  const refund = (reference: string): Promise<void> =>
    provider.refund({ reference, orderId: order.id, charge: order.charge, refunded: 0, minor: order.charge })

  it('returns the whole payment, and is complete when it was made before', async () => {
    const { reference } = await provider.open(order)
    standIn.settle(reference, { status: 'success' })
    await refund(reference)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'refunded' })
    await refund(reference)
  })

  it('is accepted while the bank still processes it', async () => {
    const { reference } = await provider.open(order)
    standIn.settle(reference, { status: 'success' })
    standIn.refundsEnd = 'processing'
    await refund(reference)
  })

  it('fails when the bank refuses, or nothing was paid', async () => {
    const { reference } = await provider.open(order)
    await expect(refund(reference)).rejects.toThrow(new ProviderFailed('monobank: status 400 (INVALID_STATUS)'))
    standIn.settle(reference, { status: 'success' })
    standIn.refundsEnd = 'failure'
    await expect(refund(reference)).rejects.toThrow(new ProviderFailed('monobank did not refund the payment'))
  })
})

describe('a cancellation', () => {
  it('closes an open payment, and fails for a paid one', async () => {
    const { reference } = await provider.open(order)
    await provider.cancel(reference)
    expect(await provider.fetchState(reference)).toEqual({ kind: 'expired' })
    const paid = await provider.open(orderFor('monobank', { webhookUrl: webhook.address }))
    standIn.settle(paid.reference, { status: 'success' })
    await expect(provider.cancel(paid.reference)).rejects.toThrow(
      new ProviderFailed('monobank: status 400 (INVALID_STATUS)'),
    )
  })
})
