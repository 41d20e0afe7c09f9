// The user: unknown until loaded, a guest, or a signed-in player; and the displayed balance.
import Cookies from 'js-cookie'
import { atom, computed } from 'nanostores'
import { levelOf } from '../../game/base/levels.ts'
import type { CurrentUser } from '../../protocol/user.ts'
import { ApiError, callLast, get, post } from './api.ts'
import { $isOffline } from './connection.ts'
import { readCurrentUser } from './current-user.ts'
import { openLoginFor } from './modals.ts'
import { hasToken, TOKEN_COOKIE } from './token-cookie.ts'

const TOKEN_DAYS = 30

export type UserState = { status: 'unknown' } | { status: 'guest' } | { status: 'authorised'; user: CurrentUser }

export const $user = atom<UserState>({ status: 'unknown' })

/** True for a player who has asked for the reality check. */
export const $hasReminder = computed(
  $user,
  (state) => state.status === 'authorised' && state.user.realityMinutes !== null,
)

/** The version of the terms that the player has not agreed to yet; null for none. */
export const $termsAsked = computed($user, (state) => (state.status === 'authorised' ? state.user.termsAsked : null))

/**
 * Makes the user a guest and opens the sign-in dialog, after the session has ended during an action.
 *
 * @param returnPath where the sign-in returns to; this page without it
 */
export function askToSignIn(returnPath = ''): void {
  $user.set({ status: 'guest' })
  openLoginFor(returnPath)
}

/** How many animations hold the balance, and the balance that the last release shows, in cents; null for the one that is shown. */
const $holds = atom(0)
let heldCents: number | null = null
/** How many answers that change the balance are awaited. */
let awaitedAnswers = 0

/** True while a reel spins, or another animation shows a result. */
export const $isHeld = computed($holds, (holds) => holds > 0)

/** Counts balances that were set: an answer that was requested before one of them may be older. */
let balanceUpdates = 0

function showBalance(balanceCents: number): void {
  const state = $user.get()
  if (state.status === 'authorised') $user.set({ status: 'authorised', user: { ...state.user, balance: balanceCents } })
}

/**
 * Shows a balance, or stores it until the last hold ends.
 *
 * @param balanceCents whole US cents
 */
export function setBalance(balanceCents: number): void {
  balanceUpdates++
  if (keepsBalance()) heldCents = balanceCents
  else showBalance(balanceCents)
}

/** Sets the experience and its level. Experience only grows, so that a late, lower value is ignored. */
export function setExp(exp: number): void {
  const state = $user.get()
  if (state.status !== 'authorised' || exp <= state.user.exp) return
  $user.set({ status: 'authorised', user: { ...state.user, exp, lvl: levelOf(exp) } })
}

/**
 * Holds the displayed balance during an animation; every hold needs its release.
 *
 * @param costCents what is being paid, in whole US cents: it is subtracted at once, and added again at the release unless a balance was
 *   set during the hold
 */
export function holdBalance(costCents = 0): void {
  $holds.set($holds.get() + 1)
  const state = $user.get()
  if (costCents === 0 || state.status !== 'authorised') return
  heldCents ??= state.user.balance
  showBalance(Math.max(0, state.user.balance - costCents))
}

/** Ends a hold; the last one shows the newest balance that was set during it. */
export function releaseBalance(): void {
  if (!$isHeld.get()) return
  $holds.set($holds.get() - 1)
  showHeldBalance()
}

/**
 * Keeps the displayed balance until an answer is there: the same balance may be pushed before it, and would count up before the screen
 * shows what for.
 *
 * @param ask makes the call that changes the balance
 */
export async function holdBalanceUntil<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  awaitedAnswers++
  try {
    return await ask()
  } finally {
    awaitedAnswers--
    showHeldBalance()
  }
}

/** Tells whether the displayed balance stays as it is: during an animation, and until an answer is there. */
function keepsBalance(): boolean {
  return $isHeld.get() || awaitedAnswers > 0
}

function showHeldBalance(): void {
  if (keepsBalance() || heldCents === null) return
  const balanceCents = heldCents
  heldCents = null
  showBalance(balanceCents)
}

function setAuthorised(user: CurrentUser): void {
  const state = $user.get()
  const held = keepsBalance() && state.status === 'authorised' && state.user.id === user.id
  if (held) heldCents = user.balance
  $user.set({ status: 'authorised', user: held ? { ...user, balance: state.user.balance } : user })
}

/** Stores the token of a sign-in for 30 days. */
export function storeToken(token: string): void {
  Cookies.set(TOKEN_COOKIE, token, {
    expires: TOKEN_DAYS,
    sameSite: 'lax',
    path: '/',
    secure: location.protocol === 'https:',
  })
}

const READINGS_MAX = 3

/** Reads the user, and again when a balance was set meanwhile: an older answer must not replace it. */
async function readUser(): Promise<CurrentUser> {
  for (let readings = 1; ; readings++) {
    const before = balanceUpdates
    const user = readCurrentUser(await get<unknown>('/user/get'))
    if (balanceUpdates === before || readings === READINGS_MAX) return user
  }
}

/** True after the server did not say who the user is, until it does: the user stays as it was known, and is loaded again. */
export const $isUserUnreachable = atom(false)

/** True where the account says so: without a network the page says that. */
export const $isAccountUnreachable = computed(
  [$isUserUnreachable, $isOffline],
  (isUnreachable, isOffline) => isUnreachable && !isOffline,
)

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

function setReachable(isReachable: boolean): void {
  clearTimeout(retry)
  if (isReachable) failures = 0
  else retry = setTimeout(() => void recheckUser(), Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS))
  $isUserUnreachable.set(!isReachable)
}

/** The last loading of the user. */
let loading: Promise<void> = Promise.resolve()

function setGuest(): void {
  setReachable(true)
  $user.set({ status: 'guest' })
}

/**
 * Loads the user. A refused token is deleted and leaves a guest; after a lost connection or a fault of the server the token may be
 * good, and the user is loaded again, later each time.
 */
export function loadUser(): Promise<void> {
  loading = readAndShowUser()
  return loading
}

async function readAndShowUser(): Promise<void> {
  if (!hasToken()) {
    setGuest()
    return
  }
  try {
    setAuthorised(await readUser())
    setReachable(true)
  } catch (fault) {
    if (fault instanceof ApiError && (fault.status === 0 || fault.status === 429 || fault.status >= 500)) {
      setReachable(false)
      return
    }
    Cookies.remove(TOKEN_COOKIE, { path: '/' })
    setGuest()
  }
}

/** Reloads the page, so that nothing of the player stays on it. */
function reloadPage(): void {
  location.reload()
  // The next user of this browser finds no typed codes and no handed-over items. Preferences stay.
  sessionStorage.clear()
}

/** Loads the user again, who may have signed in or out elsewhere; reloads the page when it is another one. */
export async function recheckUser(): Promise<void> {
  const before = $user.get()
  await loadUser()
  const now = $user.get()
  if (before.status !== 'authorised') return
  if (now.status !== 'authorised' || now.user.id !== before.user.id) reloadPage()
}

/**
 * Loads the user again when the server knows another user or balance than this page, once the loading under way has ended.
 *
 * @param playerId null for a guest
 * @param balanceCents whole US cents; null where it is not known
 */
export async function checkUser(playerId: unknown, balanceCents: unknown): Promise<void> {
  await loading
  const state = $user.get()
  const known = state.status === 'authorised' ? state.user : null
  const isGuest = state.status === 'guest' && playerId === null
  if (isGuest || (known?.id === playerId && (heldCents ?? known?.balance) === balanceCents)) return
  await recheckUser()
}

/**
 * Ends the session: after the server's answer the token is deleted and the page reloaded.
 *
 * @throws ApiError when no answer came; the player is still signed in
 */
export async function logout(): Promise<void> {
  await callLast(async () => {
    await post('/user/logout')
    Cookies.remove(TOKEN_COOKIE, { path: '/' })
    reloadPage()
  })
}
