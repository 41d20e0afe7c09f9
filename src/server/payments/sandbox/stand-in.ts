// The stand-in for a payment provider: the calls that open, show and send back a payment, and the page where it is paid.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../game/language.ts'
import { formText, takeForms } from '../../http/form-bodies.ts'
import { STAND_IN_POLICY } from '../../http/stand-in-document.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { PaymentState } from '../provider.ts'
import type { Delivery } from './delivery.ts'
import { isOutcome, stateAfter, tell } from './outcomes.ts'
import { paymentPage } from './page.ts'
import { factsSchema, openFacts, type PaymentFacts, referenceOf, type SandboxKeys, sealFacts } from './payment.ts'
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

/** How payments stand, as far as this process has heard of them: after a restart all begin as open ones. */
interface Standings {
  set(facts: PaymentFacts, state: PaymentState): void
  of(reference: string): PaymentState
  /** For what was sent back, of which the facts may be forgotten. */
  markRefunded(reference: string): void
}

function createStandings(keys: SandboxKeys, now: () => number): Standings {
  const held = new LRUCache<string, { state: PaymentState; endsAtMs: number }>({ max: PAYMENTS_REMEMBERED })
  return {
    set: (facts, state) => void held.set(referenceOf(facts.order_id, keys), { state, endsAtMs: facts.expires_at }),
    of(reference) {
      const { state, endsAtMs } = held.get(reference) ?? { state: { kind: 'open' }, endsAtMs: Number.POSITIVE_INFINITY }
      return state.kind === 'open' && now() >= endsAtMs ? { kind: 'expired' } : state
    },
    markRefunded: (reference) => void held.set(reference, { state: { kind: 'refunded' }, endsAtMs: 0 }),
  }
}

/** The calls of our provider; strict, so that a field too many or too few shows at once. */
function apiRoutes(app: FastifyInstance, { keys, siteUrl }: PaymentStandInOptions, standings: Standings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${keys.api}`))
      return refuse(reply, 401, 'Not with this key.')
  })

  app.post('/payments', (request, reply) => {
    const parsed = factsSchema.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 422, 'This is no payment.')
    const facts = parsed.data
    const method = SANDBOX_METHODS.find(({ name }) => name === facts.method)
    if (method?.currencies.includes(facts.currency) !== true) return refuse(reply, 422, 'There is no such method.')
    standings.set(facts, { kind: 'open' })
    const query = new URLSearchParams({ token: sealFacts(facts, keys) })
    return reply.send({
      reference: referenceOf(facts.order_id, keys),
      url: `${new URL(siteUrl).origin}${MOUNT}?${query}`,
    })
  })

  app.get<{ Params: { reference: string } }>('/payments/:reference', ({ params: { reference } }, reply) =>
    REFERENCE.test(reference)
      ? reply.send({ state: standings.of(reference) })
      : refuse(reply, 404, 'There is no such payment.'),
  )

  app.post<{ Params: { reference: string } }>('/payments/:reference/refund', ({ params: { reference } }, reply) => {
    if (!REFERENCE.test(reference)) return refuse(reply, 404, 'There is no such payment.')
    const { kind } = standings.of(reference)
    // An open one may have been paid before a restart.
    if (kind !== 'paid' && kind !== 'refunded' && kind !== 'open') return refuse(reply, 409, 'It was not paid.')
    standings.markRefunded(reference)
    return reply.send({ state: standings.of(reference) })
  })
}

/** A payment that is over is not paid again: its page leads straight back. */
function isOver(facts: PaymentFacts, keys: SandboxKeys, standings: Standings): boolean {
  const { kind } = standings.of(referenceOf(facts.order_id, keys))
  return kind === 'paid' || kind === 'refunded'
}

function pageRoutes(app: FastifyInstance, options: PaymentStandInOptions, standings: Standings): void {
  const { keys, languageOf, delivery } = options
  const titles = new Map(SANDBOX_METHODS.map(({ name, title }) => [name, title]))

  app.get<{ Querystring: { token?: unknown } }>('/', (request, reply) => {
    const { token } = request.query
    const facts = typeof token === 'string' ? openFacts(token, keys) : undefined
    if (facts === undefined || typeof token !== 'string') return refuse(reply, 400, 'This is no payment of this site.')
    if (isOver(facts, keys, standings)) return reply.redirect(facts.return_url, 303)
    const language = languageOf(request)
    const methodTitle = titles.get(facts.method) ?? facts.method
    return reply
      .headers({ 'content-language': language, vary: 'Cookie, Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(paymentPage(language, { facts, methodTitle, action: `${MOUNT}/outcome`, token }))
  })

  app.post('/outcome', (request, reply) => {
    const fields = new URLSearchParams(formText(request))
    const facts = fields.size === 2 ? openFacts(fields.get('token') ?? '', keys) : undefined
    const outcome = fields.get('outcome') ?? ''
    if (facts === undefined || (!isOutcome(outcome) && outcome !== 'cancel'))
      return refuse(reply, 400, 'This is no choice of this page.')
    if (isOutcome(outcome) && !isOver(facts, keys, standings)) {
      const state = stateAfter(outcome, facts)
      if (state !== undefined) standings.set(facts, state)
      // In the background, as a provider's notices are: the browser may well be back first.
      void tell(outcome, facts, delivery)
    }
    return reply.redirect(facts.return_url, 303)
  })
}

/** The plugin; register it with the prefix `/sandbox/payment`. */
export async function paymentStandIn(app: FastifyInstance, options: PaymentStandInOptions): Promise<void> {
  const standings = createStandings(options.keys, options.now)
  takeForms(app, FORM_BYTES_MAX)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': STAND_IN_POLICY })
  })
  app.addHook('preClose', () => options.delivery.stop())
  await app.register(async (api) => apiRoutes(api, options, standings))
  pageRoutes(app, options, standings)
}
