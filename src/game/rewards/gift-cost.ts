// What gifts cost the shop a player and day, when a player claims all of them: an upper bound in the mean, before margin limits what is
// taken out.

import { CALENDAR_SUPER_DAYS } from '../base/economy.ts'
import { returnToPlayer, ticketSum } from '../cases/case.ts'
import type { CaseEntry } from '../catalogue/catalogue.ts'
import {
  LEADER_PERIODS,
  type LeaderPeriod,
  type MissionPeriod,
  type Prize,
  RAFFLE_KINDS,
  type RaffleKind,
  type Rewards,
} from './rewards.ts'
import { worthOf } from './wheel.ts'

/** The mean cost of a kind of gift, in cents a player and day; not rounded. */
export interface GiftCosts {
  readonly dailyMissions: number
  readonly weeklyMissions: number
  readonly calendar: number
  /** Of the daily free spin. */
  readonly wheel: number
  /** Of a player who deposits as much as the highest tier asks for, every night. */
  readonly freeCases: number
}

/** Returns what opening entries wins in the mean, in cents. */
export function entriesMean(entries: readonly CaseEntry[]): number {
  const worth = entries.reduce((sum, { item, tickets }) => sum + item.priceCents * tickets, 0)
  return entries.length === 0 ? 0 : worth / ticketSum(entries)
}

/** Returns what a prize costs in the mean: an opening as much as its case returns. */
function costOf(prize: Prize): number {
  return prize.kind === 'case' ? prize.box.priceCents * returnToPlayer(prize.box) : worthOf(prize)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length)

/** Returns the mean costs of all gifts that a player can claim by themselves. */
export function giftCosts({ missions, calendar, wheel, freeCases }: Rewards): GiftCosts {
  const missionsOf = (period: MissionPeriod): number =>
    sum(missions.flatMap((mission) => (mission.period === period ? [costOf(mission.reward)] : [])))
  const cycle = sum(calendar.days.map(costOf)) + mean(calendar.supers.map(costOf))
  const spins = wheel.sectors.map(({ prize, tickets }) => costOf(prize) * tickets)
  return {
    dailyMissions: missionsOf('daily'),
    weeklyMissions: missionsOf('weekly') / 7,
    calendar: cycle / CALENDAR_SUPER_DAYS,
    wheel: spins.length === 0 ? 0 : sum(spins) / ticketSum(wheel.sectors),
    freeCases: sum(freeCases.map(({ entries }) => entriesMean(entries))),
  }
}

/** The parts of the rewards whose cost is told, and of which what was given is stored. */
export const GIFT_PARTS = [
  'wheel',
  'calendar',
  'missions',
  'freeCases',
  'raffles',
  'leaderboards',
  'referral',
  'bonuses',
] as const

export type GiftPart = (typeof GIFT_PARTS)[number]

/** What was given, in cents at face value. */
export type GivenByPart = Readonly<Record<GiftPart, number>>

/** What was played on some days, which rewards are measured against. Amounts are cents. */
export interface PastPlay {
  readonly days: number
  /** Those who played each day, added up: a player counts once a day. */
  readonly playerDays: number
  readonly margin: number
  readonly deposited: number
}

/** How often a raffle of a kind is drawn, and a leaderboard of a period paid, a day. */
const DRAWS: Readonly<Record<RaffleKind, number>> = { hourly: 24, daily: 1, weekly: 1 / 7 }
const PAYMENTS: Readonly<Record<LeaderPeriod, number>> = { day: 1, week: 1 / 7, month: 1 / 30 }

/** Prizes that all players share, and that a part of their margin pays, else they roll over. */
function sharedCost(aDay: number, { gifts }: Rewards, { days, playerDays, margin }: PastPlay): number {
  return Math.min((aDay * days) / playerDays, (margin * gifts.rafflePercent) / 100 / playerDays)
}

/**
 * Returns what a part of the rewards costs at most, in cents a player and day, before margin limits what is taken out; null where it depends
 * on play, and nobody has played.
 */
export function partCost(part: GiftPart, rewards: Rewards, past: PastPlay): number | null {
  const { playerDays, margin, deposited } = past
  const { raffles, leaderboard, referral, gifts } = rewards
  switch (part) {
    case 'wheel':
      return giftCosts(rewards).wheel
    case 'calendar':
      return giftCosts(rewards).calendar
    case 'missions':
      return giftCosts(rewards).dailyMissions + giftCosts(rewards).weeklyMissions
    case 'freeCases':
      return giftCosts(rewards).freeCases
  }
  if (playerDays === 0) return null
  switch (part) {
    case 'raffles':
      return sharedCost(
        sum(RAFFLE_KINDS.map((kind) => mean(raffles[kind].map(({ priceCents }) => priceCents)) * DRAWS[kind])),
        rewards,
        past,
      )
    case 'leaderboards':
      return sharedCost(
        sum(LEADER_PERIODS.map((period) => sum(leaderboard.prizes[period]) * PAYMENTS[period])),
        rewards,
        past,
      )
    case 'referral':
      return (margin * Math.max(0, ...referral.map(({ percent }) => percent))) / 100 / playerDays
    case 'bonuses':
      return (deposited * gifts.depositBonus.percent) / 100 / playerDays
  }
}
