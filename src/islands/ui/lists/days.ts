// Groups lists by day, in the time zone of the browser.
import { formatDate } from '../../../i18n/format.ts'

export interface Day<Entry> {
  /** dd.mm.yyyy */
  readonly date: string
  readonly when: 'today' | 'yesterday' | 'before'
  readonly entries: readonly Entry[]
}

/** Returns the same time of the day before, in milliseconds since 1970. */
function dayBefore(atMs: number): number {
  const at = new Date(atMs)
  at.setDate(at.getDate() - 1)
  return at.getTime()
}

/** Groups the entries of a list, which is ordered by time, by day. */
export function byDay<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  nowMs: number,
): readonly Day<Entry>[] {
  const today = formatDate(nowMs)
  const yesterday = formatDate(dayBefore(nowMs))
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const date = formatDate(entry.at)
    const known = days.get(date)
    if (known === undefined) days.set(date, [entry])
    else known.push(entry)
  }
  return [...days].map(([date, ofDay]) => {
    const when = date === today ? 'today' : date === yesterday ? 'yesterday' : 'before'
    return { date, when, entries: ofDay }
  })
}
