// What waits, and why: one shape for withdrawals, items, gifts, payments, limits and games. It holds what its player may know; what would
// help a thief is told in kind alone.
import type { PersonQueue } from '../base/decision-times.ts'
import type { KeptReason } from './kept-reasons.ts'
import type { HoldReason, WithdrawalState } from './withdrawal.ts'
import { isFinal } from './withdrawal.ts'
import { type ReviewKind, type ReviewReason, reviewKinds } from './withdrawal-review.ts'

/** What waits. */
export const WAIT_SUBJECTS = ['withdrawal', 'item', 'gifts', 'payment', 'account', 'limit', 'game'] as const

export type WaitSubject = (typeof WAIT_SUBJECTS)[number]

/**
 * Why it waits. next: the site works on it; accept, stock, price-rise: the player decides; deposit-check: a person looks into what a provider
 * reported; steam-silent: Steam did not say what became of an
 * offer; steam-hold and protection: Steam's own waits; gift: the part of it that gifts gave; kept-…: received money that is not credited.
 */
export const WAIT_REASONS = [
  'next',
  'review',
  'ban',
  'deposit-hold',
  'dispute',
  'fraud-warning',
  'deposit-check',
  'debt',
  'price',
  'accept',
  'steam-silent',
  'steam-hold',
  'protection',
  'stock',
  'price-rise',
  'gift',
  'turnover',
  'kept-limit',
  'kept-card',
  'kept-break',
  'kept-closed',
  'kept-overpaid',
  'kept-partial',
  'time-out',
  'self-exclusion',
  'erasure',
  'raise',
  'new-card',
  'prize-price',
] as const

export type WaitReason = (typeof WAIT_REASONS)[number]

/** Who decides, and by when. Times in milliseconds since 1970. */
export type WaitDecision =
  | { readonly by: 'time'; readonly at: number }
  | { readonly by: 'person'; readonly queue: PersonQueue }
  /** `until`: what happens by itself then; null for nothing. */
  | { readonly by: 'player'; readonly until: number | null }
  | { readonly by: 'steam'; readonly until: number | null }
  /** The player's bank; own stakes; a process of the site that runs within minutes; nobody, for what has no end. */
  | { readonly by: 'bank' | 'play' | 'site' | 'nobody' }

/** What a review rests on, in kind. */
export const REVIEW_GROUNDS = ['worth', 'deposits', 'steam', 'safety'] as const

export type ReviewGround = (typeof REVIEW_GROUNDS)[number]

const GROUND_OF: Readonly<Record<ReviewKind, ReviewGround>> = {
  worth: 'worth',
  deposits: 'deposits',
  steam: 'steam',
  accounts: 'safety',
  battles: 'safety',
}

/** What players can do about a wait. */
const WAIT_ACTIONS = [
  'support',
  'bank',
  'deposit',
  'accept',
  'authenticator',
  'choose',
  'limits',
  'method',
  'settings',
] as const

export type WaitAction = (typeof WAIT_ACTIONS)[number]

/** What a player can do about each reason; null for nothing, which is not needed either. */
export const ACTION_OF: Readonly<Record<WaitReason, WaitAction | null>> = {
  next: null,
  review: null,
  ban: 'support',
  'deposit-hold': null,
  dispute: 'bank',
  'fraud-warning': 'support',
  'deposit-check': null,
  debt: 'deposit',
  price: null,
  accept: 'accept',
  'steam-silent': null,
  'steam-hold': 'authenticator',
  protection: null,
  stock: 'choose',
  'price-rise': 'choose',
  gift: null,
  turnover: null,
  'kept-limit': null,
  'kept-card': null,
  'kept-break': null,
  'kept-closed': null,
  'kept-overpaid': null,
  'kept-partial': null,
  'time-out': null,
  'self-exclusion': null,
  erasure: 'settings',
  raise: 'limits',
  'new-card': 'method',
  'prize-price': null,
}

export interface Wait {
  readonly subject: WaitSubject
  readonly reason: WaitReason
  /** Milliseconds since 1970; null where it has no beginning. */
  readonly since: number | null
  readonly decided: WaitDecision
  /** The numbers that it rests on, in cents: `have` of `need`; `have` is null where one number says it. */
  readonly amounts?: { readonly have: number | null; readonly need: number } | undefined
  readonly grounds?: readonly ReviewGround[] | undefined
}

/** Returns the grounds of a review that its player may know, each once. */
export function groundsOf(reasons: readonly ReviewReason[]): readonly ReviewGround[] {
  return [...new Set(reviewKinds(reasons).map((kind) => GROUND_OF[kind]))]
}

/** A withdrawal as far as its wait depends on it. */
export interface WithdrawalFacts {
  readonly state: WithdrawalState
  /** True where it is unavailable because its price rose. */
  readonly isPriceRise: boolean
  readonly hold: { readonly reason: HoldReason; readonly untilMs: number | null } | null
  readonly changedMs: number
  readonly offeredUntilMs: number | null
  readonly protectedUntilMs: number | null
  /** True while the trade provider does not say what became of the offer. */
  readonly isUnanswered: boolean
  readonly review: readonly ReviewReason[] | null
}

/** Who ends a hold that has no time of its own. */
const HOLD_DECISION: Readonly<Record<HoldReason, WaitDecision>> = {
  ban: { by: 'person', queue: 'accounts' },
  'deposit-hold': { by: 'site' },
  dispute: { by: 'bank' },
  'fraud-warning': { by: 'person', queue: 'deposits' },
  'deposit-check': { by: 'person', queue: 'deposits' },
  debt: { by: 'player', until: null },
  price: { by: 'person', queue: 'prices' },
}

type Because = Omit<Wait, 'subject' | 'since'>

/** Returns why a hold holds, and until when. */
function becauseOf({ reason, untilMs }: { readonly reason: HoldReason; readonly untilMs: number | null }): Because {
  return { reason, decided: untilMs === null ? HOLD_DECISION[reason] : { by: 'time', at: untilMs } }
}

function becauseOfState(facts: WithdrawalFacts): Because | null {
  const { state, hold, isUnanswered, offeredUntilMs, protectedUntilMs, isPriceRise, review } = facts
  const silent: Because = { reason: 'steam-silent', decided: { by: 'steam', until: null } }
  switch (state) {
    case 'requested':
    case 'approved':
    case 'buying':
      if (hold !== null) return becauseOf(hold)
      return isUnanswered ? silent : { reason: 'next', decided: { by: 'site' } }
    case 'review':
      return {
        reason: 'review',
        decided: { by: 'person', queue: 'withdrawals' },
        grounds: groundsOf(review ?? []),
      }
    case 'sent':
      return isUnanswered ? silent : { reason: 'accept', decided: { by: 'player', until: offeredUntilMs } }
    case 'accepted':
      return isUnanswered ? silent : { reason: 'steam-hold', decided: { by: 'steam', until: null } }
    case 'protected':
      return { reason: 'protection', decided: { by: 'steam', until: protectedUntilMs } }
    case 'unavailable':
      return { reason: isPriceRise ? 'price-rise' : 'stock', decided: { by: 'player', until: null } }
    default:
      return null
  }
}

/** Returns why a withdrawal waits; null for one that has ended. */
export function withdrawalWait(facts: WithdrawalFacts): Wait | null {
  if (isFinal(facts.state)) return null
  const because = becauseOfState(facts)
  return because === null ? null : { subject: 'withdrawal', since: facts.changedMs, ...because }
}

/** Returns the wait of what a hold stops before it was requested. */
export function holdWait(
  hold: { readonly reason: HoldReason; readonly untilMs: number | null },
  sinceMs: number | null,
): Wait {
  return { subject: 'account', since: sinceMs, ...becauseOf(hold) }
}

/** Returns the wait of an item whose price is held. */
export function heldPriceWait(sinceMs: number): Wait {
  return { subject: 'item', since: sinceMs, ...becauseOf({ reason: 'price', untilMs: null }) }
}

/**
 * Returns the wait of what gifts gave: it is withdrawn once the player's own play has unlocked it.
 *
 * @param have what is unlocked of it, in cents
 * @param need all of it
 */
export function giftWait(subject: 'item' | 'gifts', have: number, need: number): Wait {
  return { subject, reason: 'gift', since: null, decided: { by: 'play' }, amounts: { have, need } }
}

/** Returns the wait of withdrawals until deposits were staked once, both in cents. */
export function turnoverWait(have: number, need: number): Wait {
  return { subject: 'account', reason: 'turnover', since: null, decided: { by: 'play' }, amounts: { have, need } }
}

const KEPT_REASON: Readonly<Record<KeptReason, WaitReason>> = {
  limit: 'kept-limit',
  'card-limit': 'kept-card',
  'time-out': 'kept-break',
  'self-exclusion': 'kept-break',
  ban: 'kept-closed',
  erasure: 'kept-closed',
  overpaid: 'kept-overpaid',
  partial: 'kept-partial',
}

/**
 * Returns the wait of received money that is not credited.
 *
 * @param refundMs when its provider is asked for the refund; null when a person sends it back
 */
export function keptWait({
  reason,
  amount,
  sinceMs,
  refundMs,
}: {
  readonly reason: KeptReason
  readonly amount: number
  readonly sinceMs: number
  readonly refundMs: number | null
}): Wait {
  return {
    subject: 'payment',
    reason: KEPT_REASON[reason],
    since: sinceMs,
    decided: refundMs === null ? { by: 'person', queue: 'payments' } : { by: 'time', at: refundMs },
    amounts: { have: null, need: amount },
  }
}

/**
 * Returns the wait of a deposit about which its provider reported what the site could not book.
 *
 * @param amount of the deposit, in cents
 */
export function questionWait(amount: number, sinceMs: number | null): Wait {
  return {
    subject: 'payment',
    reason: 'deposit-check',
    since: sinceMs,
    decided: { by: 'person', queue: 'deposits' },
    amounts: { have: null, need: amount },
  }
}

/** Returns the wait of a withdrawal that a person checks, where only that is known. */
export function reviewWait(): Wait {
  return { subject: 'withdrawal', reason: 'review', since: null, decided: { by: 'person', queue: 'withdrawals' } }
}

/** Returns the wait of a withdrawal that its player decides: it is out of stock, or its price rose. */
export function choiceWait(reason: 'stock' | 'price-rise'): Wait {
  return { subject: 'withdrawal', reason, since: null, decided: { by: 'player', until: null } }
}
