// Stripe Checkout: cards and the other methods of the Stripe account, through Stripe's own library.
import type { z } from 'zod'
import type { Language } from '../../../game/base/language.ts'
import { textFor } from '../../../i18n/text.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import { isWholeRefund, type OrderToPay, type PaymentProvider, ProviderFailed } from '../provider.ts'
import { openStripe, type StripeLibrary } from './client.ts'
import { readEvent } from './events.ts'
import { createdSchema, expandedSessionSchema, SUPPORTED_CURRENCIES, sessionSchema, stateOfSession } from './session.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly apiUrl?: string
  readonly fetch?: Fetch
  readonly now: () => number
  readonly timeoutMs?: number
}

/** Stripe requires at least 30 minutes; one more allows for differences of clocks. */
const OPEN_MS_MIN = 31 * 60_000

/** Stripe's own minimum is fifty cents; this one allows for exchange rates. */
const LEAST_CENTS = 100

function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ProviderFailed(`Stripe: an undocumented response (${parsed.error.issues[0]?.path.join('.')})`)
}

/** The languages of its pages, which are not available in Ukrainian: `auto` is the browser's language. */
const LOCALES = { en: 'en', ru: 'ru', uk: 'auto' } as const satisfies Record<Language, string>

function sessionFor(order: OrderToPay, now: number) {
  const endsAtMs = Math.max(order.expiresAt.getTime(), now + OPEN_MS_MIN)
  const name = textFor(order.language, 'providers')('topUp')
  return {
    mode: 'payment',
    client_reference_id: order.id,
    metadata: { order_id: order.id },
    payment_intent_data: { metadata: { order_id: order.id } },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: order.currency.toLowerCase(), unit_amount: order.charge, product_data: { name } },
      },
    ],
    // The amount stays in the order's currency, so that it can be compared with the charge.
    adaptive_pricing: { enabled: false },
    locale: LOCALES[order.language],
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    expires_at: Math.floor(endsAtMs / 1000),
  } as const
}

async function openedSession(
  { call }: StripeLibrary,
  reference: string,
): Promise<z.infer<typeof expandedSessionSchema>> {
  const expand = ['payment_intent.latest_charge']
  const answer = await call((stripe) => stripe.checkout.sessions.retrieve(reference, { expand }))
  const session = readAnswer(expandedSessionSchema, answer)
  if (session.id !== reference) throw new ProviderFailed('Stripe returned another session')
  return session
}

/** Creates the provider; `apiUrl`, `fetch` and `timeoutMs` are for tests. Loads the library. */
export async function createStripe(options: StripeOptions): Promise<PaymentProvider> {
  const { secretKey, webhookSecret, apiUrl, fetch = globalThis.fetch, now, timeoutMs } = options
  const library = await openStripe({ secretKey, apiUrl, fetch, timeoutMs })
  const isTest = /^[a-z]+_test_/.test(secretKey)
  return {
    name: 'stripe',
    methods: [
      {
        name: 'stripe',
        title: 'Visa / Mastercard',
        icon: 'card',
        currencies: SUPPORTED_CURRENCIES,
        least: LEAST_CENTS,
        kind: 'card',
      },
    ],

    async open(order) {
      const session = sessionFor(order, now())
      const answer = await library.call((stripe) =>
        stripe.checkout.sessions.create(
          { ...session, line_items: [...session.line_items] },
          { idempotencyKey: order.id },
        ),
      )
      const { id, url } = readAnswer(createdSchema, answer)
      return { reference: id, url }
    },

    readWebhook: (request) => readEvent(request, library, { webhookSecret, isTest, now }),

    fetchState: async (reference) => stateOfSession(await openedSession(library, reference)),

    async cancel(reference) {
      const answer = await library.call((stripe) => stripe.checkout.sessions.expire(reference))
      if (readAnswer(sessionSchema, answer).status !== 'expired')
        throw new ProviderFailed('Stripe kept the checkout open')
    },

    async refund(wanted) {
      const { reference, orderId, refunded, minor } = wanted
      const { payment_intent: payment } = await openedSession(library, reference)
      if (payment === null) throw new ProviderFailed('Stripe knows no payment of this checkout')
      // It was refunded before.
      if (payment.latest_charge?.refunded === true) return
      const amount = isWholeRefund(wanted) ? {} : { amount: minor }
      const params = { payment_intent: payment.id, metadata: { order_id: orderId }, ...amount }
      // Refunds of parts follow each other; each has a key of its own.
      const idempotencyKey = refunded === 0 ? `refund-${orderId}` : `refund-${orderId}-${refunded}`
      const refund = await library.call((stripe) => stripe.refunds.create(params, { idempotencyKey }))
      if (refund.status !== 'succeeded' && refund.status !== 'pending')
        throw new ProviderFailed('Stripe did not refund the payment')
    },
  }
}
