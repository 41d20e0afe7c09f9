// Limits the operator's numbers for leaderboards, so that a place never costs less than its prize. See gift-bound.ts for the bound.

import { REWARD_MOST } from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import { type Bound, isKept } from './bound.ts'
import { dollars, type GiftFault, type NamedBound } from './gift-bound.ts'
import type { GiftRules, LeaderboardRules, LeaderPeriod } from './rewards.ts'
import { LEADER_PERIODS } from './rewards.ts'

/** The days of the shortest period of each kind. */
const DAYS: Readonly<Record<LeaderPeriod, number>> = { day: 1, week: 7, month: 28 }

/** As much as the least stake of a case that makes margin. */
const LEADER_STAKE_LEAST = cents(50)

interface Place {
  readonly period: LeaderPeriod
  readonly at: number
  readonly prize: Cents
  /** The prize of the place above; undefined for the first. */
  readonly before: Cents | undefined
}

function placesOf(prizes: LeaderboardRules['prizes']): Place[] {
  return LEADER_PERIODS.flatMap((period) =>
    prizes[period].map((prize, at): Place => ({ period, at, prize, before: prizes[period][at - 1] })),
  )
}

function placeBounds({ period, at, prize, before }: Place, counted: Cents, rafflePercent: number): NamedBound[] {
  const most = cents(Math.floor((counted * rafflePercent) / 100))
  const place = { path: ['prizes', period, at], unit: 'cents', value: prize, side: 'most' } as const
  const bought: NamedBound = {
    ...place,
    rule: 'leader-share',
    strategy: 'place-buyer',
    limit: most,
    message: `who buys place ${at + 1} of the ${period} would be given ${dollars(prize)} for ${dollars(counted)} of margin, more than ${dollars(most)}, which is ${rafflePercent} % of it (rafflePercent)`,
  }
  if (before === undefined) return [bought]
  const message = `who holds back would be given more at place ${at + 1} of the ${period} than at place ${at}`
  return [bought, { ...place, rule: 'leader-order', strategy: 'held-back', limit: before, message }]
}

/** Returns the bounds of leaderboards, each with the strategy that it keeps from a gain. */
export function leaderBounds(
  { dayMostCents, leastStakeCents, prizes }: LeaderboardRules,
  { rafflePercent }: Pick<GiftRules, 'rafflePercent'>,
): NamedBound[] {
  return [
    {
      rule: 'leader-stake',
      strategy: 'cents-staker',
      path: ['leastStake'],
      unit: 'cents',
      value: leastStakeCents,
      side: 'least',
      limit: LEADER_STAKE_LEAST,
      message: `who stakes cents many times would lead by multiplier for ${dollars(leastStakeCents)} each, less than ${dollars(LEADER_STAKE_LEAST)}`,
    },
    ...placesOf(prizes).flatMap((place) => placeBounds(place, cents(dayMostCents * DAYS[place.period]), rafflePercent)),
  ]
}

/** Returns the bounds of what a place may be worth at all. */
export function leaderPrizeBounds({ prizes }: LeaderboardRules): Bound[] {
  return placesOf(prizes).map(({ period, at, prize }) => ({
    rule: 'leader-prize',
    strategy: 'place-buyer',
    path: ['leaderboard', 'prizes', period, at],
    unit: 'cents',
    value: prize,
    side: 'most',
    limit: REWARD_MOST.leaderPrize[period],
  }))
}

/** Returns what breaks the bound, each with the strategy that it would pay; none when the numbers keep it. */
export function leaderFaults(rules: LeaderboardRules, gifts: Pick<GiftRules, 'rafflePercent'>): GiftFault[] {
  return leaderBounds(rules, gifts).filter((bound) => !isKept(bound))
}
