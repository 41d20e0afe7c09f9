// What a price of an item would do, asked while one types.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EffectsReply } from '../../../protocol/office/prices.ts'
import { api } from '../../session/api.ts'

/** Asks what a price does; with a draft, beside the prices that it has. */
export function useEffects(id: string, cents: number | undefined, draft: number | null) {
  return useQuery({
    queryKey: ['prices', 'effects', id, cents, draft],
    queryFn: () => api.post<EffectsReply>('/prices/effects', { prices: { [id]: cents }, draft }),
    enabled: cents !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
