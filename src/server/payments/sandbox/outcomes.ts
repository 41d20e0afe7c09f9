// The outcomes of the sandbox's payment page: the state of the payment after a click, and the webhook events.
import type { PaymentState } from '../provider.ts'
import type { Delivery } from './delivery.ts'
import type { PaymentDetails } from './payment.ts'

export const OUTCOMES = ['pay', 'twice', 'late', 'less', 'decline', 'forge'] as const

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
      return { kind: 'paid', paid: { currency, minor: charge } }
    case 'less':
      return { kind: 'partial' }
    case 'decline':
      return { kind: 'failed', reason: 'declined' }
    case 'forge':
      return undefined
  }
}

/** Sends the events of a click; resolves when the last one is accepted or given up. */
export async function deliverOutcome(outcome: Outcome, details: PaymentDetails, delivery: Delivery): Promise<void> {
  const state = stateAfter(outcome, details)
  if (state === undefined) {
    const claim = delivery.make(details, { kind: 'paid', paid: { currency: details.currency, minor: details.charge } })
    return delivery.forge(details, claim)
  }
  if (outcome === 'late') await delivery.send(details, delivery.make(details, { kind: 'expired' }))
  const event = delivery.make(details, state)
  // Duplicates at the same time: two different events, and one of them again.
  const events = outcome === 'twice' ? [event, delivery.make(details, state), event] : [event]
  await Promise.all(events.map((one) => delivery.send(details, one)))
}
