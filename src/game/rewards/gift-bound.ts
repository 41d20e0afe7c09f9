// Limits the operator's numbers for gifts, so that no strategy has an expected gain. Stakes make margin, and three shares of it are
// given away: the player's own gifts, their referrer's share, and raffles. The shares add up to at most 70 %. So wealth plus 30 % of
// the margin falls with every stake in the mean, for every strategy. See docs/decisions/0030-gifts-out-of-margin.md.
import type { Cents } from '../base/money.ts'
import { cents } from '../base/money.ts'
import { type Bound, isKept } from './bound.ts'
import type { GiftRules } from './rewards.ts'

/** The most and the least that is allowed, each with what would break it. */
export const OWN_PERCENT_MOST = 40
export const REFERRER_PERCENT_MOST = 20
export const RAFFLE_PERCENT_MOST = 10
/** All gifts together: the rest of the margin pays for the shop. */
export const GIFTS_PERCENT_MOST = 70
/** Prices move by about 2 % a day, of which the choice between selling at the old and withdrawing at the new one gains half. */
const PRICE_RISK_PERCENT_LEAST = 1
const LEAST_STAKES: GiftRules['leastStake'] = {
  case: cents(50),
  upgrade: cents(100),
  contract: cents(300),
  wheel: cents(100),
  battle: cents(50),
}
export const DEPOSIT_BONUS_MOST = { percent: 10, mostCents: cents(5000) } as const
const STEAM_LEAST = { steamLevel: 5, accountDays: 180 } as const
const WON_PRICE_HOURS_MOST = 24

/** A bound that names its strategy in words, for operators, who read faults in English. */
export interface NamedBound extends Bound {
  readonly message: string
}

export interface GiftFault {
  /** The field, within `gifts`. */
  readonly path: readonly (string | number)[]
  /** Names the strategy that would have a gain. */
  readonly message: string
}

/** Formats an amount for operators, who read these faults in English. */
export const dollars = (amount: Cents): string => `$${(amount / 100).toFixed(2)}`

/** What a bonus in percent of a deposit would pay, where it is more than is allowed. */
export const percentFault = (percent: number, most: number): string =>
  `a bonus chaser would get ${percent} % of a deposit to play with, more than ${most} %`

/** What a bonus of a sum would pay, where it is more than is allowed. */
export const sumFault = (sum: Cents, most: Cents): string =>
  `a bonus chaser would get ${dollars(sum)} with one deposit, more than ${dollars(most)}`

const PERCENT_MOST = { unit: 'percent', side: 'most' } as const

/** Returns the most of margin that any referrer may get, by tier or by a share of their own: what the sum of all gifts counts with. */
export function referrerPercentMost({ referrerPercent }: Pick<GiftRules, 'referrerPercent'>): number {
  return Math.min(REFERRER_PERCENT_MOST, Math.max(...Object.values(referrerPercent)))
}

function sharesBounds({ ownPercent, referrerPercent, rafflePercent }: GiftRules): NamedBound[] {
  const all = ownPercent + Math.max(...Object.values(referrerPercent)) + rafflePercent
  return [
    {
      ...PERCENT_MOST,
      rule: 'own-percent',
      strategy: 'bonus-chaser',
      path: ['ownPercent'],
      value: ownPercent,
      limit: OWN_PERCENT_MOST,
      message: `a bonus chaser would take out ${ownPercent} % of the margin that they made, more than ${OWN_PERCENT_MOST} %`,
    },
    ...Object.entries(referrerPercent).map(
      ([tier, percent]): NamedBound => ({
        ...PERCENT_MOST,
        rule: 'referrer-percent',
        strategy: 'second-account',
        path: ['referrerPercent', tier],
        value: percent,
        limit: REFERRER_PERCENT_MOST,
        message: `a player who refers a second account of their own would get back ${percent} % of its margin, more than ${REFERRER_PERCENT_MOST} %`,
      }),
    ),
    {
      ...PERCENT_MOST,
      rule: 'raffle-percent',
      strategy: 'raffle-ring',
      path: ['rafflePercent'],
      value: rafflePercent,
      limit: RAFFLE_PERCENT_MOST,
      message: `a ring that enters raffles alone would win back ${rafflePercent} % of its margin, more than ${RAFFLE_PERCENT_MOST} %`,
    },
    {
      ...PERCENT_MOST,
      rule: 'all-percent',
      strategy: 'referral-ring',
      path: [],
      value: all,
      limit: GIFTS_PERCENT_MOST,
      message: `a ring of accounts that refer each other would get back ${all} % of its margin, more than ${GIFTS_PERCENT_MOST} % (ownPercent, the highest referrerPercent and rafflePercent together)`,
    },
  ]
}

function priceBounds({ priceRiskPercent, wonPriceHours }: GiftRules): NamedBound[] {
  return [
    {
      rule: 'price-risk',
      strategy: 'price-sniper',
      path: ['priceRiskPercent'],
      unit: 'percent',
      value: priceRiskPercent,
      side: 'least',
      limit: PRICE_RISK_PERCENT_LEAST,
      message: `a sniper of stale prices would gain more by waiting than the ${priceRiskPercent} % that their margin is less, at least ${PRICE_RISK_PERCENT_LEAST} %`,
    },
    {
      rule: 'won-price',
      strategy: 'price-sniper',
      path: ['wonPriceHours'],
      unit: 'hours',
      value: wonPriceHours,
      side: 'most',
      limit: WON_PRICE_HOURS_MOST,
      message: `a sniper of stale prices could sell at an old price for ${wonPriceHours} hours, more than ${WON_PRICE_HOURS_MOST}`,
    },
  ]
}

function stakeBounds({ leastStake }: GiftRules): NamedBound[] {
  return Object.entries(LEAST_STAKES).map(([game, least]) => {
    const stake = leastStake[game as keyof typeof LEAST_STAKES]
    return {
      rule: 'least-stake',
      strategy: 'small-stakes',
      path: ['leastStake', game],
      unit: 'cents',
      value: stake,
      side: 'least',
      limit: least,
      message: `who completes missions with the smallest stakes could do so for ${dollars(stake)} each, less than ${dollars(least)}`,
    }
  })
}

function accessBounds({ depositBonus, withoutDeposit }: GiftRules): NamedBound[] {
  const { steamLevel, accountDays } = withoutDeposit
  return [
    {
      ...PERCENT_MOST,
      rule: 'bonus-percent',
      strategy: 'bonus-chaser',
      path: ['depositBonus', 'percent'],
      value: depositBonus.percent,
      limit: DEPOSIT_BONUS_MOST.percent,
      message: percentFault(depositBonus.percent, DEPOSIT_BONUS_MOST.percent),
    },
    {
      rule: 'bonus-most',
      strategy: 'bonus-chaser',
      path: ['depositBonus', 'most'],
      unit: 'cents',
      value: depositBonus.mostCents,
      side: 'most',
      limit: DEPOSIT_BONUS_MOST.mostCents,
      message: sumFault(depositBonus.mostCents, DEPOSIT_BONUS_MOST.mostCents),
    },
    {
      rule: 'steam-level',
      strategy: 'collector',
      path: ['withoutDeposit', 'steamLevel'],
      unit: 'level',
      value: steamLevel,
      side: 'least',
      limit: STEAM_LEAST.steamLevel,
      message: `a collector of gifts could make accounts of Steam level ${steamLevel}, at least ${STEAM_LEAST.steamLevel}`,
    },
    {
      rule: 'account-days',
      strategy: 'collector',
      path: ['withoutDeposit', 'accountDays'],
      unit: 'days',
      value: accountDays,
      side: 'least',
      limit: STEAM_LEAST.accountDays,
      message: `a collector of gifts could use Steam accounts ${accountDays} days old, at least ${STEAM_LEAST.accountDays}`,
    },
  ]
}

/** Returns the bounds of the rules of gifts, each with the strategy that it keeps from a gain. */
export function giftBounds(rules: GiftRules): NamedBound[] {
  return [...sharesBounds(rules), ...priceBounds(rules), ...stakeBounds(rules), ...accessBounds(rules)]
}

/** Returns what breaks the bound, each with the strategy that it would pay; none when the numbers keep it. */
export function giftFaults(rules: GiftRules): GiftFault[] {
  return giftBounds(rules).filter((bound) => !isKept(bound))
}
