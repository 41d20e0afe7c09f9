// Counts of what waits in the rooms.
import { queryOptions } from '@tanstack/react-query'
import type { ProposalsReply } from '../../protocol/office/proposals.ts'
import type { LiveCasesReply } from '../../protocol/office/withdrawals.ts'
import { api } from './api.ts'
import { POLL_MS } from './session.ts'

/** The first page of proposals that wait for a second person. */
export const openProposalsQuery = queryOptions({
  queryKey: ['proposals', 'open'],
  queryFn: () => api.get<ProposalsReply>('/proposals', { state: 'open' }),
  refetchInterval: POLL_MS,
})

/** The key of everything that is read of withdrawals. */
export const WITHDRAWALS = 'withdrawals'

export const readLiveCases = (): Promise<LiveCasesReply> => api.get<LiveCasesReply>('/withdrawals/live')

/** Cases that wait, and who has claimed which: light enough to be asked every few seconds. */
export const liveCasesQuery = queryOptions({
  queryKey: [WITHDRAWALS, 'live'],
  queryFn: readLiveCases,
  refetchInterval: POLL_MS,
})
