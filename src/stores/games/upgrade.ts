// The upgrade: a stake of items and balance, a target, and the run.
import { atom, computed } from 'nanostores'
import { UPGRADE_ITEMS_MOST } from '../../game/base/economy.ts'
import { cents } from '../../game/base/money.ts'
import {
  quoteUpgrade,
  type RollSide,
  stakeSum,
  type UpgradeQuote,
  type UpgradeStake,
} from '../../game/games/upgrade.ts'
import { readAmount, tidyAmount } from '../../i18n/amount.ts'
import type { RefusalCode } from '../../protocol/common.ts'
import type { OwnedItem, Target, TargetsReply } from '../../protocol/inventory.ts'
import type { UpgradeBody, UpgradeReply } from '../../protocol/upgrade.ts'
import { addItem, loadInventory, removeItems } from '../inventory/inventory.ts'
import { receiveHandoff } from '../inventory/item-handoff.ts'
import type { DropState } from '../inventory/item-sale.ts'
import { get, post } from '../kernel/api.ts'
import { $user } from '../kernel/user.ts'
import { createGameRun, createResultSale, type GameRun, isOver } from './game-run.ts'

type Success = Extract<UpgradeReply, { success: true }>

/** An upgrade to play. */
export interface UpgradeRequest {
  readonly body: UpgradeBody
  /** The items that `body.ids` names, for the screen. */
  readonly staked: readonly OwnedItem[]
}

/** An upgrade that was rolled. */
export type PlayedUpgrade = Omit<Success, 'success' | 'balance' | 'drop'> & {
  readonly staked: readonly OwnedItem[]
  /** The part of the stake that came from the balance, in cents. */
  readonly paid: number
  /** The state of the item that was won. */
  readonly state: DropState
}

export type UpgradeRun = GameRun<UpgradeRequest, PlayedUpgrade>

/** The longest search text that the server accepts. */
const SEARCH_LENGTH = 60

/** The items of the stake by their ids. */
export const $staked = atom<ReadonlyMap<string, OwnedItem>>(new Map())

/** Dollars from the balance, as typed. */
export const $amount = atom('')

export const $target = atom<Target | null>(null)

export const $side = atom<RollSide>('under')

const $stake = computed(
  [$staked, $amount],
  (staked, amount): UpgradeStake => ({
    itemsCents: [...staked.values()].map(({ price }) => cents(price)),
    balanceCents: readAmount(amount) ?? cents(0),
  }),
)

/** The sum of the stake, in cents. */
export const $stakeCents = computed($stake, stakeSum)

/** The chance of the stake against the target; null until both are set. */
export const $quote = computed([$stake, $target], (stake, target): UpgradeQuote | null =>
  target === null || stakeSum(stake) === 0 ? null : quoteUpgrade(stake, cents(target.price), target.edge),
)

/** The sum that the balance lacks for its part of the stake, in cents; 0 while unknown. */
export const $missing = computed([$stake, $user], ({ balanceCents }, state) =>
  state.status === 'authorised' ? Math.max(0, balanceCents - state.user.balance) : 0,
)

const run = createGameRun<UpgradeRequest, Success, PlayedUpgrade>({
  send: ({ body }, key) => post<UpgradeReply>('/upgrade', body, key),
  toPlayed: ({ success: _, balance: __, drop: ___, ...rolled }, { body, staked }) => ({
    ...rolled,
    staked,
    paid: body.balance,
    state: 'mine',
  }),
  missing: () => $missing.get(),
  cost: ({ body }) => body.balance,
  isSettled: ({ won, state }) => !won || isOver(state),
  onResult: (played) => {
    removeItems(played.staked.map(({ id }) => id))
    if (played.won) addItem(wonItem(played))
    $staked.set(new Map())
  },
  onRefused: readRefused,
  onDismissed: () => {
    $staked.set(new Map())
    return loadInventory()
  },
})

export const { $run: $upgrade, skip, keep, retry, dismissUnanswered } = run

/** Sells the item that was won. */
export const sellWon = createResultSale(run, ({ won, id, target }) => (won ? { id, price: target.price } : null))

/**
 * True while the panels show a running upgrade and are disabled. Not while `asking`: most answers arrive before the panels would be
 * dimmed.
 */
export const $locked = computed($upgrade, ({ phase }) => phase === 'playing' || phase === 'offline')

/** Changes the next stake, unless an upgrade runs; the last result or refusal is cleared. */
function changeStake(change: () => void): void {
  if (run.isBusy()) return
  keep()
  change()
}

/** Adds an item to the stake, up to six, or removes it. */
export function toggleItem(item: OwnedItem): void {
  changeStake(() => {
    const staked = new Map($staked.get())
    if (!staked.delete(item.id) && staked.size < UPGRADE_ITEMS_MOST) staked.set(item.id, item)
    $staked.set(staked)
  })
}

/** Adds items to the stake, up to six. */
export function stakeItems(items: readonly OwnedItem[]): void {
  changeStake(() => {
    const staked = new Map([...$staked.get(), ...items.map((item) => [item.id, item] as const)])
    $staked.set(new Map([...staked].slice(0, UPGRADE_ITEMS_MOST)))
  })
}

/** Adds the items that the dashboard handed over, up to six; returns the function that stops waiting for them. */
export function receiveStakeItems(): () => void {
  return receiveHandoff('upgrade', stakeItems)
}

/** Sets the part of the stake that comes from the balance, as typed. */
export function setAmount(text: string): void {
  changeStake(() => $amount.set(tidyAmount(text)))
}

/** Clears the stake. */
export function clearStake(): void {
  changeStake(() => {
    $staked.set(new Map())
    $amount.set('')
  })
}

/** Sets the target. */
export function setTarget(target: Target | null): void {
  changeStake(() => $target.set(target))
}

/** Sets which tickets win; their number stays the same. */
export function setSide(side: RollSide): void {
  changeStake(() => $side.set(side))
}

/** Upgrades the stake to the target; nothing happens while the stake does not fit the target. */
export async function upgrade(): Promise<void> {
  if (!$quote.get()?.ok) return
  await run.start(() => {
    const target = $target.get()
    if (target === null) return null
    const staked = [...$staked.get().values()]
    const body: UpgradeBody = {
      ids: staked.map(({ id }) => id),
      balance: $stake.get().balanceCents,
      target: target.item.id,
      price: target.price,
      edge: target.edge,
      stake: $stakeCents.get(),
      side: $side.get(),
    }
    return { body, staked }
  })
}

/** Returns the won item as the inventory lists it. */
export function wonItem({ id, target }: PlayedUpgrade): OwnedItem {
  const { item, price } = target
  return { id, item, price, won_price: price, source: 'upgrade', won_at: Date.now() }
}

/** Refusals after which the target is read again: its price, its edge, or whether it is offered. */
export const TARGET_CHANGED: ReadonlySet<RefusalCode | 'fault'> = new Set<RefusalCode>([
  'item-held',
  'target-price',
  'target-unknown',
  'price-old',
  'odds-changed',
])

/** Reads what a refusal says has changed before the refusal is shown. */
async function readRefused(code: RefusalCode, show: () => void): Promise<void> {
  if (code === 'item-gone' || code === 'odds-changed') {
    $staked.set(new Map())
    void loadInventory()
  }
  if (TARGET_CHANGED.has(code)) $target.set(await readTarget())
  show()
}

/** Reads the target again; null when it is no longer offered, or no answer came. */
async function readTarget(): Promise<Target | null> {
  const known = $target.get()
  if (known === null) return null
  try {
    // A name has few items: its conditions, with and without StatTrak.
    const q = known.item.name.en.slice(0, SEARCH_LENGTH).trim()
    const query = new URLSearchParams({ q, rarity: known.item.rarity })
    const { items } = await get<TargetsReply>(`/upgrade/targets?${query}`)
    return items.find(({ item }) => item.id === known.item.id) ?? null
  } catch (fault) {
    console.error('The target could not be read again', fault)
    return null
  }
}

/** Upgrades again with the same amount, all of it from the balance. */
export async function upgradeAgain(): Promise<void> {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'result') return
  const { stake, target } = upgrading.played
  clearStake()
  setAmount((stake / 100).toFixed(2))
  setTarget(target)
  await upgrade()
}

/** Stakes the won item, without a target. */
export function stakeWon(): void {
  const upgrading = $upgrade.get()
  if (upgrading.phase !== 'result' || !upgrading.played.won || upgrading.played.state !== 'mine') return
  const { played } = upgrading
  clearStake()
  setTarget(null)
  toggleItem(wonItem(played))
}
