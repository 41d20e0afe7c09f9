// The items of the edition in force, read once in a while: prices change once a day.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShopFilesReply } from '../../../protocol/office/drafts.ts'
import { api } from '../api.ts'
import { type Items, readItems } from './catalogue.ts'

/** How old the items may be that a case is edited with. */
const FRESH_MS = 60_000

function useShopFile(name: string) {
  return useQuery({
    queryKey: ['shop-files', name],
    queryFn: () => api.get<ShopFilesReply>('/shop/files', { begins: name }),
    staleTime: FRESH_MS,
    // The text: an equal one is the same, so that nothing is computed again.
    select: ({ files }) => files[name],
  })
}

/** Returns the items; `items` is null until they are read. */
export function useShopItems(): { readonly items: Items | null; readonly error: unknown } {
  const skins = useShopFile('skins.json')
  const prices = useShopFile('prices.json')
  const state = useShopFile('price-state.json')
  const texts = [skins.data, prices.data, state.data] as const
  const [ofSkins, ofPrices, ofState] = texts
  const items = useMemo(
    () =>
      ofSkins === undefined || ofPrices === undefined || ofState === undefined
        ? null
        : readItems({ skins: ofSkins, prices: ofPrices, state: ofState }),
    [ofSkins, ofPrices, ofState],
  )
  return { items, error: skins.error ?? prices.error ?? state.error }
}
