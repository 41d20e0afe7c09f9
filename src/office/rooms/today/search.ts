// The state of the room Today, in its address.
import type { Query } from '../../session/api.ts'
import { dayOf, definedOnly, oneOf } from '../../session/search.ts'

export interface TodaySearch {
  /** The figures of a period without it. */
  readonly view?: 'cohorts' | 'week' | undefined
  /** The first and the last day of the period, `2026-11-28`, in the site's time zone; today without them. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Charts of a short period are by hour without it. */
  readonly by?: 'day' | undefined
  /** A day of the week that is read; the last one that is over without it. */
  readonly week?: string | undefined
}

export function parseTodaySearch(search: Readonly<Record<string, unknown>>): TodaySearch {
  return definedOnly<TodaySearch>({
    view: oneOf(['cohorts', 'week'], search.view),
    from: dayOf(search.from),
    to: dayOf(search.to),
    by: oneOf(['day'], search.by),
    week: dayOf(search.week),
  })
}

/** Returns the parameters of the call for a period; one that ends before it begins is the day on which it ends. */
export function periodQuery({ from, to }: TodaySearch): Query {
  if (from !== undefined && to !== undefined && from > to) return { from: to, to }
  return { from, to }
}
