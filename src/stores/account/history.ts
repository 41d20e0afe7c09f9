// The history of the player's balance: page by page, filtered by group, and as a file.
import Cookies from 'js-cookie'
import { atom } from 'nanostores'
import type { HistoryEntry, HistoryFilter, HistoryReply } from '../../protocol/account.ts'
import { ApiError, get } from '../kernel/api.ts'
import { createListFilter, createPaged, recheckSession } from '../kernel/paged.ts'
import { TOKEN_COOKIE } from '../kernel/token-cookie.ts'

/** The displayed group; null for everything. */
export const $historyFilter = atom<HistoryFilter | null>(null)

/** True while the file loads. */
export const $savingHistory = atom(false)

const list = createPaged<HistoryEntry>('history', (cursor) => {
  const query = new URLSearchParams()
  const only = $historyFilter.get()
  if (only !== null) query.set('only', only)
  if (cursor !== null) query.set('cursor', cursor)
  return get<HistoryReply>(`/user/history?${query}`)
})

export const $history = list.$list
export const loadHistory = list.load
export const loadOlderHistory = list.loadMore

/** Filters the history by group, null for everything. */
export const filterHistory = createListFilter<HistoryFilter | null>($historyFilter, list)

/**
 * Reads the whole history as a CSV file.
 *
 * @returns null after a failure, and while the file loads already
 */
export async function readHistoryFile(): Promise<Blob | null> {
  if ($savingHistory.get()) return null
  $savingHistory.set(true)
  try {
    const headers = { authorization: `Bearer ${Cookies.get(TOKEN_COOKIE) ?? ''}` }
    const answer = await fetch('/api/user/history.csv', { credentials: 'include', headers })
    if (!answer.ok) throw new ApiError(answer.status, 'unknown', answer.statusText)
    return await answer.blob()
  } catch (fault) {
    console.error('The history could not be saved', fault)
    recheckSession(fault)
    return null
  } finally {
    $savingHistory.set(false)
  }
}
