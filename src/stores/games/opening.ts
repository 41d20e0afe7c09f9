// The opening of cases: for money, as a demo, for free, and as the reward of a mission.
import { atom, computed } from 'nanostores'
import { OPEN_COUNT } from '../../game/base/economy.ts'
import { cents, timesCents } from '../../game/base/money.ts'
import type { FreeTier } from '../../game/rewards/rewards.ts'
import type { OpenBody, OpenReply, WonDrop } from '../../protocol/case.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'
import type { DropState, SaleOutcome } from '../inventory/item-sale.ts'
import { saleBody, settleSale } from '../inventory/sale-reply.ts'
import { post } from '../kernel/api.ts'
import { $user, holdBalanceUntil } from '../kernel/user.ts'
import { createGameRun, type GameRun, isOver } from './game-run.ts'
import { takeWantedOpening, wishOpening } from './wanted-opening.ts'

/** The case on the screen; `price` is what the player sees, in cents. */
export interface OpenableCase {
  readonly url: string
  readonly price: number
  readonly enabled: boolean
}

/** A call that opens a case. */
export interface OpenRequest {
  /** Below /api. */
  readonly path: string
  readonly body: object
  readonly demo: boolean
  /** What it costs, in cents: nothing for a demo and a free case. */
  readonly costCents: number
}

/** A drop of this opening and its state. A drop of a demo has no id and stays as it is. */
export interface OpenedDrop extends WonDrop {
  readonly state: DropState
  /** The id of its roll, by which the proof is found; null for a demo. */
  readonly rollId: string | null
}

/** An opening that was rolled. */
export interface Opened {
  readonly demo: boolean
  readonly drops: readonly OpenedDrop[]
}

export type OpeningRun = GameRun<OpenRequest, Opened>

const $case = atom<OpenableCase | null>(null)

/** The number of cases to open at once. */
export const $count = atom<number>(OPEN_COUNT.least)

/** The price of the opening, in cents. */
export const $total = computed([$case, $count], (shown, count) =>
  shown === null ? 0 : timesCents(cents(shown.price), count),
)

const run = createGameRun<OpenRequest, Extract<OpenReply, { success: true }>, Opened>({
  send: ({ path, body }, key) => post<OpenReply>(path, body, key),
  toPlayed: ({ drops, rolls }, { demo }) => ({
    demo,
    drops: drops.map((drop, place) => {
      const rollId = drop.id === null ? null : (rolls[place]?.id ?? null)
      return { ...drop, state: 'mine', rollId }
    }),
  }),
  isSettled: ({ drops }) => drops.every(({ id, state }) => id === null || isOver(state)),
  missing: () => {
    const state = $user.get()
    return state.status === 'authorised' ? Math.max(0, $total.get() - state.user.balance) : 0
  },
  cost: ({ costCents }) => costCents,
  isFree: ({ demo }) => demo,
  keepWish: () => {
    const shown = $case.get()
    return shown === null ? '' : wishOpening(shown, $count.get(), location.pathname)
  },
})

export const { $run: $opening, skip, keep, retry, dismissUnanswered } = run

/** Returns the sum of the drops that can still be sold, in cents. */
export function unsoldOf(drops: readonly OpenedDrop[]): number {
  return drops.reduce((sum, { id, state, price }) => (id !== null && state === 'mine' ? sum + price : sum), 0)
}

/** Returns the sum of the drops that were sold, in cents. */
export function soldOf(drops: readonly OpenedDrop[]): number {
  return drops.reduce((sum, { state, price }) => (state === 'sold' ? sum + price : sum), 0)
}

/**
 * Returns the drops below a price that can still be sold, where the player would keep others; none where that would be all of them.
 *
 * @param limitCents whole US cents
 */
export function cheapDrops(drops: readonly OpenedDrop[], limitCents: number): readonly OpenedDrop[] {
  const unsold = drops.filter(({ id, state }) => id !== null && state === 'mine')
  const cheap = unsold.filter(({ price }) => price < limitCents)
  return cheap.length < unsold.length ? cheap : []
}

/** Returns the drops that the player still has, as items of the inventory. */
export function ownedDrops(drops: readonly OpenedDrop[]): readonly OwnedItem[] {
  return drops.flatMap(({ id, item, price, state }) =>
    id !== null && state === 'mine'
      ? [{ id, item, price, won_price: price, source: 'case' as const, won_at: Date.now() }]
      : [],
  )
}

/** Shows a case that is not opened yet. */
export function enterCase(shown: OpenableCase): void {
  skip()
  $case.set(shown)
  $count.set(OPEN_COUNT.least)
  $opening.set({ phase: 'idle' })
}

/** True while the opening that a guest wanted waits for one tap, after the sign-in. */
export const $isResumed = atom(false)

/** Resumes the opening of the case on the screen that a guest wanted before the sign-in, if any, and removes it from the address. */
export function resumeWanted(): void {
  const shown = $case.get()
  const count = shown === null ? null : takeWantedOpening(shown, location.search)
  if (count === null) return
  history.replaceState(history.state, '', location.pathname + location.hash)
  setCount(count)
  $isResumed.set(true)
}

/** Sets the number of cases to open, 1 to 10; ignored while an opening runs. */
export function setCount(count: number): void {
  if (run.isBusy() || count < OPEN_COUNT.least || count > OPEN_COUNT.most) return
  $count.set(count)
  if ($opening.get().phase === 'short') $opening.set({ phase: 'idle' })
}

/** Opens the case on the screen `$count` times; guests may open it as a demo. */
export async function open({ demo }: { demo: boolean }): Promise<void> {
  const shown = $case.get()
  if (shown === null || !shown.enabled) return
  const toRequest = (): OpenRequest => {
    const body: OpenBody = { count: $count.get(), price: shown.price, demo }
    return { path: `/case/${shown.url}/open`, body, demo, costCents: demo ? 0 : $total.get() }
  }
  await run.start(toRequest, { isFree: demo })
}

/** Opens a free case of the signed-in player. */
export async function openFree(tier: FreeTier): Promise<void> {
  await run.start(() => ({ path: `/free_case/${tier}/open`, body: {}, demo: false, costCents: 0 }))
}

/**
 * Runs the reel for a reward that is opened already.
 *
 * @returns a promise that resolves when the reel has stopped or was skipped
 */
export function spinFor(drop: WonDrop, rollId: string): Promise<void> {
  return run.playRolled({ demo: false, drops: [{ ...drop, state: 'mine', rollId }] })
}

/** Opens again, for money or as a demo like before. */
export async function openAgain(): Promise<void> {
  const opening = $opening.get()
  if (opening.phase === 'result') await open({ demo: opening.played.demo })
}

/** Sells one drop of the result. */
export function sellDrop(id: string): Promise<SaleOutcome> {
  return sellDrops([id])
}

/** Sells all drops of the result that the player still owns. */
export function sellAllDrops(): Promise<SaleOutcome> {
  const opening = $opening.get()
  const drops = opening.phase === 'result' ? opening.played.drops : []
  return sellDrops(drops.flatMap(({ id, state }) => (id !== null && state === 'mine' ? [id] : [])))
}

/**
 * Sells the drops of the result that are worth less than a price.
 *
 * @param limitCents whole US cents
 */
export function sellDropsBelow(limitCents: number): Promise<SaleOutcome> {
  const opening = $opening.get()
  const drops = opening.phase === 'result' ? cheapDrops(opening.played.drops, limitCents) : []
  return sellDrops(drops.flatMap(({ id }) => (id === null ? [] : [id])))
}

/** Returns what the page shows that drops of the result sell for, in cents. */
function shownSum(ids: readonly string[]): number | undefined {
  const opening = $opening.get()
  if (opening.phase !== 'result') return undefined
  return opening.played.drops.reduce((sum, { id, price }) => sum + (id !== null && ids.includes(id) ? price : 0), 0)
}

async function sellDrops(ids: readonly string[]): Promise<SaleOutcome> {
  const body = saleBody({ ids: [...ids], isAll: false }, shownSum(ids))
  markDrops(ids, 'selling')
  try {
    const reply = settleSale(await holdBalanceUntil(() => post<unknown>('/user/items/sell/case', body)), body)
    markDrops(ids, reply.success ? 'sold' : reply.code === 'item-gone' && ids.length === 1 ? 'gone' : 'mine')
    return { kind: reply.success ? 'sold' : 'refused', message: reply.message }
  } catch (fault) {
    console.error('Failed to sell items', fault)
    markDrops(ids, 'mine')
    return { kind: 'failed' }
  }
}

function markDrops(ids: readonly string[], state: DropState): void {
  run.changeResult((opened) => ({
    ...opened,
    drops: opened.drops.map((drop) => (drop.id !== null && ids.includes(drop.id) ? { ...drop, state } : drop)),
  }))
}
