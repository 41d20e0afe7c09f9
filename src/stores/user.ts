// Who is looking: unknown until asked, a guest, or a signed-in player; and the balance on show.
import Cookies from 'js-cookie'
import { atom, computed } from 'nanostores'
import type { CurrentUser, UserReply } from '../contract/user.ts'
import { levelOf } from '../game/levels.ts'
import { ApiError, get, post } from './api.ts'
import { openLogin } from './modals.ts'

export const TOKEN_COOKIE = 'token'

const TOKEN_DAYS = 30

export type UserState = { status: 'unknown' } | { status: 'guest' } | { status: 'authorised'; user: CurrentUser }

export const $user = atom<UserState>({ status: 'unknown' })

/** When the session has ended while somebody acted: whoever looks is a guest from now on, and may sign in again. */
export function askToSignIn(): void {
  $user.set({ status: 'guest' })
  openLogin()
}

/** How many reels hold the balance, and the newest balance that came in meanwhile, in cents. */
const $holds = atom(0)
let waitingCents: number | null = null

/** True while a reel spins, or another animation shows a result. */
export const $isHeld = computed($holds, (holds) => holds > 0)

/** How many balances were told to this page: an answer that one of them overtook may be older than it. */
let told = 0

function show(balanceCents: number): void {
  const state = $user.get()
  if (state.status === 'authorised') $user.set({ status: 'authorised', user: { ...state.user, balance: balanceCents } })
}

/**
 * Shows a balance, or keeps it until the reel has stopped.
 *
 * @param balanceCents whole US cents
 */
export function setBalance(balanceCents: number): void {
  told++
  if ($isHeld.get()) waitingCents = balanceCents
  else show(balanceCents)
}

/** Shows what playing did to the level; points only ever grow, so that news which comes late changes nothing. */
export function setExp(exp: number): void {
  const state = $user.get()
  if (state.status !== 'authorised' || exp <= state.user.exp) return
  $user.set({ status: 'authorised', user: { ...state.user, exp, lvl: levelOf(exp) } })
}

/** Keeps the balance on show as it is while a reel spins; every hold needs its release. */
export function holdBalance(): void {
  $holds.set($holds.get() + 1)
}

/** Ends a hold; with the last one the newest balance that came in meanwhile is shown. */
export function releaseBalance(): void {
  if (!$isHeld.get()) return
  $holds.set($holds.get() - 1)
  if ($isHeld.get() || waitingCents === null) return
  const balanceCents = waitingCents
  waitingCents = null
  show(balanceCents)
}

function authorise(user: CurrentUser): void {
  const state = $user.get()
  const held = $isHeld.get() && state.status === 'authorised' && state.user.id === user.id
  if (held) waitingCents = user.balance
  $user.set({ status: 'authorised', user: held ? { ...user, balance: state.user.balance } : user })
}

/** Keeps the token that ended a sign-in, for 30 days. */
export function keepToken(token: string): void {
  Cookies.set(TOKEN_COOKIE, token, {
    expires: TOKEN_DAYS,
    sameSite: 'lax',
    path: '/',
    secure: location.protocol === 'https:',
  })
}

const READINGS_MAX = 3

/** Asks again when a balance was told meanwhile, so that an answer from before it does not take it back. */
async function readUser(): Promise<UserReply> {
  for (let readings = 1; ; readings++) {
    const before = told
    const reply = await get<UserReply>('/user/get')
    if (told === before || readings === READINGS_MAX) return reply
  }
}

/**
 * Asks who is signed in. A refused token is deleted silently and leaves a guest; a lost connection or a fault of the server
 * keeps it, because the token may be good: whoever was known stays known.
 */
export async function loadUser(): Promise<void> {
  if (Cookies.get(TOKEN_COOKIE) === undefined) {
    $user.set({ status: 'guest' })
    return
  }
  try {
    authorise((await readUser()).user)
  } catch (fault) {
    const unreachable = fault instanceof ApiError && (fault.status === 0 || fault.status === 429 || fault.status >= 500)
    if (!unreachable) Cookies.remove(TOKEN_COOKIE, { path: '/' })
    if (!unreachable || $user.get().status === 'unknown') $user.set({ status: 'guest' })
  }
}

/** Reads the page anew, so that nothing of the player stays on it. */
function readAnew(): void {
  location.reload()
  // A code that was typed, items taken along to a game: the next one at this browser finds none. What the browser is set to stays.
  sessionStorage.clear()
}

/** Asks again who is signed in: the player may have signed out or in elsewhere. Where another one was known, the page begins anew. */
export async function lookAgain(): Promise<void> {
  const before = $user.get()
  await loadUser()
  const now = $user.get()
  if (before.status !== 'authorised') return
  if (now.status !== 'authorised' || now.user.id !== before.user.id) readAnew()
}

/**
 * Ends the session: after the server agreed, the token goes and the page is read anew.
 *
 * @throws ApiError when the server could not be told; the player is still signed in
 */
export async function logout(): Promise<void> {
  await post('/user/logout')
  Cookies.remove(TOKEN_COOKIE, { path: '/' })
  readAnew()
}
