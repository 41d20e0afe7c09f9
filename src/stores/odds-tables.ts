// The odds of cases as they were and are, in pages, and any table by its hash.
import { atom, map } from 'nanostores'
import type { OddsPeriod, OddsReply, OddsTableReply } from '../contract/fairness.ts'
import { ApiError, get } from './api.ts'
import { createPaged, narrowing } from './paged.ts'

/** The address of the case whose odds are on show; null for all cases. */
export const $oddsOf = atom<string | null>(null)

/** Every case that ever had odds. */
export const $oddsCases = atom<OddsReply['cases']>([])

const list = createPaged<OddsPeriod & { readonly id: string }>('odds', async (cursor) => {
  const wish = new URLSearchParams()
  const of = $oddsOf.get()
  if (of !== null) wish.set('case', of)
  if (cursor !== null) wish.set('cursor', cursor)
  const { periods, cases, cursor: next } = await get<OddsReply>(`/fairness/odds?${wish}`)
  $oddsCases.set(cases)
  return { entries: periods.map((period) => ({ ...period, id: `${period.hash} ${period.since}` })), cursor: next }
})

export const $odds = list.$list
export const loadOdds = list.load
export const loadMoreOdds = list.loadMore

/** Shows the odds of one case, null for all. */
export const showOddsOf = narrowing<string | null>($oddsOf, list)

export type OddsTableState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly table: OddsTableReply['table'] }
  | { readonly status: 'unknown' }
  | { readonly status: 'offline' }

/** Tables that were asked for, by their hash. What has a hash never changes. */
export const $oddsTables = map<Record<string, OddsTableState>>({})

const HASH = /^[0-9a-f]{64}$/

/** Reads a table once; `hash` may come from an address and be anything. */
export async function loadOddsTable(hash: string): Promise<void> {
  const known = $oddsTables.get()[hash]?.status
  if (known === 'ready' || known === 'loading') return
  if (!HASH.test(hash)) {
    $oddsTables.setKey(hash, { status: 'unknown' })
    return
  }
  $oddsTables.setKey(hash, { status: 'loading' })
  try {
    const { table } = await get<OddsTableReply>(`/fairness/odds/${hash}`)
    $oddsTables.setKey(hash, { status: 'ready', table })
  } catch (fault) {
    const unknown = fault instanceof ApiError && fault.status === 404
    if (!unknown) console.error('A table of odds could not be read', fault)
    $oddsTables.setKey(hash, { status: unknown ? 'unknown' : 'offline' })
  }
}
