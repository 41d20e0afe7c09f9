// The outcomes of the sandbox's payment page: the state of the payment after a click, and the webhook events.
import type { PaymentState } from '../provider.ts'
import type { Delivery } from './delivery.ts'
import type { PaymentDetails } from './payment.ts'

/** How long the stand-in waits for an answer to a dispute, as card schemes do. */
const ANSWER_MS = 7 * 24 * 3_600_000

export const OUTCOMES = ['pay', 'twice', 'late', 'less', 'decline', 'dispute', 'chargeback', 'part', 'forge'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Tells whether a text is the name of an outcome. */
export function isOutcome(text: string): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text)
}

/** Returns the state of the payment after a click; undefined when it does not change. */
export function stateAfter(outcome: Outcome, { currency, charge }: PaymentDetails): PaymentState | undefined {
  switch (outcome) {
    case 'pay':
    case 'twice':
    case 'late':
    case 'dispute':
    case 'chargeback':
      return { kind: 'paid', paid: { currency, minor: charge } }
    case 'part':
      return { kind: 'paid', paid: { currency, minor: charge }, refunded: Math.ceil(charge / 2) }
    case 'less':
      return { kind: 'partial' }
    case 'decline':
      return { kind: 'failed', reason: 'declined' }
    case 'forge':
      return undefined
  }
}

/** Returns what the payer or their bank does after the payment, as the states of later events. */
function afterwards(outcome: Outcome, details: PaymentDetails, atMs: number): PaymentState[] {
  const { currency, charge } = details
  const dueMs = atMs + ANSWER_MS
  const dispute = { id: `dp_${details.order_id}`, reason: 'fraudulent', currency, minor: charge, atMs, dueMs }
  const opened: PaymentState = { kind: 'dispute', dispute: { ...dispute, state: 'open' } }
  switch (outcome) {
    case 'dispute':
      return [opened]
    case 'chargeback':
      return [opened, { kind: 'dispute', dispute: { ...dispute, state: 'lost' } }]
    case 'part':
      return [{ kind: 'partly-refunded', refunded: { currency, minor: Math.ceil(charge / 2) } }]
    default:
      return []
  }
}

/** Sends the events of a click; resolves when the last one is accepted or given up. */
export async function deliverOutcome(
  outcome: Outcome,
  details: PaymentDetails,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  const state = stateAfter(outcome, details)
  const { currency, charge } = details
  const paid: PaymentState = { kind: 'paid', paid: { currency, minor: charge } }
  if (state === undefined) return delivery.forge(details, delivery.make(details, paid))
  if (outcome === 'late') await delivery.send(details, delivery.make(details, { kind: 'expired' }))
  const event = delivery.make(details, state.kind === 'paid' ? paid : state)
  // Duplicates at the same time: two different events, and one of them again.
  const events = outcome === 'twice' ? [event, delivery.make(details, state), event] : [event]
  await Promise.all(events.map((one) => delivery.send(details, one)))
  for (const next of afterwards(outcome, details, nowMs)) await delivery.send(details, delivery.make(details, next))
}
