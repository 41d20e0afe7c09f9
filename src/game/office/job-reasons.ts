// The reasons that the site records for what it decides by itself: codes and fixed sentences, for which the office has words.
import type { FREEZE_REASONS } from '../payments/freezes.ts'
import type { KeptReason } from '../withdrawal/kept-reasons.ts'
import type { HoldReason, StateReason } from '../withdrawal/withdrawal.ts'

/** Reasons that are stored as they are read in English, by their codes. */
export const FIXED_REASONS = {
  'term-over': 'Its term is over',
  'time-over': 'Its time is over',
  'deleted-own': 'Deleted at your own request',
  'deleted-shop': 'Deleted by the shop',
} as const

type FixedReason = keyof typeof FIXED_REASONS

/** The codes of reasons other than those of a check. */
export type DecisionReason = KeptReason | HoldReason | (typeof FREEZE_REASONS)[number] | StateReason | FixedReason

/** Returns the code of a reason that is stored as a fixed sentence; undefined for every other. */
export function fixedReason(reason: string): FixedReason | undefined {
  const fixed = Object.keys(FIXED_REASONS) as FixedReason[]
  return fixed.find((code) => FIXED_REASONS[code] === reason)
}
