// Counts of what waits in the rooms.
import { queryOptions } from '@tanstack/react-query'
import { COUNT_MOST } from '../../game/office/counted-rooms.ts'
import type { CountsReply } from '../../protocol/office/counts.ts'
import type { LiveCasesReply } from '../../protocol/office/withdrawals.ts'
import { api } from './api.ts'

/** How often they are asked for while the page is in front. */
const EVERY_MS = 5_000

/** How much waits in each room that the member may read: one small call for all of them. */
export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => api.get<CountsReply>('/counts'),
  refetchInterval: EVERY_MS,
})

/** Returns a count as it is shown; undefined where nothing waits. */
export function countText(count: number | undefined): string | undefined {
  if (count === undefined || count === 0) return undefined
  return count < COUNT_MOST ? String(count) : `${COUNT_MOST - 1}+`
}

/** The key of everything that is read of payments. */
export const PAYMENTS = 'payments'

/** The key of everything that is read of withdrawals. */
export const WITHDRAWALS = 'withdrawals'

export const readLiveCases = (): Promise<LiveCasesReply> => api.get<LiveCasesReply>('/withdrawals/live')

/** Cases that wait, and who has claimed which: light enough to be asked every few seconds. */
export const liveCasesQuery = queryOptions({
  queryKey: [WITHDRAWALS, 'live'],
  queryFn: readLiveCases,
  refetchInterval: EVERY_MS,
})
