// Stripe's webhook events: verified by its own library over the raw body, then parsed as far as orders need.
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type PaymentState, type WebhookEvent, WebhookRefused, type WebhookRequest } from '../provider.ts'
import { parseAs, singleHeader } from '../webhook-body.ts'
import { chargeSchema, paidState, type Session, sessionSchema } from './session.ts'

/** How far the time of a signature may be from now, in seconds. */
const TOLERANCE_SECONDS = 300

const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

type StripeEvent = z.infer<typeof eventSchema>

const disputeSchema = z.object({ reason: z.string(), payment_intent: z.string().nullable() })

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

/** The metadata of a charge's payment names the order; a charge does not name its session. */
function ofRefund(event: StripeEvent): WebhookEvent {
  const charge = parseAs(chargeSchema, event.data.object)
  const orderId = charge.metadata.order_id
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a refund of an unknown payment' }
  if (!charge.refunded) return { kind: 'other', event: event.id, about: `a part of order ${orderId} was refunded` }
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state: { kind: 'refunded' } }
}

function ofDispute(event: StripeEvent): WebhookEvent {
  const { reason, payment_intent: payment } = parseAs(disputeSchema, event.data.object)
  return { kind: 'other', event: event.id, about: `${event.type} (${reason}) about payment ${payment ?? 'unknown'}` }
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
 */
export function readEvent(request: WebhookRequest, stripe: Stripe, options: EventOptions): WebhookEvent {
  const header = singleHeader(request, 'stripe-signature')
  refuseFuture(header, options.now())
  let received: unknown
  try {
    const { webhookSecret, now } = options
    received = stripe.webhooks.constructEvent(request.body, header, webhookSecret, TOLERANCE_SECONDS, undefined, now())
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new WebhookRefused(`Stripe's library refuses the signature or the body (${name})`)
  }
  const event = parseAs(eventSchema, received)
  if (event.livemode === options.isTest) throw new WebhookRefused("the event is of Stripe's other mode")
  if (event.type.startsWith('checkout.session.')) return ofSession(event)
  if (event.type === 'charge.refunded') return ofRefund(event)
  if (event.type.startsWith('charge.dispute.')) return ofDispute(event)
  return { kind: 'other', event: event.id, about: event.type }
}
