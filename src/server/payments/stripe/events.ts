// Stripe's webhook events: verified by its own library over the raw body, then read as far as orders need them.
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { readAs, soleHeader } from '../notice-body.ts'
import { type Notice, NoticeRefused, type PaymentState, type RawNotice } from '../provider.ts'
import { chargeSchema, paidState, type Session, sessionSchema } from './session.ts'

/** How old a signature may be, in seconds. */
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
  /** Whether the keys are those of Stripe's test mode; its events have to be of the same mode. */
  readonly isTest: boolean
  readonly now: () => number
}

function stateNotice(event: StripeEvent, session: Session, state: PaymentState | undefined): Notice {
  if (state === undefined) return { kind: 'other', event: event.id, about: `session ${session.id} in another currency` }
  const about = { reference: session.id, orderId: session.client_reference_id ?? undefined }
  return { kind: 'state', event: event.id, about, state }
}

function ofSession(event: StripeEvent): Notice {
  const session = readAs(sessionSchema, event.data.object)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      if (session.payment_status === 'paid') return stateNotice(event, session, paidState(session))
      // Methods that take days are completed first and paid later; and nothing of ours is ever free.
      return stateNotice(event, session, { kind: session.payment_status === 'unpaid' ? 'open' : 'partial' })
    case 'checkout.session.async_payment_failed':
      return stateNotice(event, session, { kind: 'failed', reason: 'the payment did not come' })
    case 'checkout.session.expired':
      return stateNotice(event, session, { kind: 'expired' })
    default:
      return { kind: 'other', event: event.id, about: event.type }
  }
}

/** Charges know their order by the metadata of the payment; they do not name the session. */
function ofRefund(event: StripeEvent): Notice {
  const charge = readAs(chargeSchema, event.data.object)
  const orderId = charge.metadata.order_id
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a refund of a payment that is not ours' }
  if (!charge.refunded) return { kind: 'other', event: event.id, about: `a part of order ${orderId} was sent back` }
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state: { kind: 'refunded' } }
}

function ofDispute(event: StripeEvent): Notice {
  const { reason, payment_intent: payment } = readAs(disputeSchema, event.data.object)
  return { kind: 'other', event: event.id, about: `${event.type} (${reason}) about payment ${payment ?? 'unknown'}` }
}

/**
 * Verifies and reads an event.
 *
 * @throws NoticeRefused when it is not signed with `webhookSecret` within the last five minutes
 */
export function readEvent(notice: RawNotice, stripe: Stripe, options: EventOptions): Notice {
  const header = soleHeader(notice, 'stripe-signature')
  let received: unknown
  try {
    const { webhookSecret, now } = options
    received = stripe.webhooks.constructEvent(notice.body, header, webhookSecret, TOLERANCE_SECONDS, undefined, now())
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new NoticeRefused(`Stripe's library refuses the signature or the body (${name})`)
  }
  const event = readAs(eventSchema, received)
  if (event.livemode === options.isTest) throw new NoticeRefused("the event is of Stripe's other mode")
  if (event.type.startsWith('checkout.session.')) return ofSession(event)
  if (event.type === 'charge.refunded') return ofRefund(event)
  if (event.type.startsWith('charge.dispute.')) return ofDispute(event)
  return { kind: 'other', event: event.id, about: event.type }
}
