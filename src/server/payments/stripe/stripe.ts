// Stripe Checkout: cards and whatever else its account offers, through Stripe's own library.
import type { z } from 'zod'
import { textFor } from '../../../i18n/text.ts'
import type { Fetch } from '../../http/bounded-request.ts'
import { type OrderToPay, type PaymentProvider, ProviderFailed } from '../provider.ts'
import { openStripe, type StripeLibrary } from './client.ts'
import { readEvent } from './events.ts'
import { CHARGED, createdSchema, openedSessionSchema, stateOfSession } from './session.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly apiUrl?: string
  readonly fetch?: Fetch
  readonly now: () => number
  readonly timeoutMs?: number
}

/** Stripe takes 30 minutes at the least; one more for its clock. */
const OPEN_MS_MIN = 31 * 60_000

/** Fifty cents are Stripe's own least; ours leaves room for rates. */
const LEAST_CENTS = 100

function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ProviderFailed(`Stripe: an answer that it does not document (${parsed.error.issues[0]?.path.join('.')})`)
}

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
    // The sum stays in the order's currency: what is paid has to compare with the charge.
    adaptive_pricing: { enabled: false },
    // Its pages do not speak Ukrainian; the browser's next language serves better than a guess of ours.
    locale: order.language === 'uk' ? 'auto' : order.language,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    expires_at: Math.floor(endsAtMs / 1000),
  } as const
}

async function openedSession({ call }: StripeLibrary, reference: string): Promise<z.infer<typeof openedSessionSchema>> {
  const expand = ['payment_intent.latest_charge']
  const answer = await call((stripe) => stripe.checkout.sessions.retrieve(reference, { expand }))
  const session = readAnswer(openedSessionSchema, answer)
  if (session.id !== reference) throw new ProviderFailed('Stripe answered about another session')
  return session
}

/** Stripe as a provider; `apiUrl`, `fetch` and `timeoutMs` are for tests. Loads the library. */
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
        currencies: CHARGED,
        least: LEAST_CENTS,
        isCrypto: false,
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

    readNotice: async (notice) => readEvent(notice, library.stripe, { webhookSecret, isTest, now }),

    ask: async (reference) => stateOfSession(await openedSession(library, reference)),

    async refund({ reference, orderId }) {
      const { payment_intent: payment } = await openedSession(library, reference)
      if (payment === null) throw new ProviderFailed('Stripe knows no payment of this checkout')
      // What was sent back before is done.
      if (payment.latest_charge?.refunded === true) return
      const params = { payment_intent: payment.id, metadata: { order_id: orderId } }
      const refund = await library.call((stripe) =>
        stripe.refunds.create(params, { idempotencyKey: `refund-${orderId}` }),
      )
      if (refund.status === 'failed' || refund.status === 'canceled')
        throw new ProviderFailed('Stripe did not send the payment back')
    },
  }
}
