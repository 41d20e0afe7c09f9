// The states of a withdrawal: the allowed transitions, and the state of the item in each.
import { REPLACEMENTS_MOST } from '../base/economy.ts'
import { type Cents, cents, sumCents } from '../base/money.ts'

/**
 * requested; review: waits for a person, who approves or refuses it; buying: being taken from the shop's stock; offered to the
 * player at Steam; accepted by the player; protected: exchanged, within Steam's days of protection; done after them. The other
 * states end it differently: declined by the player, by time or by Steam; reversed within the days of protection; unavailable
 * because the shop has none in stock, until the player chooses replacements (replaced) or takes the item back (returned).
 */
export const WITHDRAWAL_STATES = [
  'requested',
  'review',
  'approved',
  'refused',
  'buying',
  'sent',
  'accepted',
  'protected',
  'done',
  'declined',
  'reversed',
  'unavailable',
  'replaced',
  'returned',
] as const

export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** Why a withdrawal was declined. */
export const DECLINE_REASONS = ['declined', 'expired', 'cannot-trade', 'operator', 'frozen'] as const

export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** Why a person refused a withdrawal. */
export const REFUSE_REASONS = ['identity', 'several-accounts', 'payment', 'rules'] as const

export type RefuseReason = (typeof REFUSE_REASONS)[number]

/** Why a withdrawal ended or cannot go on; 'price-rise': the item costs much more than when it was won, with 'unavailable'. */
export const STATE_REASONS = [...DECLINE_REASONS, ...REFUSE_REASONS, 'price-rise'] as const

export type StateReason = (typeof STATE_REASONS)[number]

/** Why a withdrawal that was not sent yet has to wait; 'deposit-check': a refund was reported that could not be booked; 'price': its item's is held. */
export const HOLD_REASONS = [
  'ban',
  'deposit-hold',
  'dispute',
  'fraud-warning',
  'deposit-check',
  'debt',
  'price',
] as const

export type HoldReason = (typeof HOLD_REASONS)[number]

/** A withdrawal that is held before it was sent is requested again, as is an unavailable one by an operator. */
const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  requested: ['review', 'buying', 'unavailable', 'declined'],
  review: ['approved', 'refused', 'declined'],
  approved: ['buying', 'unavailable', 'declined'],
  refused: [],
  buying: ['requested', 'approved', 'sent', 'unavailable', 'declined'],
  sent: ['accepted', 'protected', 'declined', 'reversed'],
  accepted: ['protected', 'declined', 'reversed'],
  protected: ['done', 'reversed'],
  done: [],
  declined: [],
  reversed: [],
  unavailable: ['requested', 'replaced', 'returned'],
  replaced: [],
  returned: [],
}

/** Tells whether a transition between two states is allowed. */
export function mayFollow(from: WithdrawalState, to: WithdrawalState): boolean {
  return NEXT[from].includes(to)
}

/** Tells whether a state is final. */
export function isFinal(state: WithdrawalState): boolean {
  return NEXT[state].length === 0
}

/** States in which the item is being withdrawn: nothing else can be done with it. */
export const LIVE_STATES: readonly WithdrawalState[] = WITHDRAWAL_STATES.filter((state) => !isFinal(state))

/** States that wait for an action of the site, or of the player at Steam; the others wait for a decision of a person. */
export const MOVING_STATES: readonly WithdrawalState[] = LIVE_STATES.filter(
  (state) => state !== 'unavailable' && state !== 'review',
)

/** The state of an item during its withdrawal. */
export type WithdrawnItemState = 'owned' | 'withdrawing' | 'withdrawn' | 'replaced'

/** Returns the item's state for a withdrawal's state: the item is gone only once nobody can reverse the trade. */
export function itemStateIn(state: WithdrawalState): WithdrawnItemState {
  if (!isFinal(state)) return 'withdrawing'
  if (state === 'done') return 'withdrawn'
  return state === 'replaced' ? 'replaced' : 'owned'
}

export type ReplacementFault = 'nothing-chosen' | 'too-many' | 'too-dear'

/**
 * Returns the rest for the balance when items replace one.
 *
 * @param price of the item that is out of stock, in cents
 * @param chosen prices of the replacements, in cents
 */
export function replacementRest(
  price: Cents,
  chosen: readonly Cents[],
): { readonly ok: true; readonly rest: Cents } | { readonly ok: false; readonly fault: ReplacementFault } {
  if (chosen.length === 0) return { ok: false, fault: 'nothing-chosen' }
  if (chosen.length > REPLACEMENTS_MOST) return { ok: false, fault: 'too-many' }
  const rest = price - sumCents(chosen)
  return rest < 0 ? { ok: false, fault: 'too-dear' } : { ok: true, rest: cents(rest) }
}
