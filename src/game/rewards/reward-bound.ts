// Limits what each reward is worth: above it, who takes gifts only would live off them, or who stakes least would be paid for it.
// What is given is locked until margin pays for it (gift-bound.ts); these limits keep a single gift from being worth more than that.
import {
  FREE_CASE_PERCENT_MOST,
  MISSION_PERCENT_MOST,
  REWARD_MOST,
  WHEEL_PRICE,
  WHEEL_RETURN_PERCENT,
} from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import type { Bound } from './bound.ts'
import { giftBounds } from './gift-bound.ts'
import { entriesMean } from './gift-cost.ts'
import { leaderBounds, leaderPrizeBounds } from './leader-bound.ts'
import { type Mission, type MissionGoal, RAFFLE_KINDS, type Rewards, type Wheel } from './rewards.ts'
import { wheelReturn, worthOf } from './wheel.ts'

/** Returns the least that a player stakes to complete a mission. */
export function leastStakeOf(
  { goal, count }: Pick<Mission, 'goal' | 'count'>,
  { gifts }: Pick<Rewards, 'gifts'>,
): Cents {
  const { leastStake } = gifts
  const each: Readonly<Record<MissionGoal, number>> = {
    cases: leastStake.case,
    upgrades: leastStake.upgrade,
    contracts: leastStake.contract,
    spent: 1,
  }
  return cents(each[goal] * count)
}

const AT_MOST = { unit: 'cents', side: 'most' } as const

function missionBounds(rewards: Rewards): Bound[] {
  return rewards.missions.flatMap((mission, at): Bound[] => {
    const reward = { ...AT_MOST, path: ['missions', at, 'reward'], value: worthOf(mission.reward) }
    const stake = leastStakeOf(mission, rewards)
    return [
      {
        ...reward,
        rule: 'mission-worth',
        strategy: 'small-stakes',
        limit: mission.period === 'daily' ? REWARD_MOST.dailyMission : REWARD_MOST.weeklyMission,
      },
      {
        ...reward,
        rule: 'mission-stake',
        strategy: 'small-stakes',
        limit: Math.floor((stake * MISSION_PERCENT_MOST) / 100),
      },
    ]
  })
}

function wheelBounds({ wheel }: Rewards): Bound[] {
  const price = { path: ['wheel', 'price'], unit: 'cents', value: wheel.priceCents } as const
  return [
    ...wheel.sectors.map(
      ({ prize }, at): Bound => ({
        ...AT_MOST,
        rule: 'wheel-sector',
        strategy: 'collector',
        path: ['wheel', 'sectors', at, 'prize'],
        value: worthOf(prize),
        limit: REWARD_MOST.wheelSector,
      }),
    ),
    { ...price, rule: 'wheel-price-least', strategy: null, side: 'least', limit: WHEEL_PRICE.least },
    { ...price, rule: 'wheel-price-most', strategy: 'collector', side: 'most', limit: WHEEL_PRICE.most },
  ]
}

/** Returns the bounds of what a spin gives back, in percent; of a wheel that turns. */
function wheelReturnBounds(wheel: Wheel): Bound[] {
  const returned = { path: ['wheel'], unit: 'percent', value: wheelReturn(wheel) * 100 } as const
  const { least, most } = WHEEL_RETURN_PERCENT
  return [
    { ...returned, rule: 'wheel-return', strategy: 'wheel-spinner', side: 'most', limit: most },
    { ...returned, rule: 'wheel-fair', strategy: null, side: 'least', limit: least },
  ]
}

function freeCaseBounds({ freeCases }: Rewards): Bound[] {
  return freeCases.flatMap(({ depositedCents, entries, paused }, at) => {
    const path = ['freeCases', at, 'entries'] as const
    const items = entries.map(
      ({ item }, place): Bound => ({
        ...AT_MOST,
        rule: 'free-item',
        strategy: 'case-depositor',
        path: [...path, place],
        value: item.priceCents,
        limit: REWARD_MOST.freeCaseItem,
      }),
    )
    if (paused === true || entries.length === 0) return items
    const mean: Bound = {
      ...AT_MOST,
      rule: 'free-mean',
      strategy: 'case-depositor',
      path,
      value: Math.round(entriesMean(entries)),
      limit: Math.floor((depositedCents * FREE_CASE_PERCENT_MOST) / 100),
    }
    return [...items, mean]
  })
}

function calendarBounds({ calendar }: Rewards): Bound[] {
  const of = (list: 'days' | 'supers', rule: 'calendar-day' | 'calendar-super', limit: Cents): Bound[] =>
    calendar[list].map((prize, at) => ({
      ...AT_MOST,
      rule,
      strategy: 'collector',
      path: ['calendar', list, at],
      value: worthOf(prize),
      limit,
    }))
  return [
    ...of('days', 'calendar-day', REWARD_MOST.calendarDay),
    ...of('supers', 'calendar-super', REWARD_MOST.calendarSuper),
  ]
}

function raffleBounds({ raffles }: Rewards): Bound[] {
  return RAFFLE_KINDS.flatMap((kind) =>
    raffles[kind].map(
      ({ priceCents }, at): Bound => ({
        ...AT_MOST,
        rule: 'raffle-prize',
        strategy: 'raffle-ring',
        path: ['raffles', kind, at],
        value: priceCents,
        limit: REWARD_MOST.raffle[kind],
      }),
    ),
  )
}

/** Returns the bounds of what single rewards are worth, by their places in rewards.json. */
export function prizeBounds(rewards: Rewards): Bound[] {
  return [
    ...missionBounds(rewards),
    ...wheelBounds(rewards),
    ...freeCaseBounds(rewards),
    ...calendarBounds(rewards),
    ...raffleBounds(rewards),
    ...leaderPrizeBounds(rewards.leaderboard),
  ]
}

/** Returns every bound of all rewards, by their places in rewards.json: what the check of a catalogue refuses where one is broken. */
export function rewardBounds(rewards: Rewards): Bound[] {
  const within = (part: string, bounds: readonly Bound[]): Bound[] =>
    bounds.map((bound) => ({ ...bound, path: [part, ...bound.path] }))
  return [
    ...prizeBounds(rewards),
    ...(rewards.wheel.paused === true || rewards.wheel.sectors.length === 0 ? [] : wheelReturnBounds(rewards.wheel)),
    ...within('gifts', giftBounds(rewards.gifts)),
    ...within('leaderboard', leaderBounds(rewards.leaderboard, rewards.gifts)),
  ]
}
