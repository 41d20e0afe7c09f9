// Stripe's webhook events: verified by its own library over the raw body, then parsed as far as orders need.
import { z } from 'zod'
import type { DisputeReport } from '../../../game/reversal.ts'
import { type PaymentState, type WebhookEvent, WebhookRefused, type WebhookRequest } from '../provider.ts'
import { parseAs, singleHeader } from '../webhook-body.ts'
import type { StripeLibrary } from './client.ts'
import { cardOf, chargeSchema, currencyOf, ownedSchema, paidState, type Session, sessionSchema } from './session.ts'

/** How far the time of a signature may be from now, in seconds. */
const TOLERANCE_SECONDS = 300

const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int().min(0),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

type StripeEvent = z.infer<typeof eventSchema>

const idSchema = z.string().min(1).max(255)

/** A record that names a payment, a charge, or both. */
const aboutPaymentSchema = z
  .object({ payment_intent: idSchema.nullish(), charge: idSchema.nullish() })
  .refine(({ payment_intent: payment, charge }) => payment != null || charge != null, 'names no payment')

const disputeSchema = z
  .object({
    object: z.literal('dispute'),
    id: idSchema,
    reason: z.string().max(100),
    status: z.string().max(100),
    amount: z.int().min(0),
    currency: z.string().max(10),
  })
  .and(aboutPaymentSchema)

const warningSchema = z
  .object({ object: z.literal('radar.early_fraud_warning'), fraud_type: z.string().max(100) })
  .and(aboutPaymentSchema)

export interface EventOptions {
  readonly webhookSecret: string
  /** True for keys of Stripe's test mode; its events have to be of the same mode. */
  readonly isTest: boolean
  readonly now: () => number
}

function stateNotice(event: StripeEvent, session: Session, state: PaymentState | undefined): WebhookEvent {
  if (state === undefined) return { kind: 'other', event: event.id, about: `session ${session.id} in another currency` }
  const about = { reference: session.id, orderId: session.client_reference_id ?? undefined }
  return { kind: 'state', event: event.id, about, state }
}

function ofSession(event: StripeEvent): WebhookEvent {
  const session = parseAs(sessionSchema, event.data.object)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      if (session.payment_status === 'paid') return stateNotice(event, session, paidState(session))
      // Methods that take days complete the session first and pay later; orders are never free.
      return stateNotice(event, session, { kind: session.payment_status === 'unpaid' ? 'open' : 'partial' })
    case 'checkout.session.async_payment_failed':
      return stateNotice(event, session, { kind: 'failed', reason: 'the payment failed' })
    case 'checkout.session.expired':
      return stateNotice(event, session, { kind: 'expired' })
    default:
      return { kind: 'other', event: event.id, about: event.type }
  }
}

/** Tells the card of a charge; the payment itself is reported by the event of its session. */
function ofCharge(event: StripeEvent): WebhookEvent {
  const charge = parseAs(chargeSchema, event.data.object)
  const [orderId, card] = [charge.metadata.order_id, cardOf(charge)]
  if (orderId === undefined || card === undefined)
    return { kind: 'other', event: event.id, about: `${event.type} of an unknown payment, or not by card` }
  const about = { reference: undefined, orderId }
  return { kind: 'state', event: event.id, about, state: { kind: 'charged', card } }
}

/** The metadata of a charge's payment names the order; a charge does not name its session. */
function ofRefundedCharge(event: StripeEvent): WebhookEvent {
  const charge = parseAs(chargeSchema, event.data.object)
  const orderId = charge.metadata.order_id
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a refund of an unknown payment' }
  const about = { reference: undefined, orderId }
  if (charge.refunded) return { kind: 'state', event: event.id, about, state: { kind: 'refunded' } }
  const currency = currencyOf(charge.currency)
  if (currency === undefined)
    return { kind: 'other', event: event.id, about: `a refund of order ${orderId} in another currency` }
  const refunded = { currency, minor: charge.amount_refunded }
  return { kind: 'state', event: event.id, about, state: { kind: 'partly-refunded', refunded } }
}

/**
 * Asks Stripe for the order of a payment: disputes, refunds and warnings have metadata of their own.
 *
 * @throws ProviderFailed when Stripe does not answer: then it has to send the event again
 */
async function orderIdOf({ call }: Pick<StripeLibrary, 'call'>, about: z.infer<typeof aboutPaymentSchema>) {
  const { payment_intent: payment, charge } = about
  const found =
    payment != null
      ? await call((stripe) => stripe.paymentIntents.retrieve(payment))
      : await call((stripe) => stripe.charges.retrieve(charge ?? ''))
  return ownedSchema.safeParse(found).data?.metadata.order_id
}

/** What the site does for each status; the rest of Stripe's statuses are of open disputes. */
const REPORTS: Readonly<Record<string, DisputeReport>> = {
  won: 'won',
  // An inquiry that did not become a dispute, and a dispute that was prevented: a refund has an event of its own.
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
  appeal_needs_response: 'appealed',
  appeal_under_review: 'appealed',
}

async function ofDispute(event: StripeEvent, library: StripeLibrary): Promise<WebhookEvent> {
  const dispute = parseAs(disputeSchema, event.data.object)
  const { id, reason, status, amount: minor } = dispute
  const orderId = await orderIdOf(library, dispute)
  if (orderId === undefined) return { kind: 'other', event: event.id, about: `${event.type} of an unknown payment` }
  const currency = dispute.currency.toUpperCase()
  const reported = { id, state: REPORTS[status] ?? 'open', reason, currency, minor, atMs: event.created * 1000 }
  const state: PaymentState = { kind: 'dispute', dispute: reported }
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state }
}

async function ofWarning(event: StripeEvent, library: StripeLibrary): Promise<WebhookEvent> {
  const warning = parseAs(warningSchema, event.data.object)
  const orderId = await orderIdOf(library, warning)
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a warning about an unknown payment' }
  const state: PaymentState = { kind: 'fraud-warning', reason: warning.fraud_type }
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state }
}

/**
 * Refuses a signature of the future, which Stripe's library accepts: a captured one would stay valid for long.
 *
 * @throws WebhookRefused
 */
function refuseFuture(header: string, nowMs: number): void {
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1])
  if (seconds > nowMs / 1000 + TOLERANCE_SECONDS) throw new WebhookRefused('the signature is of the future')
}

/**
 * Verifies and reads an event.
 *
 * @throws WebhookRefused when it is not signed with `webhookSecret`, or more than five minutes before or after now
 * @throws ProviderFailed when Stripe does not say which order it is about
 */
export async function readEvent(
  request: WebhookRequest,
  library: StripeLibrary,
  options: EventOptions,
): Promise<WebhookEvent> {
  const header = singleHeader(request, 'stripe-signature')
  refuseFuture(header, options.now())
  let received: unknown
  try {
    const { webhookSecret, now } = options
    const { webhooks } = library.stripe
    received = webhooks.constructEvent(request.body, header, webhookSecret, TOLERANCE_SECONDS, undefined, now())
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new WebhookRefused(`Stripe's library refuses the signature or the body (${name})`)
  }
  const event = parseAs(eventSchema, received)
  if (event.livemode === options.isTest) throw new WebhookRefused("the event is of Stripe's other mode")
  if (event.type.startsWith('checkout.session.')) return ofSession(event)
  // Its amounts are sums of all refunds; the events of single refunds add nothing.
  if (event.type === 'charge.refunded') return ofRefundedCharge(event)
  if (event.type === 'charge.succeeded') return ofCharge(event)
  if (event.type.startsWith('charge.dispute.')) return ofDispute(event, library)
  if (event.type === 'radar.early_fraud_warning.created') return ofWarning(event, library)
  return { kind: 'other', event: event.id, about: event.type }
}
