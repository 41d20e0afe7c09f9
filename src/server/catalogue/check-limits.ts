// Checks that no reward of rewards.json is worth more than the limits of economy.ts.
import { FREE_CASE_PERCENT_MOST, MISSION_PERCENT_MOST, REWARD_MOST, WHEEL_PRICE } from '../../game/base/economy.ts'
import { type Cents, cents } from '../../game/base/money.ts'
import { entriesMean } from '../../game/rewards/gift-cost.ts'
import {
  LEADER_PERIODS,
  type Mission,
  type MissionGoal,
  RAFFLE_KINDS,
  type Rewards,
} from '../../game/rewards/rewards.ts'
import { worthOf } from '../../game/rewards/wheel.ts'
import { formatMoney } from '../../i18n/format.ts'

/** A reward that is worth too much: its place in rewards.json, and what is wrong. */
export interface LimitFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** The reward as the beginning of a sentence, and what an item there may be worth; absent where more than an item is at fault. */
  readonly reward?: { readonly subject: string; readonly mostCents: Cents }
}

/** Returns a fault when a worth is above its limit. */
function above(path: readonly PropertyKey[], subject: string, worth: Cents, most: Cents): LimitFault[] {
  if (worth <= most) return []
  return [
    {
      path,
      reward: { subject, mostCents: most },
      message: `${subject} is worth ${formatMoney(worth)}, more than ${formatMoney(most)}`,
    },
  ]
}

/** Returns the least that a player stakes to complete a mission. */
function leastStakeOf({ goal, count }: Mission, { gifts }: Rewards): Cents {
  const { leastStake } = gifts
  const each: Readonly<Record<MissionGoal, number>> = {
    cases: leastStake.case,
    upgrades: leastStake.upgrade,
    contracts: leastStake.contract,
    spent: 1,
  }
  return cents(each[goal] * count)
}

function missionFaults(rewards: Rewards): LimitFault[] {
  return rewards.missions.flatMap((mission, at): LimitFault[] => {
    const { id, period, reward } = mission
    const worth = worthOf(reward)
    const path = ['missions', at, 'reward']
    const subject = `mission "${id}": its reward`
    const limit = period === 'daily' ? REWARD_MOST.dailyMission : REWARD_MOST.weeklyMission
    const faults = above(path, subject, worth, limit)
    if (faults.length > 0) return faults
    const stake = leastStakeOf(mission, rewards)
    const most = cents(Math.floor((stake * MISSION_PERCENT_MOST) / 100))
    if (worth <= most) return []
    const reason = `${MISSION_PERCENT_MOST} % of the ${formatMoney(stake)} that completing it stakes at least`
    const message = `${subject} is worth ${formatMoney(worth)}, more than ${formatMoney(most)}: ${reason}`
    return [{ path, reward: { subject, mostCents: most }, message }]
  })
}

function wheelFaults({ wheel }: Rewards): LimitFault[] {
  const faults = wheel.sectors.flatMap(({ prize }, at) =>
    above(['wheel', 'sectors', at, 'prize'], `the wheel: sector ${at + 1}`, worthOf(prize), REWARD_MOST.wheelSector),
  )
  if (wheel.priceCents >= WHEEL_PRICE.least && wheel.priceCents <= WHEEL_PRICE.most) return faults
  const [least, most] = [WHEEL_PRICE.least, WHEEL_PRICE.most].map((price) => formatMoney(price))
  const message = `the wheel: a spin costs ${formatMoney(wheel.priceCents)}; ${least} to ${most} are allowed`
  return [...faults, { path: ['wheel', 'price'], message }]
}

function freeCaseFaults({ freeCases }: Rewards): LimitFault[] {
  return freeCases.flatMap(({ tier, depositedCents, entries, paused }, at) => {
    const subject = `free case "${tier}"`
    const items = entries.flatMap(({ item }, place) =>
      above(
        ['freeCases', at, 'entries', place],
        `${subject}: item "${item.id}"`,
        item.priceCents,
        REWARD_MOST.freeCaseItem,
      ),
    )
    const mean = cents(Math.round(entriesMean(entries)))
    const most = cents(Math.floor((depositedCents * FREE_CASE_PERCENT_MOST) / 100))
    if (mean <= most || paused === true) return items
    const reason = `${FREE_CASE_PERCENT_MOST} % of the deposit that it asks for`
    const message = `${subject} is worth ${formatMoney(mean)} in the mean, more than ${formatMoney(most)}: ${reason}`
    return [...items, { path: ['freeCases', at, 'entries'], message }]
  })
}

function calendarFaults({ calendar }: Rewards): LimitFault[] {
  const days = calendar.days.flatMap((prize, at) =>
    above(['calendar', 'days', at], `the calendar: day ${at + 1}`, worthOf(prize), REWARD_MOST.calendarDay),
  )
  const supers = calendar.supers.flatMap((prize, at) =>
    above(['calendar', 'supers', at], `the calendar: super prize ${at + 1}`, worthOf(prize), REWARD_MOST.calendarSuper),
  )
  return [...days, ...supers]
}

/** Returns every reward that is worth more than its limit. */
export function limitFaults(rewards: Rewards): LimitFault[] {
  const raffles = RAFFLE_KINDS.flatMap((kind) =>
    rewards.raffles[kind].flatMap(({ id, priceCents }, at) =>
      above(['raffles', kind, at], `the ${kind} raffle: prize "${id}"`, priceCents, REWARD_MOST.raffle[kind]),
    ),
  )
  const leaders = LEADER_PERIODS.flatMap((period) =>
    rewards.leaderboard.prizes[period].flatMap((prize, at) =>
      above(
        ['leaderboard', 'prizes', period, at],
        `the leaderboard: place ${at + 1} of the ${period}`,
        prize,
        REWARD_MOST.leaderPrize[period],
      ),
    ),
  )
  return [
    ...missionFaults(rewards),
    ...wheelFaults(rewards),
    ...freeCaseFaults(rewards),
    ...calendarFaults(rewards),
    ...raffles,
    ...leaders,
  ]
}
