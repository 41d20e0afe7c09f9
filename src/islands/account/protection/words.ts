// Durations of the protection tools.
import { DAY_MS } from '../../../game/payments/limits.ts'
import type { Exclusion } from '../../../protocol/limits.ts'

/** The days of a time-out or an exclusion. */
export type Days = 1 | 7 | 30 | 182 | 365 | 'forever'

/** Returns when an exclusion that starts now ends; null for never. */
export function endOf(days: Days, nowMs: number): number | null {
  return days === 'forever' ? null : nowMs + days * DAY_MS
}

/** Tells whether the exclusion in force lasts at least as long. */
export function isCovered(days: Days, exclusion: Exclusion | null, nowMs: number): boolean {
  if (exclusion === null) return false
  const end = endOf(days, nowMs)
  return exclusion.until === null || (end !== null && end <= exclusion.until)
}
