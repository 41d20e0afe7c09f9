// The stand-in for a payment provider: calls that open, read and refund a payment, and the page where it is paid.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../game/base/language.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { isTimingSafeEqual } from '../../base/timing-safe-equal.ts'
import { acceptForms, formText } from '../../stand-in/form-bodies.ts'
import { protectReplies, sendDocument } from '../../stand-in/replies.ts'
import type { PaymentState } from '../provider.ts'
import type { Delivery } from './delivery.ts'
import { deliverOutcome, isOutcome, stateAfter } from './outcomes.ts'
import { paymentPage } from './page.ts'
import {
  detailsSchema,
  type PaymentDetails,
  readPaymentToken,
  referenceOf,
  refundSchema,
  type SandboxKeys,
  signPaymentToken,
} from './payment.ts'
import { MOUNT, SANDBOX_METHODS } from './provider.ts'

const FORM_BYTES_MAX = 16_384
const PAYMENTS_REMEMBERED = 10_000
const REFERENCE = /^sbx_[A-Za-z0-9_-]{22}$/

export interface PaymentStandInOptions {
  readonly keys: SandboxKeys
  readonly siteUrl: string
  readonly languageOf: (request: FastifyRequest) => Language
  readonly delivery: Delivery
  readonly now: () => number
}

function refuse(reply: FastifyReply, status: number, problem: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${problem}\n`)
}

/** The states of payments in this process: after a restart all are open. */
interface PaymentStates {
  set(details: PaymentDetails, state: PaymentState): void
  of(reference: string): PaymentState
  /** Ends a payment; its details may be unknown. */
  end(reference: string, kind: 'refunded' | 'expired'): void
  /** Tells whether a payment was ended by a call: its page takes no money, as it does from one who pays late. */
  isEnded(reference: string): boolean
  /** Stores the sum of a payment's refunds; its details may be unknown. Returns false when it was not paid. */
  refund(reference: string, refunds: { readonly charge: number; readonly refunded: number }): boolean
}

function createPaymentStates(keys: SandboxKeys, now: () => number): PaymentStates {
  const stored = growingCache<string, { state: PaymentState; endsAtMs: number }>(PAYMENTS_REMEMBERED)
  return {
    set: (details, state) =>
      void stored.set(referenceOf(details.order_id, keys), { state, endsAtMs: details.expires_at }),
    of(reference) {
      const { state, endsAtMs } = stored.get(reference) ?? {
        state: { kind: 'open' },
        endsAtMs: Number.POSITIVE_INFINITY,
      }
      return state.kind === 'open' && now() >= endsAtMs ? { kind: 'expired' } : state
    },
    end: (reference, kind) => void stored.set(reference, { state: { kind }, endsAtMs: 0 }),
    isEnded: (reference) => stored.get(reference)?.endsAtMs === 0,
    refund(reference, { charge, refunded }) {
      const known = this.of(reference)
      if (refunded >= charge) {
        // An open one may have been paid before a restart.
        if (known.kind !== 'paid' && known.kind !== 'refunded' && known.kind !== 'open') return false
        this.end(reference, 'refunded')
        return true
      }
      if (known.kind !== 'paid') return false
      stored.set(reference, { state: { ...known, refunded }, endsAtMs: Number.POSITIVE_INFINITY })
      return true
    },
  }
}

/** Adds the API of the provider; strict, so that an unexpected or missing field fails. */
function apiRoutes(app: FastifyInstance, { keys, siteUrl }: PaymentStandInOptions, states: PaymentStates): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isTimingSafeEqual(request.headers.authorization ?? '', `Bearer ${keys.api}`))
      return refuse(reply, 401, 'Not with this key.')
  })

  app.post('/payments', (request, reply) => {
    const parsed = detailsSchema.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 422, 'This is no payment.')
    const details = parsed.data
    const method = SANDBOX_METHODS.find(({ name }) => name === details.method)
    if (method?.currencies.includes(details.currency) !== true) return refuse(reply, 422, 'There is no such method.')
    states.set(details, { kind: 'open' })
    const query = new URLSearchParams({ token: signPaymentToken(details, keys) })
    return reply.send({
      reference: referenceOf(details.order_id, keys),
      url: `${new URL(siteUrl).origin}${MOUNT}?${query}`,
    })
  })

  app.get<{ Params: { reference: string } }>('/payments/:reference', ({ params: { reference } }, reply) =>
    REFERENCE.test(reference)
      ? reply.send({ state: states.of(reference) })
      : refuse(reply, 404, 'There is no such payment.'),
  )

  app.post<{ Params: { reference: string } }>('/payments/:reference/refund', (request, reply) => {
    const { reference } = request.params
    if (!REFERENCE.test(reference)) return refuse(reply, 404, 'There is no such payment.')
    const parsed = refundSchema.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 422, 'This is no refund.')
    if (!states.refund(reference, parsed.data)) return refuse(reply, 409, 'It was not paid.')
    return reply.send({ state: states.of(reference) })
  })

  app.post<{ Params: { reference: string } }>('/payments/:reference/cancel', ({ params: { reference } }, reply) => {
    if (!REFERENCE.test(reference)) return refuse(reply, 404, 'There is no such payment.')
    const { kind } = states.of(reference)
    if (kind !== 'open' && kind !== 'expired') return refuse(reply, 409, 'It is not open.')
    states.end(reference, 'expired')
    return reply.send({ state: states.of(reference) })
  })
}

/** Tells whether a payment has ended: it cannot be paid again, and its page redirects back. */
function isOver(details: PaymentDetails, keys: SandboxKeys, states: PaymentStates): boolean {
  const reference = referenceOf(details.order_id, keys)
  const { kind } = states.of(reference)
  return kind === 'paid' || kind === 'refunded' || states.isEnded(reference)
}

function pageRoutes(app: FastifyInstance, options: PaymentStandInOptions, states: PaymentStates): void {
  const { keys, languageOf, delivery, now } = options
  const titles = new Map(SANDBOX_METHODS.map(({ name, title }) => [name, title]))

  app.get<{ Querystring: { token?: unknown } }>('/', (request, reply) => {
    const { token } = request.query
    const details = typeof token === 'string' ? readPaymentToken(token, keys) : undefined
    if (details === undefined || typeof token !== 'string')
      return refuse(reply, 400, 'This is no payment of this site.')
    if (isOver(details, keys, states)) return reply.redirect(details.return_url, 303)
    const language = languageOf(request)
    const methodTitle = titles.get(details.method) ?? details.method
    const page = paymentPage(language, { details, methodTitle, action: `${MOUNT}/outcome`, token })
    return sendDocument(reply, page)
  })

  app.post('/outcome', (request, reply) => {
    const fields = new URLSearchParams(formText(request))
    const details = fields.size === 2 ? readPaymentToken(fields.get('token') ?? '', keys) : undefined
    const outcome = fields.get('outcome') ?? ''
    if (details === undefined || (!isOutcome(outcome) && outcome !== 'cancel'))
      return refuse(reply, 400, 'This is no choice of this page.')
    if (isOutcome(outcome) && !isOver(details, keys, states)) {
      const state = stateAfter(outcome, details)
      if (state !== undefined) states.set(details, state)
      // In the background, like a provider's events: the browser may return first.
      void deliverOutcome(outcome, details, delivery, now())
    }
    return reply.redirect(details.return_url, 303)
  })
}

/** The plugin; register it with the prefix `/sandbox/payment`. */
export async function paymentStandIn(app: FastifyInstance, options: PaymentStandInOptions): Promise<void> {
  const states = createPaymentStates(options.keys, options.now)
  acceptForms(app, FORM_BYTES_MAX)
  protectReplies(app)
  app.addHook('preClose', () => options.delivery.stop())
  await app.register(async (api) => apiRoutes(api, options, states))
  pageRoutes(app, options, states)
}
