// Stripe's Checkout Sessions as far as orders need them, and the payment state of each.
import { z } from 'zod'
import type { Currency } from '../../../game/payments/deposit.ts'
import type { PaymentState } from '../provider.ts'

/** The site's currencies that Stripe supports; it does not charge roubles. */
export const SUPPORTED_CURRENCIES: readonly Currency[] = ['USD', 'UAH']

const metadataSchema = z.object({ order_id: z.string().optional() })

export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: z.string().min(1).max(255),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  amount_total: z.int().min(0).nullable(),
  currency: z.string().nullable(),
  client_reference_id: z.string().nullish(),
})

export type Session = z.infer<typeof sessionSchema>

export const createdSchema = z.object({
  id: z.string().min(1).max(255),
  url: z.url({ protocol: /^https?$/ }).max(4000),
})

/** How a charge was paid, as far as it was by card. Stripe's fingerprint is the same for the same card number. */
const paidBySchema = z
  .object({ card: z.object({ fingerprint: z.string().min(1).max(255).nullish() }).nullish() })
  .nullish()

export const chargeSchema = z.object({
  object: z.literal('charge'),
  payment_method_details: paidBySchema,
  refunded: z.boolean(),
  amount_refunded: z.int().min(0),
  currency: z.string(),
  metadata: metadataSchema,
})

/** A payment or a charge, as far as it names its order. */
export const ownedSchema = z.object({ metadata: metadataSchema })

/** A session with its expanded payment. */
export const expandedSessionSchema = sessionSchema.extend({
  payment_intent: z
    .object({
      id: z.string(),
      status: z.string(),
      latest_charge: z
        .object({
          refunded: z.boolean(),
          amount_refunded: z.int().min(0),
          payment_method_details: paidBySchema,
        })
        .nullable(),
    })
    .nullable(),
})

/** Returns the site's currency of Stripe's code; undefined for one that is not requested. */
export function currencyOf(code: string | null): Currency | undefined {
  return SUPPORTED_CURRENCIES.find((candidate) => candidate.toLowerCase() === code)
}

/** Returns an amount for the operator, in the currency of any code. */
export const moneyText = (minor: number, currency: string): string =>
  `${(minor / 100).toFixed(2)} ${currency.toUpperCase()}`

/** Returns the state of a paid session; unclear when its currency is not one that is requested. */
export function paidState({ amount_total: minor, currency }: Session): PaymentState & { kind: 'paid' | 'unclear' } {
  const known = currencyOf(currency)
  if (known !== undefined && minor !== null) return { kind: 'paid', paid: { currency: known, minor } }
  const amount = minor === null ? 'an unknown amount' : moneyText(minor, currency ?? 'of no currency')
  return { kind: 'unclear', concerns: 'payment', what: `a payment in another currency: ${amount}` }
}

/** Returns Stripe's fingerprint of the card that paid a charge; undefined for another method. */
export function cardOf(charge: Pick<z.infer<typeof chargeSchema>, 'payment_method_details'>): string | undefined {
  return charge.payment_method_details?.card?.fingerprint ?? undefined
}

/** Returns the payment state of a session. */
export function stateOfSession(session: z.infer<typeof expandedSessionSchema>): PaymentState {
  const payment = session.payment_intent
  if (payment?.latest_charge?.refunded === true) return { kind: 'refunded' }
  if (session.payment_status === 'paid') {
    const state = paidState(session)
    if (state.kind === 'unclear') return state
    const charge = payment?.latest_charge
    const refunded = charge?.amount_refunded ?? 0
    const card = charge == null ? undefined : cardOf(charge)
    return { ...state, ...(refunded > 0 && { refunded }), ...(card !== undefined && { card }) }
  }
  if (session.status === 'expired') return { kind: 'expired' }
  // A method that takes days has failed: the payment waits for another method, which a closed session cannot provide.
  const hasFailed = payment?.status === 'requires_payment_method' || payment?.status === 'canceled'
  if (session.status === 'complete' && hasFailed) return { kind: 'failed', reason: 'the payment failed' }
  return { kind: 'open' }
}
