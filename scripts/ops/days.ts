// Days as an operator writes them: 2026-12-31, whole ones of UTC.
import { UsageError } from './operator.ts'

export const DAY_MS = 86_400_000

/** The day of a moment in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The first moment of a day in UTC; null where the option was not given. */
export function readDay(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const day = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  // What the calendar does not have is read as the day after, which would be another one than was meant.
  if (!Number.isNaN(day.getTime()) && dayOf(day) === text) return day
  throw new UsageError(`${option} has to be a day like 2026-12-31, not "${text}".`)
}
