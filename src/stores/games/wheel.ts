// The wheel and its spins. The lists of spins are not updated during an animation, because they contain its result.
import { atom, computed } from 'nanostores'
import type { RefusalCode } from '../../protocol/common.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'
import type { SectorView, SpinBody, SpinReply, WheelReply } from '../../protocol/wheel.ts'
import { getWithGifts } from '../account/rewards.ts'
import type { DropState } from '../inventory/item-sale.ts'
import { isSignedOut } from '../kernel/api.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { createKeyedPost } from '../kernel/keyed-post.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { onReconnect } from '../kernel/realtime-events.ts'
import { $user, loadUser } from '../kernel/user.ts'
import { createGameRun, createResultSale, type GameRun, isOver } from './game-run.ts'

type Success = Extract<SpinReply, { success: true }>

export type Wheel =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<WheelReply, 'success'>)

/** A spin that was rolled, and the sectors that it was rolled for. */
export type PlayedSpin = Omit<Success, 'success' | 'balance'> & {
  readonly sectors: readonly SectorView[]
  /** The state of the item that was won. */
  readonly state: DropState
}

export type SpinRun = GameRun<SpinBody, PlayedSpin>

/** Refusals after which the displayed wheel is outdated. */
const OUTDATED: ReadonlySet<RefusalCode> = new Set([
  'spin-used',
  'price-changed',
  'odds-changed',
  'reward-paused',
  'gift-steam',
  'gift-related',
])

export const $wheel = atom<Wheel>({ status: 'loading' })

/** True when the next spin is the free one of the day, also for guests. */
export const $isFree = computed(
  $wheel,
  (wheel) => wheel.status === 'ready' && wheel.giftRefusal === null && (wheel.own?.free ?? true),
)

/** The sum that the balance lacks for the next spin, in cents; 0 for the free one, and while unknown. */
export const $missing = computed([$wheel, $isFree, $user], (wheel, isFree, state) => {
  if (wheel.status !== 'ready' || isFree || state.status !== 'authorised') return 0
  return Math.max(0, wheel.price - state.user.balance)
})

// A dismissed spin keeps its key: the same request later gets its answer and is not paid twice.
const keyedPost = createKeyedPost()

const run = createGameRun<SpinBody, Success, PlayedSpin>({
  send: async (body, key) => {
    const { reply, isRepeated } = await keyedPost<SpinReply>('/wheel/spin', body, key)
    // A repeated answer holds the balance of the first one.
    if (isRepeated) void loadUser()
    return reply
  },
  toPlayed: ({ success: _, balance: __, ...rolled }) => {
    const wheel = $wheel.get()
    return { ...rolled, sectors: wheel.status === 'ready' ? wheel.sectors : [], state: 'mine' }
  },
  cost: ({ price }) => price,
  isSettled: ({ drop, state }) => drop === null || isOver(state),
  onResult: ({ free }) => {
    if (free) markFreeSpinUsed()
    void loadWheel()
  },
  onRefused: async (code, show) => {
    show()
    if (code === 'balance') await loadUser()
    if (OUTDATED.has(code)) await loadWheel()
  },
  onDismissed: loadWheel,
  isUnanswered: (fault) => !isSignedOut(fault),
})

export const { $run: $spin, skip, keep, retry, dismissUnanswered } = run

/** Sells the item that was won. */
export const sellWon = createResultSale(run, ({ drop }) => drop)

function markFreeSpinUsed(): void {
  const wheel = $wheel.get()
  if (wheel.status === 'ready' && wheel.own !== null) $wheel.set({ ...wheel, own: { ...wheel.own, free: false } })
  notifyClaimsChanged()
}

/** Counts requests: only the answer to the newest one is shown. */
let requests = 0

/** Reads the wheel; a failure is logged, and the known data stays. */
export async function loadWheel(): Promise<void> {
  const request = ++requests
  try {
    const { success: _, ...wheel } = await getWithGifts<WheelReply>('/wheel')
    // Only the newest answer is shown, and none during an animation: its lists contain the result.
    const { phase } = $spin.get()
    if (request === requests && phase !== 'playing' && phase !== 'asking') $wheel.set({ status: 'ready', ...wheel })
  } catch (fault) {
    console.error('The wheel could not be read', fault)
    if ($wheel.get().status !== 'ready') $wheel.set({ status: 'failed' })
  }
}

let started = false

/** Keeps the wheel up to date with the user; further calls do nothing. */
export function startWheel(): void {
  if (started) return
  started = true
  onUserChange(() => void loadWheel())
  onReconnect(() => {
    if ($user.get().status !== 'unknown') void loadWheel()
  })
}

/** Spins the wheel: for free while the day's free spin is unused, else for its price, which the balance has to cover. */
export async function spin(): Promise<void> {
  await run.start(() => {
    const wheel = $wheel.get()
    if (wheel.status !== 'ready' || wheel.own === null || $missing.get() > 0) return null
    const free = $isFree.get()
    return { free, price: free ? 0 : wheel.price, odds: free ? wheel.odds.free : wheel.odds.paid }
  })
}

/** Returns the won item as the inventory lists it. */
export function wonItem({ id, item, price }: NonNullable<PlayedSpin['drop']>): OwnedItem {
  return { id, item, price, won_price: price, source: 'wheel', won_at: Date.now() }
}
