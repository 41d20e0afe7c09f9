// The shop's rules of checked withdrawals from data/withdrawals.json: reasons for which small sums do not wait, and what players read of a refusal.
import type { Localized } from '../base/language.ts'
import { type Cents, cents } from '../base/money.ts'
import { REFUSE_REASONS, type RefuseReason } from './withdrawal.ts'

/**
 * Reasons that a shop may call weak: each is true of many honest players, and none says that somebody takes what is not theirs. A shared subnet
 * is often a mobile network; a new, private or limited Steam account, or no old deposit, is a newcomer. Never weak: what is worth much, a trade
 * ban, an account of which Steam told nothing, a shared device or card, another player's trade URL, and battles that move money.
 */
export const WEAKABLE_REASONS = [
  'no-deposit',
  'first-deposit',
  'steam-new',
  'steam-private',
  'steam-limited',
  'shared-address',
] as const

type WeakableReason = (typeof WEAKABLE_REASONS)[number]

/** The most that a shop may let a player take out within 24 hours unchecked for weak reasons. */
export const WEAK_DAY_MOST = cents(5_000)

/** For which reasons alone nothing waits, while the player's withdrawals of 24 hours are worth less than a sum. */
export interface WeakRules {
  readonly reasons: readonly WeakableReason[]
  /** 0 for no weak reasons. */
  readonly dayBelow: Cents
}

/** A reason of a refusal as a shop words it. */
export interface Refusal {
  readonly id: string
  /** What it is an instance of. */
  readonly kind: RefuseReason
  /** What the player reads; null for the site's own words about the kind. */
  readonly text: Localized | null
}

/** How many reasons of a refusal a shop may have: a digit chooses one. */
export const REFUSALS_MOST = 9

export interface WithdrawalRules {
  readonly weak: WeakRules
  readonly refusals: readonly Refusal[]
}

/** The rules of a shop whose data states none: every reason waits, and refusals have the site's own words. */
export const DEFAULT_WITHDRAWAL_RULES: WithdrawalRules = {
  weak: { reasons: [], dayBelow: cents(0) },
  refusals: REFUSE_REASONS.map((kind) => ({ id: kind, kind, text: null })),
}

/** Tells whether a reason of a review is weak in a shop. */
export function isWeak(reason: string, { reasons }: WeakRules): boolean {
  return reasons.some((one) => one === reason)
}
