// Stripe's webhook events: verified by its own library over the raw body, then parsed as far as orders need.
import { z } from 'zod'
import type { DisputeReport } from '../../../game/payments/reversal.ts'
import { isId } from '../../base/ids.ts'
import { type PaymentState, type WebhookEvent, WebhookRefused, type WebhookRequest } from '../provider.ts'
import { parseAs, singleHeader } from '../webhook-body.ts'
import type { StripeLibrary } from './client.ts'
import {
  cardOf,
  chargeSchema,
  currencyOf,
  moneyText,
  ownedSchema,
  paidState,
  type Session,
  sessionSchema,
} from './session.ts'

/** How far the time of a signature may be from now, in seconds. */
const TOLERANCE_SECONDS = 300

const idSchema = z.string().min(1).max(255)

const eventSchema = z.object({
  object: z.literal('event'),
  id: idSchema,
  type: z.string().max(255),
  created: z.int().min(0),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

type StripeEvent = z.infer<typeof eventSchema>

/** Events that are never about orders: of a connected account, and thin ones, which hold no object. */
const foreignEventSchema = z.union([
  z.object({ object: z.literal('event'), id: idSchema, account: z.string().min(1) }),
  z.object({ object: z.literal('v2.core.event'), id: idSchema, type: z.string().max(255) }),
])

/** The fields of a session that name its order; its own parse follows only where they name one. */
const sessionOwnerSchema = z.object({
  object: z.literal('checkout.session'),
  client_reference_id: z.unknown().optional(),
})

const chargeOwnerSchema = z.object({ object: z.literal('charge'), metadata: z.unknown().optional() })

/** A record that names a payment, a charge, or both. */
const aboutPaymentSchema = z
  .object({ payment_intent: idSchema.nullish(), charge: idSchema.nullish() })
  .refine(({ payment_intent: payment, charge }) => payment != null || charge != null, 'names no payment')

/** The last second of the year 9999; a later deadline is unknown. */
const LATEST_SECOND = 253_402_300_799

const disputeSchema = z
  .object({
    object: z.literal('dispute'),
    id: idSchema,
    reason: z.string().max(100),
    status: z.string().max(100),
    amount: z.int().min(0),
    currency: z.string().max(10),
    /** In seconds since 1970; Stripe tells none once it takes no evidence. */
    evidence_details: z.object({ due_by: z.int().positive().max(LATEST_SECOND).nullish().catch(null) }).nullish(),
  })
  .and(aboutPaymentSchema)

const warningSchema = z
  .object({ object: z.literal('radar.early_fraud_warning'), fraud_type: z.string().max(100) })
  .and(aboutPaymentSchema)

const refundSchema = z
  .object({
    object: z.literal('refund'),
    id: idSchema,
    status: z.string().max(100).nullish(),
    amount: z.int().min(0),
    currency: z.string().max(10),
  })
  .and(aboutPaymentSchema)

export interface EventOptions {
  readonly webhookSecret: string
  /** True for keys of Stripe's test mode; its events have to be of the same mode. */
  readonly isTest: boolean
  readonly now: () => number
}

function stateNotice(event: StripeEvent, session: Session, state: PaymentState): WebhookEvent {
  const about = { reference: session.id, orderId: session.client_reference_id ?? undefined }
  return { kind: 'state', event: event.id, about, state }
}

const isOrderId = (value: unknown): value is string => typeof value === 'string' && isId(value.toLowerCase())

/** An event about an order that a person has to look into. */
function unclearNotice(
  event: StripeEvent,
  orderId: string,
  concerns: (PaymentState & { kind: 'unclear' })['concerns'],
  what: string,
): WebhookEvent {
  const state = { kind: 'unclear', concerns, what } as const
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state }
}

function ofSession(event: StripeEvent): WebhookEvent {
  const { client_reference_id: owner } = parseAs(sessionOwnerSchema, event.data.object)
  const session = sessionSchema.safeParse(event.data.object).data
  if (session === undefined) {
    if (isOrderId(owner)) return unclearNotice(event, owner, 'payment', `${event.type} that cannot be read`)
    return { kind: 'other', event: event.id, about: `${event.type} of another kind` }
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      if (session.payment_status === 'paid') return stateNotice(event, session, paidState(session))
      // Methods that take days complete the session first and pay later.
      if (session.payment_status === 'unpaid') return stateNotice(event, session, { kind: 'open' })
      return stateNotice(event, session, { kind: 'unclear', concerns: 'payment', what: 'no payment was required' })
    case 'checkout.session.async_payment_failed':
      return stateNotice(event, session, { kind: 'failed', reason: 'the payment failed' })
    case 'checkout.session.expired':
      return stateNotice(event, session, { kind: 'expired' })
    default:
      return { kind: 'other', event: event.id, about: event.type }
  }
}

/** The charge of an event with the order of ours that its metadata name; undefined where it cannot be read, or names none. */
interface EventCharge {
  readonly orderId: string | undefined
  readonly charge: z.infer<typeof chargeSchema> | undefined
}

function chargeOf(event: StripeEvent): EventCharge {
  const { metadata } = parseAs(chargeOwnerSchema, event.data.object)
  const orderId = ownedSchema.safeParse({ metadata }).data?.metadata.order_id
  return {
    orderId: isOrderId(orderId) ? orderId : undefined,
    charge: chargeSchema.safeParse(event.data.object).data,
  }
}

/** Tells the card of a charge; the payment itself is reported by the event of its session. */
function ofCharge(event: StripeEvent): WebhookEvent {
  const { charge, orderId } = chargeOf(event)
  const card = charge === undefined ? undefined : cardOf(charge)
  if (orderId === undefined || card === undefined)
    return { kind: 'other', event: event.id, about: `${event.type} of an unknown payment, or not by card` }
  const about = { reference: undefined, orderId }
  return { kind: 'state', event: event.id, about, state: { kind: 'charged', card } }
}

/** The metadata of a charge's payment names the order; a charge does not name its session. */
function ofRefundedCharge(event: StripeEvent): WebhookEvent {
  const { charge, orderId } = chargeOf(event)
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a refund of an unknown payment' }
  if (charge === undefined) return unclearNotice(event, orderId, 'refund', `${event.type} that cannot be read`)
  const about = { reference: undefined, orderId }
  if (charge.refunded) return { kind: 'state', event: event.id, about, state: { kind: 'refunded' } }
  const currency = currencyOf(charge.currency)
  if (currency === undefined)
    return unclearNotice(
      event,
      orderId,
      'refund',
      `a refund in another currency: ${moneyText(charge.amount_refunded, charge.currency)}`,
    )
  const refunded = { currency, minor: charge.amount_refunded }
  return { kind: 'state', event: event.id, about, state: { kind: 'partly-refunded', refunded } }
}

/**
 * Asks Stripe for the order of a payment: disputes, refunds and warnings have metadata of their own.
 *
 * @returns undefined for a payment that is not of an order, or not of this account
 * @throws ProviderFailed when Stripe does not answer: then it has to send the event again
 */
async function orderIdOf({ find }: Pick<StripeLibrary, 'find'>, about: z.infer<typeof aboutPaymentSchema>) {
  const { payment_intent: payment, charge } = about
  const match =
    payment != null
      ? await find((stripe) => stripe.paymentIntents.retrieve(payment))
      : await find((stripe) => stripe.charges.retrieve(charge ?? ''))
  const orderId = ownedSchema.safeParse(match).data?.metadata.order_id
  return isOrderId(orderId) ? orderId : undefined
}

/** What the site does for each status; the rest of Stripe's statuses are of open disputes. */
const REPORTS: ReadonlyMap<string, DisputeReport> = new Map([
  ['won', 'won'],
  // An inquiry that did not become a dispute, and a dispute that was prevented: a refund has an event of its own.
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'appealed'],
  ['appeal_under_review', 'appealed'],
])

async function ofDispute(event: StripeEvent, library: StripeLibrary): Promise<WebhookEvent> {
  const orderId = await orderIdOf(library, parseAs(aboutPaymentSchema, event.data.object))
  if (orderId === undefined) return { kind: 'other', event: event.id, about: `${event.type} of an unknown payment` }
  const dispute = disputeSchema.safeParse(event.data.object).data
  if (dispute === undefined) return unclearNotice(event, orderId, 'refund', `${event.type} that cannot be read`)
  const { id, reason, status, amount: minor } = dispute
  const currency = dispute.currency.toUpperCase()
  const dueBy = dispute.evidence_details?.due_by
  const deadline = dueBy == null ? {} : { dueMs: dueBy * 1000 }
  const atMs = event.created * 1000
  const reported = { id, state: REPORTS.get(status) ?? 'open', reason, currency, minor, atMs, ...deadline }
  const state: PaymentState = { kind: 'dispute', dispute: reported }
  return { kind: 'state', event: event.id, about: { reference: undefined, orderId }, state }
}

/**
 * Tells of a refund that failed after Stripe had accepted it: its money is the shop's again, and the deposit was taken back. Events of refunds
 * that go well add nothing: those of their charges have the sum of them all.
 */
async function ofRefund(event: StripeEvent, library: StripeLibrary): Promise<WebhookEvent> {
  const refund = refundSchema.safeParse(event.data.object).data
  const hasFailed = event.type === 'refund.failed' || refund?.status === 'failed' || refund?.status === 'canceled'
  if (!hasFailed || refund === undefined) return { kind: 'other', event: event.id, about: event.type }
  // Refunds that the site has asked for name its order themselves.
  const own = ownedSchema.safeParse(event.data.object).data?.metadata.order_id
  const orderId = isOrderId(own) ? own : await orderIdOf(library, refund)
  if (orderId === undefined) return { kind: 'other', event: event.id, about: `${event.type} of an unknown payment` }
  const what = `refund ${refund.id} of ${moneyText(refund.amount, refund.currency)} failed`
  return unclearNotice(event, orderId, 'failed-refund', what)
}

async function ofWarning(event: StripeEvent, library: StripeLibrary): Promise<WebhookEvent> {
  const orderId = await orderIdOf(library, parseAs(aboutPaymentSchema, event.data.object))
  if (orderId === undefined) return { kind: 'other', event: event.id, about: 'a warning about an unknown payment' }
  // A warning counts whatever it says.
  const reason = warningSchema.safeParse(event.data.object).data?.fraud_type ?? 'unknown'
  const state: PaymentState = { kind: 'fraud-warning', reason }
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
 * Returns the JSON of a signed body. The library's own function refuses thin events although their signature is right.
 *
 * @throws WebhookRefused
 */
function verifiedBody(request: WebhookRequest, library: StripeLibrary, options: EventOptions): unknown {
  const header = singleHeader(request, 'stripe-signature')
  refuseFuture(header, options.now())
  const text = request.body.toString('utf8')
  try {
    const { signature } = library.stripe.webhooks
    if (signature === null) throw new Error('the library has no check of signatures')
    signature.verifyHeader(request.body, header, options.webhookSecret, TOLERANCE_SECONDS, undefined, options.now())
    return JSON.parse(text)
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    throw new WebhookRefused(`Stripe's library refuses the signature or the body (${name})`)
  }
}

/**
 * Verifies and reads an event. One that is genuine but cannot be about an order is `other`: Stripe repeats what is answered with an
 * error for days, and then disables the endpoint.
 *
 * @throws WebhookRefused when it is not signed with `webhookSecret`, or more than five minutes before or after now
 * @throws ProviderFailed when Stripe does not say which order it is about
 */
export async function readEvent(
  request: WebhookRequest,
  library: StripeLibrary,
  options: EventOptions,
): Promise<WebhookEvent> {
  const received = verifiedBody(request, library, options)
  const foreign = foreignEventSchema.safeParse(received).data
  if (foreign !== undefined) {
    const about = 'account' in foreign ? `an event of the account ${foreign.account}` : foreign.type
    return { kind: 'other', event: foreign.id, about: about.slice(0, 200) }
  }
  const event = parseAs(eventSchema, received)
  if (event.livemode === options.isTest)
    return { kind: 'other', event: event.id, about: `${event.type} of Stripe's other mode` }
  if (event.type.startsWith('checkout.session.')) return ofSession(event)
  // Its amounts are sums of all refunds.
  if (event.type === 'charge.refunded') return ofRefundedCharge(event)
  if (event.type.startsWith('refund.') || event.type === 'charge.refund.updated') return ofRefund(event, library)
  if (event.type === 'charge.succeeded') return ofCharge(event)
  if (event.type.startsWith('charge.dispute.')) return ofDispute(event, library)
  if (event.type === 'radar.early_fraud_warning.created') return ofWarning(event, library)
  return { kind: 'other', event: event.id, about: event.type }
}
