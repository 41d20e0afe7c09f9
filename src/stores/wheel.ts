// The wheel and its spins. The answer is there before the wheel turns; the wheel only shows it, and the balance and the lists of spins
// wait until it has stopped.
import { atom, computed } from 'nanostores'
import type { RefusalCode } from '../contract/common.ts'
import type { SectorView, SpinBody, SpinReply, WheelReply } from '../contract/wheel.ts'
import { get } from './api.ts'
import { type Claimed, createClaim } from './claim.ts'
import { claimsChanged } from './claims-changed.ts'
import { sellItem } from './item-sale.ts'
import { openLogin } from './modals.ts'
import type { DropState, Sale } from './opening.ts'
import { $quick, isCalm } from './preferences.ts'
import { $connections } from './socket.ts'
import { prepareSounds } from './sound.ts'
import { $user, holdBalance, loadUser, releaseBalance, setBalance } from './user.ts'
import { watchPlayer } from './watch-player.ts'

type Success = Extract<SpinReply, { success: true }>

export type Wheel =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<WheelReply, 'success'>)

/** A spin that was rolled, and the sectors that it was rolled for. */
export type Spun = Omit<Success, 'success' | 'balance'> & { readonly sectors: readonly SectorView[] }

export type Spin =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'spinning'; readonly spun: Spun }
  /** `state` is what became of an item that was won. */
  | { readonly phase: 'result'; readonly spun: Spun; readonly state: DropState }
  | { readonly phase: 'refused'; readonly code: RefusalCode; readonly message: string }
  /** No answer came: nobody here knows whether the wheel was spun. `asking` while the request is repeated. */
  | { readonly phase: 'offline'; readonly body: SpinBody; readonly asking: boolean }

const IDLE: Spin = { phase: 'idle' }

const SOUNDS = ['tick', 'win', 'win-rare'] as const

/** What these say has changed is read anew. */
const CHANGED: ReadonlySet<RefusalCode> = new Set(['spin-used', 'price-changed', 'odds-changed'])

export const $wheel = atom<Wheel>({ status: 'loading' })

export const $spin = atom<Spin>(IDLE)

/** True when the next spin is the free one of the day. */
export const $isFree = computed($wheel, (wheel) => wheel.status === 'ready' && (wheel.own?.free ?? true))

/** What the balance lacks for the next spin, in cents; 0 for the free one, and while it is not known. */
export const $missing = computed([$wheel, $isFree, $user], (wheel, isFree, state) => {
  if (wheel.status !== 'ready' || isFree || state.status !== 'authorised') return 0
  return Math.max(0, wheel.price - state.user.balance)
})

/** True while the wheel turns or its outcome is unknown: the controls wait. */
function isBusy({ phase }: Spin): boolean {
  return phase === 'asking' || phase === 'spinning' || phase === 'offline'
}

let reading = 0

/** Reads the wheel; a failure is logged, and leaves what was there. */
export async function loadWheel(): Promise<void> {
  const turn = ++reading
  try {
    const { success: _, ...wheel } = await get<WheelReply>('/wheel')
    // Later questions have later answers, and while the wheel turns no list may tell where it stops.
    const { phase } = $spin.get()
    if (turn === reading && phase !== 'spinning' && phase !== 'asking') $wheel.set({ status: 'ready', ...wheel })
  } catch (fault) {
    console.error('The wheel could not be read', fault)
    if ($wheel.get().status !== 'ready') $wheel.set({ status: 'failed' })
  }
}

let started = false

/** Keeps the wheel up to date with who looks; once a page, however many ask. */
export function startWheel(): void {
  if (started) return
  started = true
  watchPlayer(() => void loadWheel())
  $connections.listen(() => {
    if ($user.get().status !== 'unknown') void loadWheel()
  })
}

const ask = createClaim<Success>()

/** Results come at once for who wants no motion. */
function isStill(): boolean {
  return $quick.get() === 'on' || isCalm()
}

/**
 * Spins the wheel: for free while the day's free spin is there, else for its price. A guest is asked to sign in, refusals end in a phase
 * that says so, and nothing happens while it turns or the balance is too little.
 */
export async function spin(): Promise<void> {
  if (isBusy($spin.get())) return
  prepareSounds(SOUNDS)
  if ($user.get().status === 'unknown') {
    $spin.set({ phase: 'asking' })
    await loadUser()
    $spin.set(IDLE)
  }
  // Nothing is awaited from here to the next 'asking': a second press finds the first one's phase.
  if ($user.get().status !== 'authorised') {
    openLogin()
    return
  }
  const wheel = $wheel.get()
  if (wheel.status !== 'ready' || wheel.own === null || $missing.get() > 0) return
  const { free } = wheel.own
  $spin.set({ phase: 'asking' })
  await play({ free, price: free ? 0 : wheel.price, odds: free ? wheel.odds.free : wheel.odds.paid })
}

/** After a lost connection: repeats the same request under the same key, and shows the result as if nothing had happened. */
export async function askAgain(): Promise<void> {
  const now = $spin.get()
  if (now.phase !== 'offline' || now.asking) return
  prepareSounds(SOUNDS)
  $spin.set({ ...now, asking: true })
  await play(now.body)
}

/** Puts a lost spin away. It may have gone through, so balance and wheel are read anew. */
export async function later(): Promise<void> {
  const now = $spin.get()
  if (now.phase !== 'offline' || now.asking) return
  $spin.set(IDLE)
  await Promise.all([loadUser(), loadWheel()])
}

async function play(body: SpinBody): Promise<void> {
  holdBalance()
  try {
    await answered(await ask('/wheel/spin', body), body)
  } finally {
    if ($spin.get().phase !== 'spinning') releaseBalance()
  }
}

async function answered(claimed: Claimed<Success>, body: SpinBody): Promise<void> {
  if (claimed.kind === 'signed-out') {
    $spin.set(IDLE)
    return
  }
  if (claimed.kind === 'failed') {
    $spin.set({ phase: 'offline', body, asking: false })
    return
  }
  const { reply, isRepeated } = claimed
  if (!reply.success) {
    $spin.set({ phase: 'refused', code: reply.code, message: reply.message })
    if (reply.code === 'balance') await loadUser()
    if (CHANGED.has(reply.code)) await loadWheel()
    return
  }
  const { success: _, balance, ...rolled } = reply
  setBalance(balance)
  const wheel = $wheel.get()
  const spun: Spun = { ...rolled, sectors: wheel.status === 'ready' ? wheel.sectors : [] }
  if (isStill()) settle(spun)
  else $spin.set({ phase: 'spinning', spun })
  // An answer that is given again tells the balance of then.
  if (isRepeated) await loadUser()
}

/** Shows a result; what it changed in the lists is read. */
function settle(spun: Spun): void {
  const wheel = $wheel.get()
  if (spun.free && wheel.status === 'ready' && wheel.own !== null) {
    $wheel.set({ ...wheel, own: { ...wheel.own, free: false } })
  }
  $spin.set({ phase: 'result', spun, state: 'mine' })
  if (spun.free) claimsChanged()
  void loadWheel()
}

/** Ends the turning: the wheel has stopped, or the player wants to see the result now. */
export function skip(): void {
  const now = $spin.get()
  if (now.phase !== 'spinning') return
  settle(now.spun)
  releaseBalance()
}

/** Puts a result or a refusal away; what was won and not sold is kept in the inventory. */
export function keep(): void {
  if (!isBusy($spin.get())) $spin.set(IDLE)
}

/** Sells what was won. */
export async function sellWon(): Promise<Sale> {
  const now = $spin.get()
  if (now.phase !== 'result' || now.spun.drop === null || now.state !== 'mine') return { kind: 'failed' }
  const { id } = now.spun.drop
  return sellItem(id, (state) => {
    const then = $spin.get()
    if (then.phase === 'result' && then.spun.id === id) $spin.set({ ...then, state })
  })
}
