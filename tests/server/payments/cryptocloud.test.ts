import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCryptoCloud } from '../../../src/server/payments/cryptocloud/cryptocloud.ts'
import { ProviderFailed, WebhookRefused, type WebhookRequest } from '../../../src/server/payments/provider.ts'
import {
  asForm,
  CRYPTOCLOUD_KEYS,
  type CryptoCloudStandIn,
  type InvoiceStatus,
  openCryptoCloud,
  postbackOf,
} from '../../support/outside/payment-stand-ins/cryptocloud.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../support/outside/payment-stand-ins/webhook-receiver.ts'
import { NOON, orderFor } from './orders.ts'

const METHOD = 'cryptocloud-usdt-trc20'
const clock = { ms: NOON }
const now = (): number => clock.ms
let standIn: CryptoCloudStandIn
let webhook: WebhookReceiver

beforeAll(async () => {
  standIn = await openCryptoCloud(now)
  webhook = await openWebhookReceiver()
})
afterAll(() => Promise.all([standIn.close(), webhook.close()]))
beforeEach(() => {
  clock.ms = NOON
  webhook.notices.length = 0
})

const provider = (changes: Partial<Parameters<typeof createCryptoCloud>[0]> = {}) =>
  createCryptoCloud({ ...CRYPTOCLOUD_KEYS, baseUrl: standIn.server.address, fetch, now, ...changes })

function lastNotice(): WebhookRequest {
  const notice = webhook.notices.at(-1)
  if (notice === undefined) throw new Error('No notice has come')
  return notice
}

describe('an invoice', () => {
  it('is opened for the chosen coin, in the currency of the order, until the order ends', async () => {
    const order = orderFor(METHOD, { expiresAt: new Date(NOON + 90 * 60_000 + 59_000) })
    const { reference, url } = await provider().open(order)
    expect(reference).toMatch(/^INV-[A-Z0-9]{8}$/)
    expect(url).toBe(`https://pay.cryptocloud.plus/${reference.slice(4)}`)
    expect(standIn.invoices.get(reference)?.asked).toEqual({
      shop_id: CRYPTOCLOUD_KEYS.shopId,
      amount: 430.12,
      currency: 'UAH',
      order_id: order.id,
      add_fields: {
        time_to_pay: { hours: 1, minutes: 30 },
        available_currencies: ['USDT_TRC20'],
        cryptocurrency: 'USDT_TRC20',
      },
    })
  })

  it('is opened for each of its methods, in each currency', async () => {
    for (const { name, currencies } of provider().methods) {
      for (const currency of currencies) {
        const { reference } = await provider().open(orderFor(name, { currency, language: 'ru' }))
        expect(await provider().fetchState(reference)).toEqual({ kind: 'open' })
      }
    }
  })

  it('lives for at least a minute, and is not opened for another provider’s method', async () => {
    const { reference } = await provider().open(orderFor(METHOD, { expiresAt: new Date(NOON) }))
    expect(standIn.invoices.get(reference)?.asked.add_fields.time_to_pay).toEqual({ hours: 0, minutes: 1 })
    await expect(provider().open(orderFor('stripe'))).rejects.toThrow(ProviderFailed)
  })

  it('is not opened with a wrong key, which no error contains', async () => {
    const refused = provider({ apiKey: 'a-wrong-key' }).open(orderFor(METHOD))
    await expect(refused).rejects.toThrow(new ProviderFailed('CryptoCloud: status 401 (authorization)'))
  })
})

describe('the status', () => {
  it.each<[InvoiceStatus, string]>([
    ['created', 'open'],
    ['partial', 'partial'],
    ['paid', 'paid'],
    ['overpaid', 'paid'],
    ['canceled', 'expired'],
  ])('%s counts as %s', async (status, kind) => {
    const { reference } = await provider().open(orderFor(METHOD))
    standIn.settle(reference, status)
    expect(await provider().fetchState(reference)).toMatchObject({ kind })
  })

  it('guarantees the whole charge without amounts, and tells that it was more', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    standIn.settle(reference, 'overpaid')
    expect(await provider().fetchState(reference)).toEqual({ kind: 'paid', paid: undefined, isOverpaid: true })
  })

  it('that is not documented is for a person', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    standIn.settle(reference, 'refunded' as InvoiceStatus)
    const what = 'CryptoCloud says "refunded"'
    expect(await provider().fetchState(reference)).toEqual({ kind: 'unclear', concerns: 'payment', what })
  })

  it('is a failure when it was paid in test mode', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    standIn.settle(reference, 'paid')
    const invoice = standIn.invoices.get(reference)
    if (invoice !== undefined) invoice.isTest = true
    expect(await provider().fetchState(reference)).toEqual({ kind: 'failed', reason: 'paid in test mode' })
  })

  it('of an unknown invoice is a provider failure', async () => {
    await expect(provider().fetchState('INV-ZZZZZZZZ')).rejects.toThrow('does not know the invoice')
  })
})

describe('a postback', () => {
  it.each(['json', 'form'] as const)('as %s is a hint: the status is requested', async (format) => {
    const { reference } = await provider().open(orderFor(METHOD))
    standIn.settle(reference, 'paid')
    await standIn.tell(reference, webhook.address, format)
    const asked = standIn.server.requests.length
    expect(await provider().readWebhook(lastNotice())).toEqual({
      kind: 'hint',
      event: `${reference}:${NOON / 1000 + 300}`,
      about: { reference, orderId: undefined },
    })
    expect(standIn.server.requests).toHaveLength(asked)
    expect(await provider().fetchState(reference)).toEqual({ kind: 'paid', paid: undefined })
  })

  it('is trusted only for its invoice: its status and amounts are ignored', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    await standIn.tell(reference, webhook.address)
    const told = JSON.parse(lastNotice().body.toString('utf8'))
    const body = Buffer.from(JSON.stringify({ ...told, status: 'success', amount_crypto: 1e9, order_id: 'another' }))
    expect(await provider().readWebhook({ ...lastNotice(), body })).toMatchObject({
      kind: 'hint',
      about: { reference },
    })
    expect(await provider().fetchState(reference)).toEqual({ kind: 'open' })
  })

  it('that arrives again is the same event, and one with a new token is another', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    await standIn.tell(reference, webhook.address)
    const first = await provider().readWebhook(lastNotice())
    expect(await provider().readWebhook(lastNotice())).toEqual(first)
    clock.ms += 60_000
    await standIn.tell(reference, webhook.address)
    expect((await provider().readWebhook(lastNotice())).event).not.toBe(first.event)
  })

  it('may name the invoice with its prefix or without, and omit its details', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    const invoice = standIn.invoices.get(reference)
    if (invoice === undefined) throw new Error('no invoice')
    const { invoice_info: _, ...short } = postbackOf(invoice, NOON)
    for (const invoiceId of [reference, reference.slice(4)]) {
      const body = Buffer.from(JSON.stringify({ ...short, invoice_id: invoiceId }))
      const notice = { headers: {}, contentType: 'application/json; charset=utf-8', body }
      expect(await provider().readWebhook(notice)).toMatchObject({ about: { reference } })
    }
  })

  it('counts whatever form its details arrive in, as its token alone authenticates it', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    const invoice = standIn.invoices.get(reference)
    if (invoice === undefined) throw new Error('no invoice')
    const { invoice_info: _, ...short } = postbackOf(invoice, NOON)
    const accepted = { kind: 'hint', about: { reference } }
    const type = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
    for (const details of [null, undefined, '', 'None', [], 7, {}, { uuid: null }, { uuid: 'x' }, "{'uuid': 'INV-"]) {
      const body = Buffer.from(JSON.stringify({ ...short, invoice_info: details }))
      const notice = { headers: {}, contentType: type.json, body }
      expect(await provider().readWebhook(notice), JSON.stringify(details)).toMatchObject(accepted)
    }
    const form = asForm(short)
    for (const rest of [
      '',
      '&invoice_info=',
      '&invoice_info=None',
      '&invoice_info=null',
      `&${new URLSearchParams({ invoice_info: `{'uuid': '${reference}', 'test_mode': False, 'address': None}` })}`,
      `&${new URLSearchParams({ invoice_info: "{'uuid': 'INV" })}`,
      '&invoice_info=uuid&invoice_info=CREATED&invoice_info=STATUS',
      '&invoice_info[]=uuid&invoice_info[]=address',
      `&invoice_info[uuid]=${reference}`,
    ]) {
      const notice = { headers: {}, contentType: type.form, body: Buffer.from(form + rest) }
      expect(await provider().readWebhook(notice), rest).toMatchObject(accepted)
    }
  })

  it('expires with its token', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    await standIn.tell(reference, webhook.address)
    clock.ms = NOON + 299_999
    await provider().readWebhook(lastNotice())
    clock.ms = NOON + 300_000
    await expect(provider().readWebhook(lastNotice())).rejects.toThrow(new WebhookRefused('the token has expired'))
  })
})

it('CryptoCloud makes no refunds by itself, and says so', async () => {
  const { reference } = await provider().open(orderFor(METHOD))
  const refund = provider().refund({ reference, orderId: 'order', charge: 43_012, refunded: 0, minor: 43_012 })
  await expect(refund).rejects.toThrow(ProviderFailed)
})

describe('a cancellation', () => {
  it('closes an open payment, and fails for a paid one', async () => {
    const { reference } = await provider().open(orderFor(METHOD))
    await provider().cancel(reference)
    expect(await provider().fetchState(reference)).toEqual({ kind: 'expired' })
    const paid = await provider().open(orderFor(METHOD))
    standIn.settle(paid.reference, 'paid')
    await expect(provider().cancel(paid.reference)).rejects.toThrow(
      new ProviderFailed('CryptoCloud: status 400 (validate_error)'),
    )
  })
})
