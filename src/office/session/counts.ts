// Counts of what waits in the rooms.
import { queryOptions } from '@tanstack/react-query'
import type { WaitingLettersReply } from '../../protocol/office/letters.ts'
import type { ProposalsReply } from '../../protocol/office/proposals.ts'
import { api } from './api.ts'
import { POLL_MS } from './session.ts'

/** The first page of proposals that wait for a second person. */
export const openProposalsQuery = queryOptions({
  queryKey: ['proposals', 'open'],
  queryFn: () => api.get<ProposalsReply>('/proposals', { state: 'open' }),
  refetchInterval: POLL_MS,
})

/** How many letters wait for the shop. */
export const waitingLettersQuery = queryOptions({
  queryKey: ['letters', 'waiting'],
  queryFn: () => api.get<WaitingLettersReply>('/letters/waiting'),
  refetchInterval: POLL_MS,
})
