// Opening a case, from the press of the button to the sale of what was won. The answer is there before the reel starts to spin; the
// reel only shows it, and the balance waits until it has stopped.
import { atom, computed } from 'nanostores'
import type { OpenBody, OpenReply, WonDrop } from '../contract/case.ts'
import type { RefusalCode } from '../contract/common.ts'
import type { SellBody, SellReply } from '../contract/user.ts'
import { OPEN_COUNT } from '../game/economy.ts'
import { cents, timesCents } from '../game/money.ts'
import type { FreeTier } from '../game/rewards.ts'
import { beside } from './after-frame.ts'
import { ApiError, isSignedOut, isUnanswered, post } from './api.ts'
import { openLogin } from './modals.ts'
import { $quick, isCalm } from './preferences.ts'
import { prepareSounds } from './sound.ts'
import { $user, askToSignIn, holdBalance, loadUser, releaseBalance, setBalance } from './user.ts'

/** The case on the screen; `price` is what the player sees, in cents. */
export interface OpenableCase {
  readonly url: string
  readonly price: number
  readonly enabled: boolean
}

/** What was asked of the server. Asked again under the same key it answers what it answered, or opens now: never twice. */
export interface OpenRequest {
  /** Below /api. */
  readonly path: string
  readonly body: object
  readonly demo: boolean
  readonly key: string
}

export type DropState = 'mine' | 'selling' | 'sold' | 'gone'

/** Something won in this opening and what became of it. A demo's has no id and stays as it is. */
export interface OpenedDrop extends WonDrop {
  readonly state: DropState
  /** Under which its proof is found; null for a demo. */
  readonly rollId: string | null
}

export type Opening =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking'; readonly demo: boolean }
  | { readonly phase: 'spinning'; readonly demo: boolean; readonly drops: readonly OpenedDrop[] }
  | { readonly phase: 'result'; readonly demo: boolean; readonly drops: readonly OpenedDrop[] }
  /** Too little balance, by so many cents. */
  | { readonly phase: 'short'; readonly missing: number }
  | { readonly phase: 'refused'; readonly code: RefusalCode | 'fault'; readonly message: string }
  /** No answer came: nobody here knows whether the case was opened. `asking` while the request is repeated. */
  | { readonly phase: 'offline'; readonly request: OpenRequest; readonly asking: boolean }

/** What became of a sale; the view says it in the player's language. */
export type Sale = { kind: 'sold' | 'refused'; message: string } | { kind: 'failed' }

const IDLE: Opening = { phase: 'idle' }

const SOUNDS = ['tick', 'win', 'win-rare'] as const

const $case = atom<OpenableCase | null>(null)

export const $opening = atom<Opening>(IDLE)

/** The opening as all but the stage shows it. */
export const $openingBeside = beside($opening, ({ phase }) => phase === 'spinning' || phase === 'result')

/** How many to open at once. */
export const $count = atom<number>(OPEN_COUNT.least)

/** What the opening costs, in cents. */
export const $total = computed([$case, $count], (shown, count) =>
  shown === null ? 0 : timesCents(cents(shown.price), count),
)

/** What can still be sold of drops, in cents. */
export function unsoldOf(drops: readonly OpenedDrop[]): number {
  return drops.reduce((sum, { id, state, price }) => (id !== null && state === 'mine' ? sum + price : sum), 0)
}

/** Shows a case, with nothing opened yet. */
export function enterCase(shown: OpenableCase): void {
  skip()
  $case.set(shown)
  $count.set(OPEN_COUNT.least)
  $opening.set(IDLE)
}

/** True while an opening runs or its outcome is unknown: the controls wait. */
export function isBusy({ phase }: Opening): boolean {
  return phase === 'asking' || phase === 'spinning' || phase === 'offline'
}

/** Sets how many to open at once, 1 to 10; ignored while an opening runs. */
export function setCount(count: number): void {
  if (isBusy($opening.get()) || count < OPEN_COUNT.least || count > OPEN_COUNT.most) return
  $count.set(count)
  if ($opening.get().phase === 'short') $opening.set(IDLE)
}

function missing(): number {
  const state = $user.get()
  return state.status === 'authorised' ? Math.max(0, $total.get() - state.user.balance) : 0
}

/** Results come at once for who wants no motion or no reel. */
export function isStill(): boolean {
  return $quick.get() === 'on' || isCalm()
}

/**
 * Opens the case on the screen as often as the count says. A guest is asked to sign in, too little balance and refusals end in a
 * phase that says so, and nothing happens while an opening runs.
 */
export async function open({ demo }: { demo: boolean }): Promise<void> {
  const shown = $case.get()
  if (shown === null || !shown.enabled) return
  await start(demo, () => ({
    path: `/case/${shown.url}/open`,
    body: { count: $count.get(), price: shown.price, demo } satisfies OpenBody,
  }))
}

/** Opens a free case, in the same way. */
export async function openFree(tier: FreeTier): Promise<void> {
  await start(false, () => ({ path: `/free_case/${tier}/open`, body: {} }))
}

/** Makes the sounds of an opening ready; has to be called in the press that leads to it, as browsers ask for. */
export function prepareOpening(): void {
  prepareSounds(SOUNDS)
}

/**
 * Spins for an opening that is done already: a reward.
 *
 * @returns a promise that resolves when the reel has stopped or was skipped
 */
export function spinFor(drop: WonDrop, rollId: string): Promise<void> {
  $opening.set({ phase: 'spinning', demo: false, drops: [{ ...drop, state: 'mine', rollId }] })
  return new Promise((resolve) => {
    const stop = $opening.listen(() => {
      stop()
      resolve()
    })
  })
}

async function start(demo: boolean, wish: () => Pick<OpenRequest, 'path' | 'body'>): Promise<void> {
  if (isBusy($opening.get())) return
  prepareOpening()
  if (!demo && $user.get().status === 'unknown') {
    $opening.set({ phase: 'asking', demo })
    await loadUser()
  }
  // Nothing is awaited from here to the next 'asking': a second press finds the first one's phase.
  if (!demo && !mayPay()) return
  $opening.set({ phase: 'asking', demo })
  await ask({ ...wish(), demo, key: crypto.randomUUID() })
}

/** After a lost connection: repeats the same request under the same key, and shows the result as if nothing had happened. */
export async function askAgain(): Promise<void> {
  const opening = $opening.get()
  if (opening.phase !== 'offline' || opening.asking) return
  prepareOpening()
  $opening.set({ ...opening, asking: true })
  await ask(opening.request)
  // An answer that is given again tells the balance of then.
  if ($opening.get().phase !== 'offline' && !opening.request.demo) await loadUser()
}

/** Puts a lost opening away. It may have gone through, so the balance is read anew; what was won lies in the inventory. */
export async function later(): Promise<void> {
  const opening = $opening.get()
  if (opening.phase !== 'offline' || opening.asking) return
  $opening.set(IDLE)
  if (!opening.request.demo) await loadUser()
}

async function ask(request: OpenRequest): Promise<void> {
  holdBalance()
  try {
    const reply = await post<OpenReply>(request.path, request.body, request.key)
    await answered(reply, request.demo)
  } catch (fault) {
    failed(fault, request)
  } finally {
    if ($opening.get().phase !== 'spinning') releaseBalance()
  }
}

/** Asks the questions that come before money: who is it, and is there enough. */
function mayPay(): boolean {
  if ($user.get().status !== 'authorised') {
    if (isBusy($opening.get())) $opening.set(IDLE)
    openLogin()
    return false
  }
  if (missing() === 0) return true
  $opening.set({ phase: 'short', missing: missing() })
  return false
}

async function answered(reply: OpenReply, demo: boolean): Promise<void> {
  if (!reply.success) {
    if (reply.code === 'balance') {
      // What the player saw was not what there is: read it before saying how much is missing.
      releaseBalance()
      await loadUser()
      holdBalance()
    }
    const short = reply.code === 'balance' && missing() > 0
    $opening.set(
      short ? { phase: 'short', missing: missing() } : { phase: 'refused', code: reply.code, message: reply.message },
    )
    return
  }
  if (reply.balance !== null) setBalance(reply.balance)
  const drops = reply.drops.map((drop, place): OpenedDrop => {
    const rollId = drop.id === null ? null : (reply.rolls[place]?.id ?? null)
    return { ...drop, state: 'mine', rollId }
  })
  $opening.set({ phase: isStill() ? 'result' : 'spinning', demo, drops })
}

function failed(fault: unknown, request: OpenRequest): void {
  if (!(fault instanceof ApiError)) {
    $opening.set(IDLE)
    throw fault
  }
  if (isUnanswered(fault)) {
    $opening.set({ phase: 'offline', request, asking: false })
    return
  }
  if (isSignedOut(fault)) {
    $opening.set(IDLE)
    askToSignIn()
    return
  }
  $opening.set({ phase: 'refused', code: 'fault', message: fault.message })
}

/** Ends the reel: it has stopped, or the player wants to see the result now. */
export function skip(): void {
  const opening = $opening.get()
  if (opening.phase !== 'spinning') return
  $opening.set({ phase: 'result', demo: opening.demo, drops: opening.drops })
  releaseBalance()
}

/** Puts the result away; what was not sold is kept in the inventory. */
export function keep(): void {
  if (!isBusy($opening.get())) $opening.set(IDLE)
}

/** Opens once more, in the same way as before. */
export async function again(): Promise<void> {
  const opening = $opening.get()
  if (opening.phase === 'result') await open({ demo: opening.demo })
}

/** Sells one drop of the result. */
export function sell(id: string): Promise<Sale> {
  return sale([id])
}

/** Sells every drop of the result that is still the player's. */
export function sellAll(): Promise<Sale> {
  const opening = $opening.get()
  const drops = opening.phase === 'result' ? opening.drops : []
  return sale(drops.flatMap(({ id, state }) => (id !== null && state === 'mine' ? [id] : [])))
}

async function sale(ids: readonly string[]): Promise<Sale> {
  mark(ids, 'selling')
  try {
    const body: SellBody = { ids: [...ids], isAll: false }
    const reply = await post<SellReply>('/user/items/sell/case', body)
    if (reply.success) setBalance(reply.balance)
    mark(ids, reply.success ? 'sold' : reply.code === 'item-gone' && ids.length === 1 ? 'gone' : 'mine')
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    mark(ids, 'mine')
    return { kind: 'failed' }
  }
}

function mark(ids: readonly string[], state: DropState): void {
  const opening = $opening.get()
  if (opening.phase !== 'result') return
  const drops = opening.drops.map((drop) => (drop.id !== null && ids.includes(drop.id) ? { ...drop, state } : drop))
  $opening.set({ ...opening, drops })
}
