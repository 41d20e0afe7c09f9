// What gifts cost the shop a player and day, when a player claims all of them: an upper bound in the mean, before margin limits what is
// taken out.

import { CALENDAR_SUPER_DAYS } from '../base/economy.ts'
import { returnToPlayer, ticketSum } from '../cases/case.ts'
import type { CaseEntry } from '../catalogue/catalogue.ts'
import type { MissionPeriod, Prize, Rewards } from './rewards.ts'
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
  return entries.reduce((sum, { item, tickets }) => sum + item.priceCents * tickets, 0) / ticketSum(entries)
}

/** Returns what a prize costs in the mean: an opening as much as its case returns. */
function costOf(prize: Prize): number {
  return prize.kind === 'case' ? prize.box.priceCents * returnToPlayer(prize.box) : worthOf(prize)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const mean = (values: readonly number[]): number => sum(values) / values.length

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
    wheel: sum(spins) / ticketSum(wheel.sectors),
    freeCases: sum(freeCases.map(({ entries }) => entriesMean(entries))),
  }
}
