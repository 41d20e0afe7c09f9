// What came and went on the player's balance, in words: page by page, narrowed to a group, and all of it as a file.
import Cookies from 'js-cookie'
import { atom } from 'nanostores'
import type { HistoryEntry, HistoryFilter, HistoryReply } from '../contract/account.ts'
import { ApiError, get } from './api.ts'
import { createPaged, narrowing, watchSession } from './paged.ts'
import { TOKEN_COOKIE } from './user.ts'

/** The group on show; null for everything. */
export const $historyFilter = atom<HistoryFilter | null>(null)

/** True while the file is on its way. */
export const $savingHistory = atom(false)

const list = createPaged<HistoryEntry>('history', (cursor) => {
  const wish = new URLSearchParams()
  const only = $historyFilter.get()
  if (only !== null) wish.set('only', only)
  if (cursor !== null) wish.set('cursor', cursor)
  return get<HistoryReply>(`/user/history?${wish}`)
})

export const $history = list.$list
export const loadHistory = list.load
export const loadOlderHistory = list.loadMore

/** Narrows the history to a group, null for everything. */
export const filterHistory = narrowing<HistoryFilter | null>($historyFilter, list)

/**
 * Everything that the history holds, as a table for other programs.
 *
 * @returns null when it did not arrive, or is on its way already
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
    watchSession(fault)
    return null
  } finally {
    $savingHistory.set(false)
  }
}
