// The reasons that the site records for what it decides by itself: codes and fixed sentences, which screens have words for.
import { FREEZE_REASONS } from '../payments/freezes.ts'
import { KEPT_REASONS } from '../withdrawal/kept-reasons.ts'
import { HOLD_REASONS, STATE_REASONS } from '../withdrawal/withdrawal.ts'
import { REVIEW_REASONS, type ReviewReason } from '../withdrawal/withdrawal-review.ts'

/** Reasons that are stored as they are read in English, by their codes. */
export const FIXED_REASONS = {
  'term-over': 'Its term is over',
  'time-over': 'Its time is over',
  'deleted-own': 'Deleted at your own request',
  'deleted-shop': 'Deleted by the shop',
} as const

type FixedReason = keyof typeof FIXED_REASONS

const FIXED = Object.keys(FIXED_REASONS) as readonly FixedReason[]

/** The codes of reasons other than those of a check. */
export const DECISION_REASONS = [
  ...new Set([...KEPT_REASONS, ...HOLD_REASONS, ...FREEZE_REASONS, ...STATE_REASONS]),
  ...FIXED,
] as const

export type DecisionReason = (typeof DECISION_REASONS)[number]

/** A code as it is stored, and where its words are. */
export type ReasonCode =
  | { readonly kind: 'decision'; readonly code: DecisionReason }
  | { readonly kind: 'review'; readonly code: ReviewReason }

/** Returns the codes of a reason that a job recorded, those of a check with commas between them; null where one is unknown. */
export function reasonCodes(reason: string): readonly ReasonCode[] | null {
  const codes = reason.split(', ').map((text): ReasonCode | undefined => {
    const decision = DECISION_REASONS.find((code) => code === text)
    if (decision !== undefined) return { kind: 'decision', code: decision }
    const review = REVIEW_REASONS.find((code) => code === text)
    return review === undefined ? undefined : { kind: 'review', code: review }
  })
  return codes.every((code) => code !== undefined) ? codes : null
}

/** Returns the code of a reason that is stored as a fixed sentence; undefined for every other. */
export function fixedReason(reason: string): FixedReason | undefined {
  return FIXED.find((code) => FIXED_REASONS[code] === reason)
}
