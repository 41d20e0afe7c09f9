// What only the player himself sees of his account, at the head of the dashboard, and what he sets for himself.
import { atom } from 'nanostores'
import type { AccountReply, PrivacyReply, TradeLinkReply } from '../contract/account.ts'
import { get, post } from './api.ts'
import { watchSession } from './paged.ts'
import { $user } from './user.ts'

export type Account =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<AccountReply, 'success'>)

/** What became of a trade URL. `failed`: nobody knows. */
export type TradeLinkOutcome =
  | { readonly kind: 'saved'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }

export const $account = atom<Account>({ status: 'loading' })

/** Counts the questions: only the answer to the newest one is shown. */
let asked = 0

/** Reads it; a failure leaves what was there. */
export async function loadAccount(): Promise<void> {
  const question = ++asked
  try {
    const { success: _, ...account } = await get<AccountReply>('/user/account')
    if (question === asked) $account.set({ status: 'ready', ...account })
  } catch (fault) {
    if (question !== asked) return
    console.error('The account could not be read', fault)
    if ($account.get().status !== 'ready') $account.set({ status: 'failed' })
    watchSession(fault)
  }
}

/** Reads the account of whoever is signed in, and again when that changes or the page comes back; returns what stops it. */
export function watchAccount(): () => void {
  let known: number | null = null
  const stop = $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    // What belongs to another player is not shown to this one for a moment.
    if (known !== null) $account.set({ status: 'loading' })
    known = id
    if (id !== null) void loadAccount()
  })
  const restored = (event: PageTransitionEvent): void => {
    if (event.persisted) void loadAccount()
  }
  window.addEventListener('pageshow', restored)
  return () => {
    stop()
    window.removeEventListener('pageshow', restored)
  }
}

/** Keeps where offers of items are sent to; an empty text removes it. The server checks that it leads to the player himself. */
export async function saveTradeLink(tradeLink: string): Promise<TradeLinkOutcome> {
  try {
    const reply = await post<TradeLinkReply>('/user/trade-link', { tradeLink })
    if (!reply.success) return { kind: 'refused', message: reply.message }
    const state = $user.get()
    if (state.status === 'authorised') {
      $user.set({ status: 'authorised', user: { ...state.user, tradeLink: reply.tradeLink } })
    }
    return { kind: 'saved', message: reply.message }
  } catch (fault) {
    console.error('The trade URL could not be saved', fault)
    watchSession(fault)
    return { kind: 'failed' }
  }
}

/**
 * Hides the player's name from everyone else, or shows it again.
 *
 * @returns false when nobody knows whether it worked
 */
export async function setHidden(hidden: boolean): Promise<boolean> {
  try {
    const reply = await post<PrivacyReply>('/user/privacy', { hidden })
    const account = $account.get()
    if (account.status === 'ready') $account.set({ ...account, hidden: reply.hidden })
    return true
  } catch (fault) {
    console.error('Privacy could not be changed', fault)
    watchSession(fault)
    return false
  }
}
