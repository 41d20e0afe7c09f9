// What a click on the sandbox's payment page sets off: how the payment stands afterwards, and which notices go out.
import type { PaymentState } from '../provider.ts'
import type { Delivery } from './delivery.ts'
import type { PaymentFacts } from './payment.ts'

export const OUTCOMES = ['pay', 'twice', 'late', 'less', 'decline', 'forge'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Whether a click names one of them. */
export function isOutcome(text: string): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text)
}

/** How the payment stands at the provider once the click is done; undefined where it stays as it was. */
export function stateAfter(outcome: Outcome, { currency, charge }: PaymentFacts): PaymentState | undefined {
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

/** Sends the notices of a click; ends when the last of them is taken or given up. */
export async function tell(outcome: Outcome, facts: PaymentFacts, delivery: Delivery): Promise<void> {
  const state = stateAfter(outcome, facts)
  if (state === undefined) {
    const claim = delivery.make(facts, { kind: 'paid', paid: { currency: facts.currency, minor: facts.charge } })
    return delivery.forge(facts, claim)
  }
  if (outcome === 'late') await delivery.send(facts, delivery.make(facts, { kind: 'expired' }))
  const notice = delivery.make(facts, state)
  // Doubles come all at once: two notices of their own, and one of them again.
  const notices = outcome === 'twice' ? [notice, delivery.make(facts, state), notice] : [notice]
  await Promise.all(notices.map((one) => delivery.send(facts, one)))
}
