// Which withdrawals wait for a person, and why.

import type { Cents } from '../base/money.ts'
import type { SteamAccount } from '../base/steam-account.ts'
import { DAY_MS } from '../payments/limits.ts'
import type { PaymentRules } from '../payments/payment-rules.ts'
import { isWeak, type WeakRules } from './withdrawal-rules.ts'

/**
 * value: worth much, alone or with the others of 24 hours; no-deposit and first-deposit: won without a deposit, or soon after the
 * first; steam-…: what Steam says of the account, or that it did not answer; shared-…: another player uses the same device, card or subnet,
 * or the player has entered another player's trade URL; battles-…: the player played battles against an account of the same device or
 * card, or others paid more for their seats than they did.
 */
export const REVIEW_REASONS = [
  'value',
  'no-deposit',
  'first-deposit',
  'steam-unknown',
  'steam-new',
  'steam-private',
  'steam-limited',
  'steam-trade-ban',
  'shared-device',
  'shared-card',
  'shared-trade',
  'shared-address',
  'battles-paired',
  'battles-funded',
] as const

export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** What a player may know of why a person checks their withdrawal. */
export type ReviewKind = 'worth' | 'deposits' | 'steam' | 'accounts' | 'battles'

const KIND_OF: Readonly<Record<ReviewReason, ReviewKind>> = {
  value: 'worth',
  'no-deposit': 'deposits',
  'first-deposit': 'deposits',
  'steam-unknown': 'steam',
  'steam-new': 'steam',
  'steam-private': 'steam',
  'steam-limited': 'steam',
  'steam-trade-ban': 'steam',
  'shared-device': 'accounts',
  'shared-card': 'accounts',
  'shared-trade': 'accounts',
  'shared-address': 'accounts',
  'battles-paired': 'battles',
  'battles-funded': 'battles',
}

/** Returns the kinds of reasons, each once. */
export function reviewKinds(reasons: readonly ReviewReason[]): readonly ReviewKind[] {
  return [...new Set(reasons.map((reason) => KIND_OF[reason]))]
}

export interface ReviewFacts {
  /** What the item costs now, or was won at if that is more. */
  readonly worth: Cents
  /** The same of all withdrawals that the player requested within 24 hours, this one included. */
  readonly dayWorth: Cents
  /** When the player's first deposit was paid; null for none. */
  readonly firstDepositMs: number | null
  /** Null when Steam did not answer. */
  readonly steam: SteamAccount | null
  /** What the player shares with other players. */
  readonly related: ReadonlySet<'device' | 'card' | 'trade' | 'address'>
  /** What is unusual about the player's battles. */
  readonly battles: ReadonlySet<'paired' | 'funded'>
  /** Whether a ban, a dispute, a warning of fraud, a reported deposit or a debt holds the player: then no reason is weak. */
  readonly isFrozen: boolean
}

function steamReasons(steam: SteamAccount | null, days: number, nowMs: number): ReviewReason[] {
  if (steam === null) return ['steam-unknown']
  const { createdMs, isPrivate, isLimited, isTradeBanned } = steam
  return [
    ...(createdMs !== null && createdMs + days * DAY_MS > nowMs ? (['steam-new'] as const) : []),
    ...(isPrivate || createdMs === null ? (['steam-private'] as const) : []),
    ...(isLimited ? (['steam-limited'] as const) : []),
    ...(isTradeBanned ? (['steam-trade-ban'] as const) : []),
  ]
}

function allReasons(facts: ReviewFacts, rules: PaymentRules['review'], nowMs: number): ReviewReason[] {
  const { worth, dayWorth, firstDepositMs, steam, related, battles } = facts
  const isSoon = firstDepositMs !== null && firstDepositMs + rules.firstDepositHours * 3_600_000 > nowMs
  return [
    ...(worth > rules.itemAbove || dayWorth > rules.dayAbove ? (['value'] as const) : []),
    ...(firstDepositMs === null ? (['no-deposit'] as const) : []),
    ...(isSoon ? (['first-deposit'] as const) : []),
    ...steamReasons(steam, rules.steamAccountDays, nowMs),
    ...(related.has('device') ? (['shared-device'] as const) : []),
    ...(related.has('card') ? (['shared-card'] as const) : []),
    ...(related.has('trade') ? (['shared-trade'] as const) : []),
    ...(related.has('address') ? (['shared-address'] as const) : []),
    ...(battles.has('paired') ? (['battles-paired'] as const) : []),
    ...(battles.has('funded') ? (['battles-funded'] as const) : []),
  ]
}

/** Tells whether reasons are all weak, and the player's sum and state allow that nothing waits for them. */
function areWeak(
  reasons: readonly ReviewReason[],
  { dayWorth, isFrozen }: Pick<ReviewFacts, 'dayWorth' | 'isFrozen'>,
  weak: WeakRules,
): boolean {
  if (isFrozen || dayWorth >= weak.dayBelow) return false
  return reasons.every((reason) => isWeak(reason, weak))
}

/**
 * Returns why a person has to check a withdrawal; none when it may go at once. Weak reasons beside a strong one are returned with it: the person
 * reads all of them.
 */
export function reviewReasons(
  facts: ReviewFacts,
  rules: PaymentRules['review'],
  weak: WeakRules,
  nowMs: number,
): ReviewReason[] {
  const reasons = allReasons(facts, rules, nowMs)
  return areWeak(reasons, facts, weak) ? [] : reasons
}
