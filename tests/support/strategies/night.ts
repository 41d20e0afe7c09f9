// A night of a simulated site, and what players do in it.

import { type Cents, cents } from '../../../src/game/base/money.ts'
import type { Catalogue } from '../../../src/game/catalogue/catalogue.ts'
import { depositBonus } from '../../../src/game/rewards/gifts.ts'
import { shareOfMargin } from '../../../src/game/rewards/margin.ts'
import type { Prize, Rewards } from '../../../src/game/rewards/rewards.ts'
import { worthOf } from '../../../src/game/rewards/wheel.ts'
import { drawFrom } from '../../game/fairness/chi-squared.ts'
import {
  deposit,
  giveItem,
  giveMoney,
  type HeldItem,
  type PlayedTable,
  pay,
  play,
  type ShopRules,
  type SimulatedPlayer,
  sell,
  withdraw,
} from './shop.ts'

export const DAY_MS = 86_400_000
/** How much each price moves a day, up or down with equal chances. */
export const DAILY_MOVE = 0.02
export const NIGHTS = 14
export const WAITING_DAYS = 60
export const DEPOSIT = cents(10_000)
/** Commissions of deposits at the highest tier, as they were before margin paid them. */
const OLD_COMMISSION_PERCENT = 7

/** What all of them play: the case with the highest return, and the gifts of the site. */
export interface Tables {
  readonly box: PlayedTable
  readonly freeCases: readonly PlayedTable[]
  readonly freeSpin: PlayedTable
  readonly rewards: Rewards
}

/** Returns the tables of a catalogue. */
export function tablesOf(catalogue: Catalogue, rewards: Rewards): Tables {
  const cases = [...catalogue.cases.values()].map(
    ({ priceCents, entries }): PlayedTable => ({
      game: 'case',
      stakeCents: priceCents,
      lines: entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets, isMoney: false })),
    }),
  )
  const worth = ({ lines, stakeCents }: PlayedTable): number =>
    lines.reduce((sum, line) => sum + line.priceCents * line.tickets, 0) / stakeCents
  // One that costs enough for whole cents to matter little.
  const [box] = cases.filter(({ stakeCents }) => stakeCents === 200).sort((one, other) => worth(other) - worth(one))
  if (box === undefined) throw new Error('No case costs $2.00')
  const none = cents(0)
  return {
    box,
    rewards,
    freeCases: rewards.freeCases.map(({ entries }) => ({
      game: 'case',
      stakeCents: none,
      lines: entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets, isMoney: false })),
    })),
    freeSpin: {
      game: 'wheel',
      stakeCents: none,
      lines: rewards.wheel.sectors.map(({ prize, tickets }) => ({
        priceCents: worthOf(prize),
        tickets,
        isMoney: prize.kind === 'balance',
      })),
    },
  }
}

/** The site at a night of a simulation. */
export interface Night {
  readonly tables: Tables
  readonly rules: ShopRules
  readonly stream: () => number
  readonly night: number
  readonly atMs: number
}

export const isUp = ({ stream }: Night): boolean => stream() % 2 === 0
const rollIn = ({ stream }: Night): number => drawFrom(stream, 1_000_000)

export function open(player: SimulatedPlayer, table: PlayedTable, night: Night): HeldItem | null {
  return play(player, table, { atMs: night.atMs, roll: rollIn(night) }, night.rules)
}

function givePrize(player: SimulatedPlayer, prize: Prize, { rules, atMs }: Night): void {
  if (prize.kind === 'balance') giveMoney(player, prize.amount, rules)
  else if (prize.kind !== 'nothing') giveItem(player, worthOf(prize), atMs, rules)
}

/** Claims what needs no deposit: the free spin and the calendar's day. */
export function claimDaily(player: SimulatedPlayer, night: Night): void {
  const { days, supers } = night.tables.rewards.calendar
  open(player, night.tables.freeSpin, night)
  const day = [...days, ...supers.slice(0, 1)][night.night % 10]
  if (day !== undefined) givePrize(player, day, night)
}

/** Claims what a night of play gives: every free case and every mission. */
export function claimAll(player: SimulatedPlayer, night: Night): void {
  claimDaily(player, night)
  for (const table of night.tables.freeCases) open(player, table, night)
  for (const { period, reward } of night.tables.rewards.missions) {
    if (period === 'daily' || night.night % 7 === 0) givePrize(player, reward, night)
  }
}

/** Stakes an amount on the case, as far as the balance covers it. */
export function stake(player: SimulatedPlayer, amount: number, night: Night): void {
  const { box } = night.tables
  for (let staked = 0; staked + box.stakeCents <= amount; staked += box.stakeCents) {
    if (player.account.balanceCents >= box.stakeCents) open(player, box, night)
  }
}

/** Withdraws what may leave, the least locked items first. */
export function takeOut(player: SimulatedPlayer, { atMs, rules }: Night): void {
  for (const item of player.items.toSorted((one, other) => one.lockedCents - other.lockedCents)) {
    withdraw(player, item, atMs, rules)
  }
}

export function sellAll(player: SimulatedPlayer, { atMs, rules }: Night): void {
  for (const item of player.items) sell(player, item, atMs, rules)
}

export function depositWithBonus(player: SimulatedPlayer, amount: Cents, { rules }: Night): void {
  deposit(player, amount)
  giveMoney(player, depositBonus(amount, rules.depositBonus.percent, rules), rules)
}

/** Plays an evening as who wants every gift, and sells what may not leave to play it again. */
export function chase(player: SimulatedPlayer, night: Night): void {
  depositWithBonus(player, DEPOSIT, night)
  stake(player, DEPOSIT, night)
  claimAll(player, night)
  takeOut(player, night)
  sellAll(player, night)
  stake(player, player.account.lockedCents, night)
}

/** Pays a referrer what is due for a player. */
export interface Referral {
  readonly referrer: SimulatedPlayer
  readonly referred: SimulatedPlayer
  paidCents: number
}

export function payCommission(referral: Referral, { rules }: Night): void {
  const { referrer, referred } = referral
  const all =
    rules.removed === 'commission-by-margin'
      ? Math.floor((referred.depositedCents * OLD_COMMISSION_PERCENT) / 100)
      : shareOfMargin(referred.account.margin, rules.referrerPercent.platinum)
  pay(referrer, cents(all - referral.paidCents))
  referral.paidCents = all
}
