// The state of the room System, in its address.
import { getRouteApi } from '@tanstack/react-router'
import type { Query } from '../../session/api.ts'
import { dayOf, dayStartMs, definedOnly, oneOf, wordsOf } from '../../session/search.ts'

export const SYSTEM_TABS = ['jobs', 'security', 'settings'] as const

export type SystemTab = (typeof SYSTEM_TABS)[number]

export interface SystemSearch {
  /** The overview without it. */
  readonly tab?: SystemTab | undefined
  /** The selected job. */
  readonly job?: string | undefined
  /** Of its runs, those that failed. */
  readonly result?: 'failed' | undefined
  readonly event?: string | undefined
  /** The first and the last day, in the reader's time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Where the page of runs, or of events, begins. */
  readonly cursor?: string | undefined
}

export function parseSystemSearch(search: Readonly<Record<string, unknown>>): SystemSearch {
  return definedOnly<SystemSearch>({
    tab: oneOf(SYSTEM_TABS, search.tab),
    job: wordsOf(search.job, 60),
    result: oneOf(['failed'], search.result),
    event: wordsOf(search.event, 40),
    from: dayOf(search.from),
    to: dayOf(search.to),
    cursor: wordsOf(search.cursor, 40),
  })
}

/** Returns the parameters of the call for security events: the last day is in the range. */
export function securityQuery({ event, from, to, cursor }: SystemSearch): Query {
  return {
    event,
    cursor,
    from: from === undefined ? undefined : dayStartMs(from),
    to: to === undefined ? undefined : dayStartMs(to, 1),
  }
}

const route = getRouteApi('/frame/system')

/** Returns the state of the room, as its address has it. */
export function useSystemSearch(): SystemSearch {
  return parseSystemSearch({ ...route.useSearch() })
}
