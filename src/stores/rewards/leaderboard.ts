// The leaderboards: the user's own places, read when the user changes and once a minute while the page is visible; and whether the
// user's name is on the boards.
import { atom } from 'nanostores'
import type { LeaderboardReply, OnBoardsReply, OwnPlaces, PeriodBoards } from '../../protocol/leaderboard.ts'
import { $account, loadAccount } from '../account/account.ts'
import { get, post } from '../kernel/api.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { recheckSession } from '../kernel/paged.ts'

const POLL_MS = 60_000

/** The end of each period; it changes when a new one begins. */
export type PeriodEnds = readonly Pick<PeriodBoards, 'period' | 'ends_at'>[]

export type Places =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** `own` is null for a guest. */
  | { readonly status: 'ready'; readonly ends: PeriodEnds; readonly own: OwnPlaces | null }

export const $places = atom<Places>({ status: 'loading' })

/** Reads the user's places; a failure is logged, and the known ones stay. */
export async function loadPlaces(): Promise<void> {
  try {
    const { periods, own } = await get<LeaderboardReply>('/leaderboard')
    const ends = periods.map(({ period, ends_at }) => ({ period, ends_at }))
    $places.set({ status: 'ready', ends, own })
  } catch (fault) {
    console.error('The places could not be read', fault)
    if ($places.get().status !== 'ready') $places.set({ status: 'failed' })
  }
}

/** Keeps the places up to date while the page is visible; returns the function that stops it. */
export function startPlaces(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = (): void => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    void loadPlaces().finally(() => {
      clearTimeout(timer)
      timer = setTimeout(again, POLL_MS)
    })
  }
  const stop = onUserChange((id) => {
    // Whether the name is on the boards is part of the account.
    if (id !== null) void loadAccount()
    again()
  })
  document.addEventListener('visibilitychange', again)
  return () => {
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', again)
  }
}

/**
 * Puts the user's name on the boards, or takes it off.
 *
 * @returns false when the outcome is unknown
 */
export async function setOnBoards(shown: boolean): Promise<boolean> {
  try {
    const reply = await post<OnBoardsReply>('/user/leaderboard', { shown })
    const account = $account.get()
    if (account.status === 'ready') $account.set({ ...account, onBoards: reply.shown })
    return true
  } catch (fault) {
    console.error('The leaderboard setting could not be changed', fault)
    recheckSession(fault)
    return false
  }
}
