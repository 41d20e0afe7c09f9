// An upgrade, from the stake to what was won. The answer is there before the pointer starts to run; the ring only shows it, and the
// balance and the inventory wait until it has stopped.
import { atom, computed } from 'nanostores'
import type { RefusalCode } from '../contract/common.ts'
import type { OwnedItem, Target, TargetsReply } from '../contract/inventory.ts'
import type { UpgradeBody, UpgradeReply } from '../contract/upgrade.ts'
import { UPGRADE_ITEMS_MOST } from '../game/economy.ts'
import { cents } from '../game/money.ts'
import { quoteUpgrade, type RollSide, stakeSum, type UpgradeQuote, type UpgradeStake } from '../game/upgrade.ts'
import { readAmount, tidyAmount } from '../i18n/amount.ts'
import { beside, createAftermath } from './after-frame.ts'
import { ApiError, get, isSignedOut, isUnanswered, post } from './api.ts'
import { receive } from './carried.ts'
import { addItem, forgetItems, loadInventory } from './inventory.ts'
import { sellItem } from './item-sale.ts'
import { openLogin } from './modals.ts'
import type { DropState, Sale } from './opening.ts'
import { $quick, isCalm } from './preferences.ts'
import { prepareSounds } from './sound.ts'
import { $user, askToSignIn, holdBalance, loadUser, releaseBalance, setBalance } from './user.ts'

type Success = Extract<UpgradeReply, { success: true }>

/** What was asked of the server. Asked again under the same key it answers what it answered, or upgrades now: never twice. */
export interface UpgradeRequest {
  readonly body: UpgradeBody
  readonly key: string
  /** The items that `body.ids` names, for the eye. */
  readonly staked: readonly OwnedItem[]
}

/** An upgrade that was rolled. `balance` of the stake is in cents. */
export type Played = Omit<Success, 'success' | 'balance' | 'drop'> & {
  readonly staked: readonly OwnedItem[]
  readonly paid: number
}

export type Upgrading =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  | { readonly phase: 'spinning'; readonly played: Played }
  /** `state` is what became of the item that was won. */
  | { readonly phase: 'result'; readonly played: Played; readonly state: DropState }
  /** Too little balance, by so many cents. */
  | { readonly phase: 'short'; readonly missing: number }
  | { readonly phase: 'refused'; readonly code: RefusalCode | 'fault'; readonly message: string }
  /** No answer came: nobody here knows whether the stake was used. `asking` while the request is repeated. */
  | { readonly phase: 'offline'; readonly request: UpgradeRequest; readonly asking: boolean }

const IDLE: Upgrading = { phase: 'idle' }

const SOUNDS = ['tick', 'win', 'win-rare'] as const

/** Letters that a search takes. */
const SEARCH_LENGTH = 60

export const $upgrade = atom<Upgrading>(IDLE)

/** The upgrade as all but the stage shows it. */
export const $upgradeBeside = beside($upgrade, ({ phase }) => phase === 'spinning' || phase === 'result')

/** The items of the stake by their ids. */
export const $staked = atom<ReadonlyMap<string, OwnedItem>>(new Map())

/** Dollars from the balance, as they were typed. */
export const $amount = atom('')

export const $target = atom<Target | null>(null)

export const $side = atom<RollSide>('under')

const aftermath = createAftermath()

const $stake = computed(
  [$staked, $amount],
  (staked, amount): UpgradeStake => ({
    itemsCents: [...staked.values()].map(({ price }) => cents(price)),
    balanceCents: readAmount(amount) ?? cents(0),
  }),
)

/** What the stake is worth, in cents. */
export const $stakeCents = computed($stake, stakeSum)

/** What the stake buys against the target; null until both are there. */
export const $quote = computed([$stake, $target], (stake, target): UpgradeQuote | null =>
  target === null || stakeSum(stake) === 0 ? null : quoteUpgrade(stake, cents(target.price)),
)

/** What the balance lacks for its part of the stake, in cents; 0 while that is not known. */
export const $missing = computed([$stake, $user], ({ balanceCents }, state) =>
  state.status === 'authorised' ? Math.max(0, balanceCents - state.user.balance) : 0,
)

/** True while an upgrade runs or its outcome is unknown: the controls wait. */
export function isBusy({ phase }: Upgrading): boolean {
  return phase === 'asking' || phase === 'spinning' || phase === 'offline'
}

/**
 * True while what was chosen is shown as it was played. An answer is mostly faster than a flash of the lists would be. They are let go a
 * frame after all else that a result changes: there are a hundred cards and fields of them.
 */
export const $locked = beside(
  computed($upgradeBeside, ({ phase }) => phase === 'spinning' || phase === 'offline'),
  (isLocked) => !isLocked,
)

/** Does something to what is to be played next, unless an upgrade runs; what was said of the last one is put away. */
function prepare(action: () => void): void {
  if (isBusy($upgrade.get())) return
  aftermath.finish()
  if ($upgrade.get().phase !== 'idle') $upgrade.set(IDLE)
  action()
}

/** Puts an item into the stake or takes it out; six fit in. */
export function toggle(item: OwnedItem): void {
  prepare(() => {
    const staked = new Map($staked.get())
    if (!staked.delete(item.id) && staked.size < UPGRADE_ITEMS_MOST) staked.set(item.id, item)
    $staked.set(staked)
  })
}

/** Stakes what was taken along from the dashboard, as far as it fits in; returns what ends the waiting for it. */
export function receiveStake(): () => void {
  return receive('upgrade', (items) => {
    prepare(() => {
      const staked = [...$staked.get(), ...items.map((item) => [item.id, item] as const)]
      $staked.set(new Map(staked.slice(0, UPGRADE_ITEMS_MOST)))
    })
  })
}

/** Sets what the balance adds to the stake, as it is typed. */
export function setAmount(text: string): void {
  prepare(() => $amount.set(tidyAmount(text)))
}

/** Takes everything out of the stake. */
export function clearStake(): void {
  prepare(() => {
    $staked.set(new Map())
    $amount.set('')
  })
}

/** Aims at an item. */
export function aim(target: Target | null): void {
  prepare(() => $target.set(target))
}

/** Chooses which tickets win; how many stays the same. */
export function setSide(side: RollSide): void {
  prepare(() => $side.set(side))
}

/** Results come at once for who wants no motion. */
function isStill(): boolean {
  return $quick.get() === 'on' || isCalm()
}

/**
 * Upgrades the stake to the target. A guest is asked to sign in, too little balance and refusals end in a phase that says so, and
 * nothing happens while an upgrade runs or the stake does not fit the target.
 */
export async function upgrade(): Promise<void> {
  aftermath.finish()
  if (isBusy($upgrade.get()) || !$quote.get()?.ok) return
  prepareSounds(SOUNDS)
  if ($user.get().status === 'unknown') {
    $upgrade.set({ phase: 'asking' })
    await loadUser()
  }
  // Nothing is awaited from here to the next 'asking': a second press finds the first one's phase.
  const target = $target.get()
  if (target === null || !mayPay()) return
  const staked = [...$staked.get().values()]
  const body: UpgradeBody = {
    ids: staked.map(({ id }) => id),
    balance: $stake.get().balanceCents,
    target: target.item.id,
    price: target.price,
    side: $side.get(),
  }
  $upgrade.set({ phase: 'asking' })
  await ask({ body, key: crypto.randomUUID(), staked })
}

/** After a lost connection: repeats the same request under the same key, and shows the result as if nothing had happened. */
export async function askAgain(): Promise<void> {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'offline' || upgrading.asking) return
  prepareSounds(SOUNDS)
  $upgrade.set({ ...upgrading, asking: true })
  await ask(upgrading.request)
  // An answer that is given again tells the balance of then.
  if ($upgrade.get().phase !== 'offline') await loadUser()
}

/** Puts a lost upgrade away. It may have gone through, so balance and inventory are read anew. */
export async function later(): Promise<void> {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'offline' || upgrading.asking) return
  $upgrade.set(IDLE)
  $staked.set(new Map())
  await Promise.all([loadUser(), loadInventory()])
}

/** Asks the questions that come before money: who is it, and is there enough. */
function mayPay(): boolean {
  if ($user.get().status !== 'authorised') {
    $upgrade.set(IDLE)
    openLogin()
    return false
  }
  const missing = $missing.get()
  if (missing === 0) return true
  $upgrade.set({ phase: 'short', missing })
  return false
}

async function ask(request: UpgradeRequest): Promise<void> {
  holdBalance()
  try {
    const reply = await post<UpgradeReply>('/upgrade', request.body, request.key)
    if (reply.success) rolled(reply, request)
    else await refused(reply.code, reply.message)
  } catch (fault) {
    failed(fault, request)
  } finally {
    if ($upgrade.get().phase !== 'spinning') releaseBalance()
  }
}

function rolled({ success: _, balance, drop: __, ...rolledNow }: Success, { body, staked }: UpgradeRequest): void {
  setBalance(balance)
  const played: Played = { ...rolledNow, staked, paid: body.balance }
  if (isStill()) settle(played)
  else $upgrade.set({ phase: 'spinning', played })
}

/** Shows a result. What it used up stays on show until that has come in; then it leaves the inventory, where it is marked, and the stake. */
function settle(played: Played): void {
  $upgrade.set({ phase: 'result', played, state: 'mine' })
  aftermath.plan([
    () => {
      forgetItems(played.staked.map(({ id }) => id))
      if (played.won) addItem(wonItem(played))
    },
    () => $staked.set(new Map()),
  ])
}

/** What was won, as the inventory lists it. */
function wonItem({ id, target }: Played): OwnedItem {
  return { id, item: target.item, price: target.price, source: 'upgrade', won_at: Date.now() }
}

/** A refusal took nothing; what it says has changed is read anew before it is shown. */
async function refused(code: RefusalCode, message: string): Promise<void> {
  if (code === 'balance') {
    releaseBalance()
    await loadUser()
    holdBalance()
    if ($missing.get() > 0) {
      $upgrade.set({ phase: 'short', missing: $missing.get() })
      return
    }
  }
  if (code === 'item-gone') {
    $staked.set(new Map())
    void loadInventory()
  }
  if (code === 'target-price' || code === 'target-unknown') $target.set(await targetNow())
  $upgrade.set({ phase: 'refused', code, message })
}

/** The target as it is now; null when it cannot be had any more, or nobody answers. */
async function targetNow(): Promise<Target | null> {
  const known = $target.get()
  if (known === null) return null
  try {
    // A name has few items: its conditions, with StatTrak and without. Only the server knows in which language it searches.
    const names = [...new Set(Object.values(known.item.name))].map((name) => name.slice(0, SEARCH_LENGTH).trim())
    const lists = await Promise.all(
      names.map((q) => get<TargetsReply>(`/upgrade/targets?${new URLSearchParams({ q, rarity: known.item.rarity })}`)),
    )
    return lists.flatMap(({ items }) => items).find(({ item }) => item.id === known.item.id) ?? null
  } catch (fault) {
    console.error('The target could not be read again', fault)
    return null
  }
}

function failed(fault: unknown, request: UpgradeRequest): void {
  if (!(fault instanceof ApiError)) {
    $upgrade.set(IDLE)
    throw fault
  }
  if (isUnanswered(fault)) {
    $upgrade.set({ phase: 'offline', request, asking: false })
    return
  }
  if (isSignedOut(fault)) {
    $upgrade.set(IDLE)
    askToSignIn()
    return
  }
  $upgrade.set({ phase: 'refused', code: 'fault', message: fault.message })
}

/** Ends the run of the pointer: it has stopped, or the player wants to see the result now. */
export function skip(): void {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'spinning') return
  settle(upgrading.played)
  releaseBalance()
}

/** Puts the result away; what was won and not sold is kept in the inventory. */
export function keep(): void {
  if (isBusy($upgrade.get())) return
  aftermath.finish()
  $upgrade.set(IDLE)
}

/** Upgrades once more with as much as before, all of it from the balance. */
export async function again(): Promise<void> {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'result') return
  const { played } = upgrading
  clearStake()
  setAmount((played.stake / 100).toFixed(2))
  aim(played.target)
  await upgrade()
}

/** Stakes what was won; a target is still to be chosen. */
export function stakeWon(): void {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'result' || !upgrading.played.won || upgrading.state !== 'mine') return
  clearStake()
  aim(null)
  toggle(wonItem(upgrading.played))
}

/** Sells what was won. */
export async function sellWon(): Promise<Sale> {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'result' || upgrading.state !== 'mine') return { kind: 'failed' }
  aftermath.finish()
  const { id } = upgrading.played
  return sellItem(id, (state) => mark(id, state))
}

function mark(id: string, state: DropState): void {
  const upgrading = $upgrade.get()
  if (upgrading.phase === 'result' && upgrading.played.id === id) $upgrade.set({ ...upgrading, state })
}
