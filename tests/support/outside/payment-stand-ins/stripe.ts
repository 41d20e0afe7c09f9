// Stripe on loopback: Checkout Sessions, refunds and signed events, as strict about parameters as Stripe.
import { createHmac } from 'node:crypto'
import { openStandInServer, type StandInAnswer, type StandInRequest, type StandInServer } from './stand-in-server.ts'
import { postWebhook } from './webhook-receiver.ts'

export const STRIPE_KEYS = {
  secretKey: 'sk_test_key_of_the_tests_0123456789',
  webhookSecret: 'whsec_secret_of_the_tests_0123456789',
} as const

/** A session's parameters in the order of the form; a required value, or a test of it. */
const PARAMETERS: Readonly<Record<string, (value: string, now: number) => boolean>> = {
  mode: (value) => value === 'payment',
  client_reference_id: (value) => value.length > 0 && value.length <= 200,
  'metadata[order_id]': (value) => value !== '',
  'payment_intent_data[metadata][order_id]': (value) => value !== '',
  'line_items[0][quantity]': (value) => value === '1',
  'line_items[0][price_data][currency]': (value) => ['usd', 'uah'].includes(value),
  'line_items[0][price_data][unit_amount]': (value) => /^[1-9][0-9]{1,7}$/.test(value),
  'line_items[0][price_data][product_data][name]': (value) => value !== '',
  'adaptive_pricing[enabled]': (value) => value === 'false',
  locale: (value) => ['auto', 'en', 'ru'].includes(value),
  success_url: (value) => URL.canParse(value),
  cancel_url: (value) => URL.canParse(value),
  expires_at: (value, now) => {
    const seconds = Number(value) - now / 1000
    return seconds >= 30 * 60 && seconds <= 24 * 3600
  },
}

export interface StandInSession {
  readonly object: 'checkout.session'
  readonly id: string
  readonly client_reference_id: string
  readonly currency: string
  readonly amount_total: number
  readonly metadata: { readonly order_id: string }
  readonly status: 'open' | 'complete' | 'expired'
  readonly payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  readonly payment_intent: StandInPayment | null
}

interface StandInPayment {
  readonly id: string
  readonly status: string
  readonly metadata?: { readonly order_id: string }
  readonly latest_charge: {
    readonly id: string
    readonly refunded: boolean
    readonly amount_refunded: number
    readonly currency: string
    readonly metadata: { readonly order_id: string }
    readonly payment_method_details: {
      readonly type: 'card'
      readonly card: { readonly brand: string; readonly last4: string; readonly fingerprint: string | null }
    }
  } | null
}

export interface StandInDispute {
  readonly object: 'dispute'
  readonly id: string
  readonly reason: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly charge: string | null
  readonly payment_intent: string | null
}

export interface StripeStandIn {
  readonly server: StandInServer
  /** The form of every requested session. */
  readonly asked: ReadonlyMap<string, URLSearchParams>
  /** The status that refunds are answered with; anything but 'succeeded' refunds nothing. */
  refundStatus: unknown
  session(id: string): StandInSession
  /** Changes a session. */
  settle(id: string, changes: Partial<StandInSession>): StandInSession
  /** A paid session: complete, with a payment and its charge. Each has a card of its own unless a fingerprint is given. */
  pay(id: string, fingerprint?: string): StandInSession
  /** Creates a dispute, like Stripe: of the whole charge unless `changes` say otherwise. */
  dispute(changes: Partial<StandInDispute>): StandInDispute
  /** Creates an event about an object, like Stripe. */
  event(type: string, object: unknown, changes?: Record<string, unknown>): string
  /** The header for a body. */
  sign(body: string, changes?: { secret?: string; seconds?: number }): string
  tell(body: string, noticeUrl: string): Promise<void>
  close(): Promise<void>
}

function refuse(status: number, error: Readonly<Record<string, string>>): StandInAnswer {
  return { status, body: { error: { type: 'invalid_request_error', message: 'Told in full sentences', ...error } } }
}

function firstFault(form: URLSearchParams, now: number): StandInAnswer | undefined {
  for (const name of form.keys()) {
    if (!(name in PARAMETERS)) return refuse(400, { code: 'parameter_unknown', param: name })
  }
  for (const [name, isRight] of Object.entries(PARAMETERS)) {
    const [value, ...more] = form.getAll(name)
    if (value === undefined) return refuse(400, { code: 'parameter_missing', param: name })
    if (more.length > 0 || !isRight(value, now)) return refuse(400, { code: 'parameter_invalid', param: name })
  }
  return undefined
}

/** The stand-in's state: its sessions, and the form of each request. */
interface State {
  readonly sessions: Map<string, StandInSession>
  readonly asked: Map<string, URLSearchParams>
}

function create({ sessions, asked }: State, form: URLSearchParams, now: number): StandInAnswer {
  const fault = firstFault(form, now)
  if (fault !== undefined) return fault
  const id = `cs_test_${String(sessions.size + 1).padStart(8, '0')}`
  const orderId = form.get('client_reference_id') ?? ''
  const session: StandInSession = {
    object: 'checkout.session',
    id,
    client_reference_id: orderId,
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    metadata: { order_id: orderId },
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
  }
  sessions.set(id, session)
  asked.set(id, form)
  return { status: 200, body: { ...session, url: `https://checkout.stripe.com/c/pay/${id}` } }
}

function refund({ sessions }: State, form: URLSearchParams): StandInAnswer {
  const names = [...form.keys()].sort().join()
  if (!['metadata[order_id],payment_intent', 'amount,metadata[order_id],payment_intent'].includes(names))
    return refuse(400, { code: 'parameter_unknown', param: names })
  const found = [...sessions.values()].find(({ payment_intent: payment }) => payment?.id === form.get('payment_intent'))
  const payment = found?.payment_intent
  if (found === undefined || payment?.latest_charge == null) return refuse(404, { code: 'resource_missing' })
  if (payment.latest_charge.refunded) return refuse(400, { code: 'charge_already_refunded' })
  const { amount_refunded: before } = payment.latest_charge
  const amount = Number(form.get('amount') ?? found.amount_total - before)
  if (!(amount >= 1) || before + amount > found.amount_total) return refuse(400, { code: 'charge_exceeds_amount' })
  const total = before + amount
  const charge = { ...payment.latest_charge, amount_refunded: total, refunded: total === found.amount_total }
  sessions.set(found.id, { ...found, payment_intent: { ...payment, latest_charge: charge } })
  return { status: 200, body: { object: 'refund', id: 're_1', status: 'succeeded' } }
}

/** The payment or the charge that a path names. */
function paymentOf({ sessions }: State, path: string): object | undefined {
  const [, kind, id] = /^\/v1\/(payment_intents|charges)\/([a-z0-9_]+)$/.exec(path) ?? []
  for (const { payment_intent: payment } of sessions.values()) {
    if (kind === 'payment_intents' && payment?.id === id) return { object: 'payment_intent', ...payment }
    if (kind === 'charges' && payment?.latest_charge?.id === id) return payment?.latest_charge ?? undefined
  }
  return undefined
}

/** The same key with the same form returns the same; another form is refused. */
function createOnce(): (request: StandInRequest, run: (form: URLSearchParams) => StandInAnswer) => StandInAnswer {
  /** Responses by idempotency key, with their requests. */
  const kept = new Map<string, { readonly form: string; readonly answer: StandInAnswer }>()
  return (request, run) => {
    const key = String(request.headers['idempotency-key'] ?? '')
    const form = request.body.toString('utf8')
    if (key === '' || request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refuse(400, { code: 'no_key_or_no_form' })
    const before = kept.get(key)
    if (before !== undefined)
      return before.form === form ? before.answer : refuse(400, { type: 'idempotency_error', code: 'other_parameters' })
    const answer = run(new URLSearchParams(form))
    kept.set(key, { form, answer })
    return answer
  }
}

export async function openStripe(now: () => number): Promise<StripeStandIn> {
  const books: State = { sessions: new Map(), asked: new Map() }
  const { sessions, asked } = books
  const once = createOnce()
  let events = 0
  let disputes = 0

  const session = (id: string): StandInSession => {
    const found = sessions.get(id)
    if (found === undefined) throw new Error(`There is no session ${id}`)
    return found
  }
  const settle = (id: string, changes: Partial<StandInSession>): StandInSession => {
    const after = { ...session(id), ...changes }
    sessions.set(id, after)
    return after
  }

  const server = await openStandInServer((request) => {
    const { method, path, query, headers } = request
    if (headers.authorization !== `Bearer ${STRIPE_KEYS.secretKey}`)
      return refuse(401, { message: `Invalid API Key provided: ${headers.authorization}` })
    if (!/^\d{4}-\d{2}-\d{2}/.test(String(headers['stripe-version']))) return refuse(400, { code: 'no_version' })
    if (method === 'POST' && path === '/v1/checkout/sessions')
      return once(request, (form) => create(books, form, now()))
    if (method === 'POST' && path === '/v1/refunds') {
      const { refundStatus: status } = standIn
      if (status !== 'succeeded') return { status: 200, body: { object: 'refund', id: 're_1', status } }
      return once(request, (form) => refund(books, form))
    }
    const [, expiring] = /^\/v1\/checkout\/sessions\/(cs_[a-z0-9_]+)\/expire$/.exec(path) ?? []
    if (method === 'POST' && expiring !== undefined && sessions.has(expiring)) {
      // Only an open session can be expired.
      if (session(expiring).status !== 'open') return refuse(400, { code: 'resource_not_open' })
      return { status: 200, body: settle(expiring, { status: 'expired' }) }
    }
    const owned = paymentOf(books, path)
    if (method === 'GET' && owned !== undefined) return { status: 200, body: owned }
    const [, id = ''] = /^\/v1\/checkout\/sessions\/(cs_[a-z0-9_]+)$/.exec(path) ?? []
    const isExpanded = query.size === 1 && query.get('expand[0]') === 'payment_intent.latest_charge'
    if (method !== 'GET' || !isExpanded || !sessions.has(id)) return refuse(404, { code: 'resource_missing' })
    return { status: 200, body: session(id) }
  })

  const standIn: StripeStandIn = {
    server,
    asked,
    refundStatus: 'succeeded',
    session,
    settle,
    pay(id, fingerprint = `fingerprint of ${id}`) {
      const { metadata, currency } = session(id)
      const paidBy = { type: 'card', card: { brand: 'visa', last4: '4242', fingerprint } } as const
      const ids = { object: 'charge', id: `ch_${id}` }
      const state = { refunded: false, amount_refunded: 0, currency, metadata, payment_method_details: paidBy }
      const charge = { ...ids, ...state }
      return settle(id, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: { id: `pi_${id}`, status: 'succeeded', metadata, latest_charge: charge },
      })
    },
    dispute: (changes) => ({
      object: 'dispute',
      id: `dp_${++disputes}`,
      reason: 'fraudulent',
      status: 'needs_response',
      amount: 43_012,
      currency: 'uah',
      charge: null,
      payment_intent: null,
      ...changes,
    }),
    event: (type, object, changes = {}) =>
      JSON.stringify({
        id: `evt_${++events}`,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: Math.floor(now() / 1000),
        type,
        livemode: false,
        pending_webhooks: 1,
        data: { object },
        ...changes,
      }),
    sign(body, { secret = STRIPE_KEYS.webhookSecret, seconds = Math.floor(now() / 1000) } = {}) {
      return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
    },
    tell: (body, noticeUrl) =>
      postWebhook(
        noticeUrl,
        { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': standIn.sign(body) },
        body,
      ),
    close: () => server.close(),
  }
  return standIn
}
