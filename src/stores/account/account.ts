// The player's private account data, and the settings of the account.
import { atom } from 'nanostores'
import { formatTradeLink, parseTradeLink } from '../../game/withdrawal/trade-link.ts'
import type { AccountReply, ErasureReply, PrivacyReply, TradeLinkReply } from '../../protocol/account.ts'
import { get, getFile, post } from '../kernel/api.ts'
import { supplyClientSeed } from '../kernel/client-seed.ts'
import { recheckSession } from '../kernel/paged.ts'
import { toast } from '../kernel/toasts.ts'
import { $user } from '../kernel/user.ts'

export type Account =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<AccountReply, 'success'>)

/** The outcome of saving a trade URL; `failed` when it is unknown. */
export type TradeLinkOutcome =
  | { readonly kind: 'saved'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }

export const $account = atom<Account>({ status: 'loading' })

/** Counts requests: only the answer to the newest one is shown. */
let requests = 0

/** Reads the account; a failure is logged, and the known data stays. */
export async function loadAccount(): Promise<void> {
  const request = ++requests
  try {
    const { success: _, ...account } = await get<AccountReply>('/user/account')
    if (request === requests) $account.set({ status: 'ready', ...account })
  } catch (fault) {
    if (request !== requests) return
    console.error('The account could not be read', fault)
    if ($account.get().status !== 'ready') $account.set({ status: 'failed' })
    recheckSession(fault)
  }
}

/** Reads the account of the user, and again when the user changes or the page is restored; returns the function that stops it. */
export function watchAccount(): () => void {
  let known: number | null = null
  const stop = $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    // Data of another player is never shown.
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

/** Saves the trade URL in a text; an empty text removes it. The server checks that it is the player's own. */
export async function saveTradeLink(text: string): Promise<TradeLinkOutcome> {
  const link = parseTradeLink(text)
  const tradeLink = link === null ? text.trim() : formatTradeLink(link)
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
    recheckSession(fault)
    return { kind: 'failed' }
  }
}

/**
 * Hides the player's name from everyone else, or shows it again.
 *
 * @returns false when the outcome is unknown
 */
export async function setHidden(hidden: boolean): Promise<boolean> {
  try {
    const reply = await post<PrivacyReply>('/user/privacy', { hidden })
    const account = $account.get()
    if (account.status === 'ready') $account.set({ ...account, hidden: reply.hidden })
    // Hiding begins another pair of seeds.
    if (reply.hidden) void supplyClientSeed()
    return true
  } catch (fault) {
    console.error('Privacy could not be changed', fault)
    recheckSession(fault)
    return false
  }
}

async function changeErasure(path: string, body: object): Promise<boolean> {
  try {
    const reply = await post<ErasureReply>(path, body)
    toast(reply.success ? 'success' : 'error', reply.message)
    const account = $account.get()
    if (reply.success && account.status === 'ready') $account.set({ ...account, erasure: reply.erasure })
    return true
  } catch (fault) {
    console.error('The erasure could not be changed', fault)
    recheckSession(fault)
    return false
  }
}

/**
 * Asks for the deletion of the account; the player has confirmed what is lost. The server's answer is shown.
 *
 * @returns false when the outcome is unknown
 */
export function requestErasure(): Promise<boolean> {
  return changeErasure('/user/erasure', { confirmed: true })
}

/**
 * Takes the request back.
 *
 * @returns false when the outcome is unknown
 */
export function takeBackErasure(): Promise<boolean> {
  return changeErasure('/user/erasure/cancel', {})
}

/** Returns the file of everything that is stored about the player; null when it did not arrive. */
export async function downloadData(): Promise<Blob | null> {
  try {
    return await getFile('/user/data.json')
  } catch (fault) {
    console.error('The data could not be downloaded', fault)
    recheckSession(fault)
    return null
  }
}
