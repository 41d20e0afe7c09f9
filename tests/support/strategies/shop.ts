// A shop of the pure rules for players who are simulated: what they hold, and every move that they can make. Rolls, prices and the
// clock come from outside. A rule can be removed, to show that a test notices.

import type { PaidGame } from '../../../src/game/base/games.ts'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import { entryOfRoll } from '../../../src/game/cases/case.ts'
import {
  chargeBalance,
  countStake,
  creditBalance,
  type GiftAccount,
  giftAllowance,
  itemValue,
  type LockedItem,
  lockedAtValue,
  lockedOfWin,
  missingTurnover,
  unlockItem,
} from '../../../src/game/rewards/gifts.ts'
import { marginAfterReversal, marginRate, microcents, type PricedTickets } from '../../../src/game/rewards/margin.ts'
import type { GiftRules } from '../../../src/game/rewards/rewards.ts'

/** A rule that is removed. */
export type RemovedRule =
  | 'gifts-locked'
  | 'wins-locked'
  | 'unlocked-by-value'
  | 'commission-by-margin'
  | 'raffles-in-equal-shares'
  | 'won-price-for-a-day'
  | 'withdrawals-held'
  | 'places-from-own-margin'
  | 'chosen-price-fresh'
  | 'drawn-price-fresh'
  | 'edge-by-age'
  | 'compared-before-sent'
  /** All three rules about the prices of chosen items. */
  | 'chosen-prices'

export interface ShopRules extends GiftRules {
  readonly removed?: RemovedRule
}

/** An odds table that is played: a stake of 0 is a gift. */
export interface PlayedTable {
  readonly game: PaidGame
  readonly stakeCents: Cents
  readonly lines: readonly (PricedTickets & { readonly isMoney: boolean })[]
}

export interface HeldItem extends LockedItem {
  readonly wonAtMs: number
  /** What it is worth outside of the shop now; whole cents of it are its price in the catalogue. */
  marketCents: number
  /** The face value of the gifts that went into it. */
  readonly faceCents: number
}

export interface SimulatedPlayer {
  account: GiftAccount
  items: HeldItem[]
  depositedCents: Cents
  /** The value of withdrawn items when they left. */
  takenOutCents: number
  /** What free money won more than the odds say, and what free items gained in price: zero in the mean, whatever is played. */
  luckCents: number
}

export function newPlayer(): SimulatedPlayer {
  const none = cents(0)
  const account = {
    balanceCents: none,
    lockedCents: none,
    unlockedCents: none,
    stakedCents: none,
    margin: microcents(0),
  }
  return { account, items: [], depositedCents: none, takenOutCents: 0, luckCents: 0 }
}

export function deposit(player: SimulatedPlayer, amount: Cents): void {
  player.account = creditBalance(player.account, amount, cents(0))
  player.depositedCents = cents(player.depositedCents + amount)
}

/** Pays free money: a commission. */
export function pay(player: SimulatedPlayer, amount: Cents): void {
  player.account = creditBalance(player.account, amount, cents(0))
}

export function giveMoney(player: SimulatedPlayer, amount: Cents, rules: ShopRules): void {
  player.account = creditBalance(player.account, amount, rules.removed === 'gifts-locked' ? cents(0) : amount)
}

/** Gives an item; a prize of a raffle is paid by its entrants and is free. */
export function giveItem(
  player: SimulatedPlayer,
  price: Cents,
  atMs: number,
  rules: ShopRules,
  isPaidFor = false,
): void {
  const lockedCents = isPaidFor || rules.removed === 'gifts-locked' ? cents(0) : price
  player.items.push({ priceCents: price, lockedCents, wonAtMs: atMs, marketCents: price, faceCents: lockedCents })
}

/** Returns what an item sells for, or counts for as a stake. */
export function sellingValue(item: HeldItem, atMs: number, rules: ShopRules): Cents {
  const hours = rules.removed === 'won-price-for-a-day' ? { wonPriceHours: 1e6 } : rules
  return itemValue(item, cents(Math.max(1, Math.floor(item.marketCents))), atMs, hours)
}

function remove(player: SimulatedPlayer, items: readonly HeldItem[]): void {
  if (items.length > 0) player.items = player.items.filter((item) => !items.includes(item))
}

/**
 * Plays a table with money and items, which are the stake in it.
 *
 * @returns the item that was won, if any
 */
export function play(
  player: SimulatedPlayer,
  table: PlayedTable,
  { items = [], atMs, roll }: { readonly items?: readonly HeldItem[]; readonly atMs: number; readonly roll: number },
  rules: ShopRules,
): HeldItem | null {
  const { stakeCents, lines } = table
  const values = items.map((item) => sellingValue(item, atMs, rules))
  const lockedItems = items.reduce((sum, item, at) => sum + lockedAtValue(item, values[at] ?? cents(0)), 0)
  const money = cents(stakeCents - values.reduce((sum, value) => sum + value, 0))
  const charged = chargeBalance(player.account, money, rules)
  const lockedCents = cents(charged.lockedCents + lockedItems)
  const cashCents = cents(stakeCents - lockedCents)
  const rate = marginRate(table, rules.priceRiskPercent)
  remove(player, items)
  player.account = countStake(charged.account, { game: table.game, stakeCents, cashCents, rate }, rules)
  const won = entryOfRoll(lines, roll)
  const price = cents(won.priceCents)
  if (stakeCents > 0) {
    const all = lines.reduce((sum, { tickets }) => sum + tickets, 0)
    const mean = lines.reduce((sum, line) => sum + line.priceCents * line.tickets, 0) / all
    player.luckCents += (cashCents / stakeCents) * (price - mean)
  }
  if (price === 0) return null
  const isFree =
    rules.removed === 'wins-locked' ? stakeCents > 0 : rules.removed === 'gifts-locked' && lockedCents === 0
  const locked = isFree ? cents(0) : lockedOfWin({ stakeCents, lockedCents }, price)
  if (won.isMoney) {
    player.account = creditBalance(player.account, price, locked)
    return null
  }
  const faceCents =
    stakeCents === 0 ? price : charged.lockedCents + items.reduce((sum, item) => sum + item.faceCents, 0)
  const item = { priceCents: price, lockedCents: locked, wonAtMs: atMs, marketCents: price, faceCents }
  player.items.push(item)
  return item
}

export function sell(player: SimulatedPlayer, item: HeldItem, atMs: number, rules: ShopRules): void {
  const value = sellingValue(item, atMs, rules)
  remove(player, [item])
  player.account = creditBalance(player.account, value, lockedAtValue(item, value))
}

/** Withdraws an item if the rules let it leave. */
export function withdraw(player: SimulatedPlayer, item: HeldItem, atMs: number, rules: ShopRules): boolean {
  if (missingTurnover(player.account, player.depositedCents) > 0) return false
  const most = cents(Math.max(Math.ceil(item.marketCents), sellingValue(item, atMs, rules)))
  if (rules.removed === 'unlocked-by-value') {
    const face = cents(Math.min(item.faceCents, lockedAtValue(item, most)))
    if (face > giftAllowance(player.account, rules)) return false
    player.account = { ...player.account, unlockedCents: cents(player.account.unlockedCents + face) }
  } else {
    const unlocked = unlockItem(player.account, item, most, rules)
    if (!unlocked.ok) return false
    player.account = unlocked.account
  }
  remove(player, [item])
  player.takenOutCents += item.marketCents
  return true
}

/** Moves the price of every item by a part of it, up or down; `isUp` is asked for each. */
export function movePrices(player: SimulatedPlayer, part: number, isUp: () => boolean): void {
  for (const item of player.items) {
    const change = item.marketCents * (isUp() ? part : -part)
    player.luckCents += change * freePart(item)
    item.marketCents += change
  }
}

/** Reverses all deposits of a player; what they hold is taken back. */
export function reverseDeposits(player: SimulatedPlayer): void {
  const { account, depositedCents } = player
  const margin = marginAfterReversal(account.margin, depositedCents, depositedCents)
  player.account = { ...account, margin, balanceCents: cents(0), lockedCents: cents(0) }
  player.items = []
}

const freePart = ({ priceCents, lockedCents }: LockedItem): number => (priceCents - lockedCents) / priceCents

/** Returns the free money and the free part of the items that a player holds, in cents. */
export function freeWealth({ account, items }: SimulatedPlayer): number {
  const held = items.reduce((sum, item) => sum + item.marketCents * freePart(item), 0)
  return account.balanceCents - account.lockedCents + held
}
