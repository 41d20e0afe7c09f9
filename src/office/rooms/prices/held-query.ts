// What is held, asked again and again while the room is open.
import { useQuery } from '@tanstack/react-query'
import type { HeldReply } from '../../../protocol/office/prices.ts'
import { api } from '../../session/api.ts'
import { POLL_MS } from '../../session/session.ts'

export const HELD = ['prices', 'held'] as const

/** Asks what is held. */
export function useHeld() {
  return useQuery({
    queryKey: HELD,
    queryFn: () => api.get<HeldReply>('/prices/held'),
    refetchInterval: POLL_MS,
  })
}
