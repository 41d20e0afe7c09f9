// The way of an item out of the site: which state follows which, and what each means for the item.
import { REPLACEMENTS_MOST } from './economy.ts'
import { type Cents, cents, sumCents } from './money.ts'

/**
 * Asked for; being taken from the shop's stock; offered to the player at Steam; accepted by him; exchanged, and Steam's days of
 * protection run; done when they have passed. The others end it elsewhere: declined by him, by time or by Steam; reversed within
 * the days of protection; unavailable because the shop has none, where the player chooses others for it (replaced) or takes it
 * back (returned).
 */
export const WITHDRAWAL_STATES = [
  'requested',
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
export const DECLINE_REASONS = ['declined', 'expired', 'cannot-trade', 'operator'] as const

export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** An operator may send an unavailable one on its way again. */
const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  requested: ['buying', 'declined'],
  buying: ['sent', 'unavailable', 'declined'],
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

/** True when a withdrawal may go from one state straight to the other. */
export function mayFollow(from: WithdrawalState, to: WithdrawalState): boolean {
  return NEXT[from].includes(to)
}

/** True when nothing follows. */
export function isFinal(state: WithdrawalState): boolean {
  return NEXT[state].length === 0
}

/** States in which the item is on its way: nothing else can be done with it. */
export const LIVE_STATES: readonly WithdrawalState[] = WITHDRAWAL_STATES.filter((state) => !isFinal(state))

/** States that somebody has to do something about: the site by itself, or the player at Steam. */
export const MOVING_STATES: readonly WithdrawalState[] = LIVE_STATES.filter((state) => state !== 'unavailable')

/** What an item is while its withdrawal is in a state. */
export type WithdrawnItemState = 'owned' | 'withdrawing' | 'withdrawn' | 'replaced'

/** What becomes of the item: it is gone only once nobody can take the trade back. */
export function itemStateIn(state: WithdrawalState): WithdrawnItemState {
  if (!isFinal(state)) return 'withdrawing'
  if (state === 'done') return 'withdrawn'
  return state === 'replaced' ? 'replaced' : 'owned'
}

export type ReplacementFault = 'nothing-chosen' | 'too-many' | 'too-dear'

/**
 * What stays for the balance when items take the place of one.
 *
 * @param price of the item that cannot be bought, in cents
 * @param chosen prices of the items instead of it, in cents
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
