// The past and present odds of cases, page by page, and any table by its hash.
import { atom, map } from 'nanostores'
import type { OddsPeriod, OddsReply, OddsTableReply } from '../../protocol/fairness.ts'
import { ApiError, get } from '../kernel/api.ts'
import { createListFilter, createPaged } from '../kernel/paged.ts'

/** The address of the case whose odds are displayed; null for all cases. */
export const $oddsOf = atom<string | null>(null)

/** Every case that ever had odds. */
export const $oddsCases = atom<OddsReply['cases']>([])

const list = createPaged<OddsPeriod & { readonly id: string }>('odds', async (cursor) => {
  const query = new URLSearchParams()
  const of = $oddsOf.get()
  if (of !== null) query.set('case', of)
  if (cursor !== null) query.set('cursor', cursor)
  const { periods, cases, cursor: next } = await get<OddsReply>(`/fairness/odds?${query}`)
  $oddsCases.set(cases)
  return { entries: periods.map((period) => ({ ...period, id: `${period.hash} ${period.since}` })), cursor: next }
})

export const $odds = list.$list
export const loadOdds = list.load
export const loadMoreOdds = list.loadMore

/** Shows the odds of one case, null for all. */
export const showOddsOf = createListFilter<string | null>($oddsOf, list)

export type OddsTableState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly table: OddsTableReply['table'] }
  | { readonly status: 'unknown' }
  | { readonly status: 'offline' }

/** Requested tables by their hash, which never change. */
export const $oddsTables = map<Record<string, OddsTableState>>({})

const HASH = /^[0-9a-f]{64}$/

/** Reads a table once; `hash` is unvalidated, from an address. */
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
