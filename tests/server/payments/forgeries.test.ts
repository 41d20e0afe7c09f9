// Webhooks that no provider sent, or not in this form: each is refused, and none triggers a request.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PaymentSettings } from '../../../src/server/config/config.ts'
import { createCryptoCloud } from '../../../src/server/payments/cryptocloud/cryptocloud.ts'
import { createMonobank } from '../../../src/server/payments/monobank/monobank.ts'
import { type PaymentProvider, WebhookRefused, type WebhookRequest } from '../../../src/server/payments/provider.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import {
  asForm,
  CRYPTOCLOUD_KEYS,
  type CryptoCloudStandIn,
  openCryptoCloud,
  postbackOf,
  signToken,
} from '../../support/outside/payment-stand-ins/cryptocloud.ts'
import { MONOBANK_TOKEN, type MonobankStandIn, openMonobank } from '../../support/outside/payment-stand-ins/monobank.ts'
import { openSandboxSite, type SandboxSite } from '../../support/outside/payment-stand-ins/sandbox-site.ts'
import { openStripe, STRIPE_KEYS, type StripeStandIn } from '../../support/outside/payment-stand-ins/stripe.ts'
import { BACKGROUND_WAIT, NOON, orderFor } from './orders.ts'

const now = (): number => NOON
const SOON = NOON / 1000 + 300
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

interface Forging {
  readonly provider: PaymentProvider
  /** A genuine webhook. */
  readonly genuine: WebhookRequest
}

function withBody(notice: WebhookRequest, body: string | Buffer, contentType = notice.contentType): WebhookRequest {
  return { ...notice, contentType, body: Buffer.from(body) }
}

function altered(notice: WebhookRequest, from: string, to: string): WebhookRequest {
  const text = notice.body.toString('utf8')
  if (!text.includes(from)) throw new Error(`${from} is not in the notice`)
  return withBody(notice, text.replace(from, to))
}

async function expectRefused({ provider }: Forging, forged: WebhookRequest): Promise<void> {
  await expect(provider.readWebhook(forged)).rejects.toThrow(WebhookRefused)
}

function cryptoCloudForgeries(): void {
  let standIn: CryptoCloudStandIn
  let forging: Forging
  let postback: Record<string, unknown>
  let bare: string
  let other: string

  beforeAll(async () => {
    standIn = await openCryptoCloud(now)
    const provider = createCryptoCloud({ ...CRYPTOCLOUD_KEYS, baseUrl: standIn.server.address, fetch, now })
    const { reference } = await provider.open(orderFor('cryptocloud-btc'))
    other = (await provider.open(orderFor('cryptocloud-btc'))).reference.slice(4)
    const invoice = standIn.invoices.get(reference)
    if (invoice === undefined) throw new Error('no invoice')
    postback = postbackOf(invoice, NOON)
    bare = String(postback.invoice_id)
    const body = Buffer.from(JSON.stringify(postback))
    forging = { provider, genuine: { headers: {}, contentType: JSON_TYPE, body } }
  })
  afterAll(() => standIn.close())

  const changed = (changes: Record<string, unknown>): WebhookRequest =>
    withBody(forging.genuine, JSON.stringify({ ...postback, ...changes }))
  const withToken = (token: string): WebhookRequest => changed({ token })
  const claims = (changes: Record<string, unknown> = {}): unknown => ({ id: bare, exp: SOON, ...changes })
  const tokenParts = (): string[] => String(postback.token).split('.')

  const FORGERIES: Record<string, () => WebhookRequest> = {
    'a token of another secret': () => withToken(signToken(claims(), { secret: 'another secret' })),
    'a token of an empty secret': () => withToken(signToken(claims(), { secret: '' })),
    'a token of the API key, which others may have seen': () =>
      withToken(signToken(claims(), { secret: CRYPTOCLOUD_KEYS.apiKey })),
    'alg none, without a signature': () =>
      withToken(
        `${signToken(claims(), { header: { typ: 'JWT', alg: 'none' } })
          .split('.')
          .slice(0, 2)
          .join('.')}.`,
      ),
    'alg none, with the right signature': () => withToken(signToken(claims(), { header: { typ: 'JWT', alg: 'none' } })),
    'alg NONE': () => withToken(signToken(claims(), { header: { alg: 'NONE' } })),
    'alg hs256 in lower case': () => withToken(signToken(claims(), { header: { alg: 'hs256' } })),
    'alg HS512, correctly signed': () =>
      withToken(signToken(claims(), { header: { typ: 'JWT', alg: 'HS512' }, hash: 'sha512' })),
    'alg RS256': () => withToken(signToken(claims(), { header: { typ: 'JWT', alg: 'RS256' } })),
    'no alg': () => withToken(signToken(claims(), { header: { typ: 'JWT' } })),
    'a header with its own key': () =>
      withToken(signToken(claims(), { header: { alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } } })),
    'a header with a critical extension': () =>
      withToken(signToken(claims(), { header: { alg: 'HS256', crit: ['b64'] } })),
    'a token that has expired': () => withToken(signToken(claims({ exp: NOON / 1000 - 1 }))),
    'a token that expires now': () => withToken(signToken(claims({ exp: NOON / 1000 }))),
    'a token that never expires': () => withToken(signToken({ id: bare })),
    'an expiry that is text': () => withToken(signToken(claims({ exp: String(SOON) }))),
    'claims that were changed after signing': () => {
      const [header, , signature] = tokenParts()
      const forged = Buffer.from(JSON.stringify(claims({ exp: SOON + 1 }))).toString('base64url')
      return withToken(`${header}.${forged}.${signature}`)
    },
    'a truncated signature': () => withToken(String(postback.token).slice(0, -1)),
    'four parts': () => withToken(`${postback.token}.AAAA`),
    'a token of another invoice': () => withToken(signToken(claims({ id: other }))),
    'a token of no invoice': () => withToken(signToken({ exp: SOON })),
    'a token whose id is a number': () => withToken(signToken(claims({ id: 13 }))),
    'another invoice in the body': () => changed({ invoice_id: other }),
    'another invoice in the details': () => changed({ invoice_info: { uuid: `INV-${other}` } }),
    'an invoice id with a suffix': () => changed({ invoice_id: `${bare}'--` }),
    'no token': () => changed({ token: undefined }),
    'a token that is an object': () => changed({ token: { token: postback.token } }),
    'another invoice under a repeated key': () =>
      altered(forging.genuine, '"order_id"', `"invoice_id":"${other}","order_id"`),
    'a token that is in the form twice': () =>
      withBody(forging.genuine, `${asForm(postback)}&token=${postback.token}`, FORM_TYPE),
    'an invoice that is in the form twice': () =>
      withBody(forging.genuine, `invoice_id=${other}&${asForm(postback)}`, FORM_TYPE),
    'another invoice in the details, as the text of a Python dict': () =>
      withBody(forging.genuine, asForm({ ...postback, invoice_info: `{'uuid': 'INV-${other}'}` }), FORM_TYPE),
    'another invoice in details that JSON has as a text': () =>
      changed({ invoice_info: JSON.stringify({ uuid: `INV-${other}` }) }),
    'another invoice in a field of the details': () =>
      withBody(
        forging.genuine,
        `${asForm({ ...postback, invoice_info: undefined })}&invoice_info[uuid]=INV-${other}`,
        FORM_TYPE,
      ),
    'a form with the type of JSON': () => withBody(forging.genuine, asForm(postback)),
    'JSON with the type of a form': () => withBody(forging.genuine, forging.genuine.body, FORM_TYPE),
    'JSON with the type of text': () => withBody(forging.genuine, forging.genuine.body, 'text/plain'),
    'JSON without a type': () => withBody(forging.genuine, forging.genuine.body, ''),
    'an empty body': () => withBody(forging.genuine, ''),
    'a list': () => withBody(forging.genuine, JSON.stringify([postback])),
    'bytes that are invalid text, in an unused field': () => {
      const text = JSON.stringify({ ...postback, status: '@' })
      return withBody(forging.genuine, Buffer.from(text).fill(0xff, text.indexOf('@'), text.indexOf('@') + 1))
    },
    'bytes that are invalid text': () => withBody(forging.genuine, Buffer.from([0xff, 0xfe, 0x7b, 0x7d])),
  }
  it.each(Object.keys(FORGERIES))('with %s is refused', async (what) => {
    const asked = standIn.server.requests.length
    await expectRefused(forging, FORGERIES[what]?.() ?? forging.genuine)
    expect(standIn.server.requests).toHaveLength(asked)
  })
  it('is told from the genuine one, which is accepted', async () => {
    expect(await forging.provider.readWebhook(forging.genuine)).toMatchObject({ kind: 'hint' })
  })
}

function stripeForgeries(): void {
  let standIn: StripeStandIn
  let forging: Forging
  let body: string

  beforeAll(async () => {
    standIn = await openStripe(now)
    const provider = await createStripe({ ...STRIPE_KEYS, apiUrl: standIn.server.address, now })
    const { reference } = await provider.open(orderFor('stripe'))
    body = standIn.event('checkout.session.completed', { ...standIn.pay(reference), payment_intent: 'pi_1' })
    forging = { provider, genuine: signed(body) }
  })
  afterAll(() => standIn.close())

  const signed = (text: string, header = standIn.sign(text)): WebhookRequest => ({
    headers: { 'stripe-signature': header },
    contentType: JSON_TYPE,
    body: Buffer.from(text),
  })
  const seconds = NOON / 1000
  const changed = (changes: Record<string, unknown>): string => JSON.stringify({ ...JSON.parse(body), ...changes })

  const FORGERIES: Record<string, () => WebhookRequest> = {
    'no signature': () => ({ ...forging.genuine, headers: {} }),
    'an empty signature': () => signed(body, ''),
    'two signature headers': () => ({ ...forging.genuine, headers: { 'stripe-signature': [standIn.sign(body), 'x'] } }),
    'a signature of another secret': () => signed(body, standIn.sign(body, { secret: 'whsec_another' })),
    'a signature of the API key': () => signed(body, standIn.sign(body, { secret: STRIPE_KEYS.secretKey })),
    'a larger amount': () => altered(forging.genuine, '"amount_total":43012', '"amount_total":99999'),
    'another order': () => altered(forging.genuine, '"client_reference_id":"', '"client_reference_id":"0'),
    'another encoding of the same values': () => withBody(forging.genuine, JSON.stringify(JSON.parse(body), null, 2)),
    'a truncated body': () => withBody(forging.genuine, body.slice(0, -1)),
    'a signature of five minutes and a second ago': () => signed(body, standIn.sign(body, { seconds: seconds - 301 })),
    'a signature of more than five minutes from now': () =>
      signed(body, standIn.sign(body, { seconds: seconds + 301 })),
    'an old signature with a new time': () =>
      signed(body, standIn.sign(body, { seconds: seconds - 301 }).replace(/^t=\d+/, `t=${seconds}`)),
    'a signature of the old scheme only': () => signed(body, standIn.sign(body).replace('v1=', 'v0=')),
    'a signature without a time': () => signed(body, standIn.sign(body).replace(/^t=\d+,/, '')),
    'a signature over the body without the time': () =>
      signed(body, `t=${seconds},v1=${createHmac('sha256', STRIPE_KEYS.webhookSecret).update(body).digest('hex')}`),
    'no event': () => signed(changed({ object: 'charge' })),
    'an event of the newer thin type, of another secret': () => {
      const thin = changed({ object: 'v2.core.event' })
      return signed(thin, standIn.sign(thin, { secret: 'whsec_another' }))
    },
    'an event without an id': () => signed(changed({ id: undefined })),
    'an invalid session': () => signed(changed({ data: { object: { object: 'charge' } } })),
    'no JSON, correctly signed': () => signed('paid=1'),
    'an empty body': () => signed(''),
  }
  it.each(Object.keys(FORGERIES))('with %s is refused', (what) =>
    expectRefused(forging, FORGERIES[what]?.() ?? forging.genuine),
  )
  it('is told from the genuine one, which is accepted', async () => {
    expect(await forging.provider.readWebhook(forging.genuine)).toMatchObject({
      kind: 'state',
      state: { kind: 'paid' },
    })
  })
}

function monobankForgeries(): void {
  let standIn: MonobankStandIn
  let forging: Forging
  let body: string

  beforeAll(async () => {
    standIn = await openMonobank(now)
    const provider = createMonobank({ token: MONOBANK_TOKEN, baseUrl: standIn.server.address, fetch, now })
    const { reference } = await provider.open(orderFor('monobank'))
    body = JSON.stringify(standIn.settle(reference, { status: 'processing' }))
    forging = { provider, genuine: signed(body, standIn.sign(body)) }
  })
  afterAll(() => standIn.close())

  const signed = (text: string, signature: string): WebhookRequest => ({
    headers: { 'x-sign': signature },
    contentType: JSON_TYPE,
    body: Buffer.from(text),
  })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
  const strangerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  const FORGERIES: Record<string, () => WebhookRequest> = {
    'no signature': () => ({ ...forging.genuine, headers: {} }),
    'an empty signature': () => signed(body, ''),
    'two signature headers': () => ({ ...forging.genuine, headers: { 'x-sign': [standIn.sign(body), 'x'] } }),
    'a signature of another key': () => signed(body, sign('sha256', Buffer.from(body), stranger).toString('base64')),
    'a signature of another kind of key': () =>
      signed(body, sign('sha256', Buffer.from(body), strangerRsa).toString('base64')),
    'an HMAC in place of a signature': () =>
      signed(body, createHmac('sha512', MONOBANK_TOKEN).update(body).digest('base64')),
    'a signature of another body': () => signed(body, standIn.sign(`${body} `)),
    'a signature over another hash': () => signed(body, signatureOfHash(body)),
    'the signature in hexadecimal': () => signed(body, Buffer.from(standIn.sign(body), 'base64').toString('hex')),
    'the signature with spaces in it': () => signed(body, ` ${standIn.sign(body)}`),
    'a false success': () => altered(forging.genuine, '"processing"', '"success"'),
    'a larger amount': () => altered(forging.genuine, '"amount":43012', '"amount":99999'),
    'another order': () => altered(forging.genuine, '"reference":"', '"reference":"0'),
    'a later date': () => altered(forging.genuine, '"modifiedDate":"2026', '"modifiedDate":"2027'),
    'a line break at the end': () => withBody(forging.genuine, `${body}\n`),
    'an empty body': () => withBody(forging.genuine, ''),
    'a body with the type of a form': () => withBody(forging.genuine, body, FORM_TYPE),
    'no invoice, correctly signed': () => signed('{}', standIn.sign('{}')),
  }
  /** Signed by the right key, but over a hash that the bank does not use. */
  const signatureOfHash = (text: string): string => {
    const hash = createHmac('sha256', '').update(text).digest()
    return standIn.sign(hash.toString('hex'))
  }
  it.each(Object.keys(FORGERIES))('with %s is refused', (what) =>
    expectRefused(forging, FORGERIES[what]?.() ?? forging.genuine),
  )
  it('is told from the genuine one, which is accepted', async () => {
    expect(await forging.provider.readWebhook(forging.genuine)).toMatchObject({
      kind: 'state',
      state: { kind: 'open' },
    })
  })
}

function sandboxForgeries(): void {
  let site: SandboxSite
  let stranger: SandboxSite
  let forging: Forging
  let foreign: WebhookRequest
  const clock = { ms: NOON }

  const firstNotice = async (of: SandboxSite): Promise<WebhookRequest> => {
    const { url } = await of.provider.open(orderFor('sandbox-card'))
    await of.choose(url, 'pay')
    return vi.waitFor(() => {
      const [notice] = of.notices
      if (notice === undefined) throw new Error('No notice has come')
      return notice
    }, BACKGROUND_WAIT)
  }

  beforeAll(async () => {
    site = await openSandboxSite({ now: () => clock.ms })
    stranger = await openSandboxSite({ now, secret: 'the secret of another site, long enough' })
    forging = { provider: site.provider, genuine: await firstNotice(site) }
    foreign = await firstNotice(stranger)
  })
  afterAll(() => Promise.all([site.close(), stranger.close()]))

  const header = (value: string | string[]): WebhookRequest => ({
    ...forging.genuine,
    headers: { 'sandbox-signature': value },
  })
  const signature = (): string => String(forging.genuine.headers['sandbox-signature'])

  const FORGERIES: Record<string, () => WebhookRequest> = {
    'no signature': () => ({ ...forging.genuine, headers: {} }),
    'two signature headers': () => header([signature(), signature()]),
    'a webhook of another site': () => foreign,
    'a larger amount': () => altered(forging.genuine, '"minor":43012', '"minor":99999'),
    'another order': () => altered(forging.genuine, '"order_id":"', '"order_id":"0'),
    'an old signature with a new time': () => header(signature().replace(/^t=\d+/, `t=${NOON / 1000 + 1}`)),
    'a signature in capitals': () => header(signature().replace(/v1=.*/, (text) => text.toUpperCase())),
    'two signatures in one header': () => header(`${signature()},${signature()}`),
    'a body with the type of a form': () => withBody(forging.genuine, forging.genuine.body, FORM_TYPE),
  }
  it.each(Object.keys(FORGERIES))('with %s is refused', (what) =>
    expectRefused(forging, FORGERIES[what]?.() ?? forging.genuine),
  )

  it.each([301_000, -301_000])('with a signature made %d ms from now is refused', async (ms) => {
    clock.ms = NOON + ms
    await expectRefused(forging, forging.genuine)
    clock.ms = NOON
  })
  it('is told from the genuine one, which is accepted', async () => {
    expect(await forging.provider.readWebhook(forging.genuine)).toMatchObject({
      kind: 'state',
      state: { kind: 'paid' },
    })
  })
}

const FORGERIES_OF: Readonly<Record<keyof PaymentSettings | 'sandbox', () => void>> = {
  cryptocloud: cryptoCloudForgeries,
  stripe: stripeForgeries,
  monobank: monobankForgeries,
  sandbox: sandboxForgeries,
}

for (const [provider, forgeries] of Object.entries(FORGERIES_OF)) describe(`a forged webhook of ${provider}`, forgeries)
