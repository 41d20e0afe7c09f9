// What the tools say of time, in the reader's own time zone.
import type { Exclusion } from '../../contract/limits.ts'
import { DAY_MS } from '../../game/limits.ts'
import { formatDate } from '../../i18n/format.ts'

/** Days of a time-out or an exclusion. */
export type Days = 1 | 7 | 30 | 182 | 365 | 'forever'

/** A moment as 28.11.2026, 15:10. */
export function momentText(atMs: number): string {
  const at = new Date(atMs)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${formatDate(atMs)}, ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** When an exclusion that begins now ends; null for never. */
export function endOf(days: Days, nowMs: number): number | null {
  return days === 'forever' ? null : nowMs + days * DAY_MS
}

/** Whether what is closed already lasts at least as long. */
export function isCovered(days: Days, exclusion: Exclusion | null, nowMs: number): boolean {
  if (exclusion === null) return false
  const end = endOf(days, nowMs)
  return exclusion.until === null || (end !== null && end <= exclusion.until)
}
