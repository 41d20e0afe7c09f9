// Limits the operator's numbers for gifts, so that no strategy has an expected gain. Stakes make margin, and three shares of it are
// given away: the player's own gifts, their referrer's share, and raffles. The shares add up to at most 70 %. So wealth plus 30 % of
// the margin falls with every stake in the mean, for every strategy. See docs/decisions/0030-gifts-out-of-margin.md.
import type { Cents } from '../base/money.ts'
import { cents } from '../base/money.ts'
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

export interface GiftFault {
  /** The field, within `gifts`. */
  readonly path: readonly string[]
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

function sharesFaults({ ownPercent, referrerPercent, rafflePercent }: GiftRules): GiftFault[] {
  const faults: GiftFault[] = []
  if (ownPercent > OWN_PERCENT_MOST) {
    const message = `a bonus chaser would take out ${ownPercent} % of the margin that they made, more than ${OWN_PERCENT_MOST} %`
    faults.push({ path: ['ownPercent'], message })
  }
  for (const [tier, percent] of Object.entries(referrerPercent)) {
    if (percent <= REFERRER_PERCENT_MOST) continue
    const message = `a player who refers a second account of their own would get back ${percent} % of its margin, more than ${REFERRER_PERCENT_MOST} %`
    faults.push({ path: ['referrerPercent', tier], message })
  }
  if (rafflePercent > RAFFLE_PERCENT_MOST) {
    const message = `a ring that enters raffles alone would win back ${rafflePercent} % of its margin, more than ${RAFFLE_PERCENT_MOST} %`
    faults.push({ path: ['rafflePercent'], message })
  }
  const all = ownPercent + Math.max(...Object.values(referrerPercent)) + rafflePercent
  if (all > GIFTS_PERCENT_MOST) {
    const message = `a ring of accounts that refer each other would get back ${all} % of its margin, more than ${GIFTS_PERCENT_MOST} % (ownPercent, the highest referrerPercent and rafflePercent together)`
    faults.push({ path: [], message })
  }
  return faults
}

function priceFaults({ priceRiskPercent, wonPriceHours }: GiftRules): GiftFault[] {
  const faults: GiftFault[] = []
  if (priceRiskPercent < PRICE_RISK_PERCENT_LEAST) {
    const message = `a sniper of stale prices would gain more by waiting than the ${priceRiskPercent} % that their margin is less, at least ${PRICE_RISK_PERCENT_LEAST} %`
    faults.push({ path: ['priceRiskPercent'], message })
  }
  if (wonPriceHours > WON_PRICE_HOURS_MOST) {
    const message = `a sniper of stale prices could sell at an old price for ${wonPriceHours} hours, more than ${WON_PRICE_HOURS_MOST}`
    faults.push({ path: ['wonPriceHours'], message })
  }
  return faults
}

function accessFaults({ leastStake, depositBonus, withoutDeposit }: GiftRules): GiftFault[] {
  const faults: GiftFault[] = []
  for (const [game, least] of Object.entries(LEAST_STAKES)) {
    const stake = leastStake[game as keyof typeof LEAST_STAKES]
    if (stake >= least) continue
    const message = `who completes missions with the smallest stakes could do so for ${dollars(stake)} each, less than ${dollars(least)}`
    faults.push({ path: ['leastStake', game], message })
  }
  if (depositBonus.percent > DEPOSIT_BONUS_MOST.percent) {
    const message = percentFault(depositBonus.percent, DEPOSIT_BONUS_MOST.percent)
    faults.push({ path: ['depositBonus', 'percent'], message })
  }
  if (depositBonus.mostCents > DEPOSIT_BONUS_MOST.mostCents) {
    const message = sumFault(depositBonus.mostCents, DEPOSIT_BONUS_MOST.mostCents)
    faults.push({ path: ['depositBonus', 'most'], message })
  }
  if (withoutDeposit.steamLevel < STEAM_LEAST.steamLevel) {
    const message = `a collector of gifts could make accounts of Steam level ${withoutDeposit.steamLevel}, at least ${STEAM_LEAST.steamLevel}`
    faults.push({ path: ['withoutDeposit', 'steamLevel'], message })
  }
  if (withoutDeposit.accountDays < STEAM_LEAST.accountDays) {
    const message = `a collector of gifts could use Steam accounts ${withoutDeposit.accountDays} days old, at least ${STEAM_LEAST.accountDays}`
    faults.push({ path: ['withoutDeposit', 'accountDays'], message })
  }
  return faults
}

/** Returns what breaks the bound, each with the strategy that it would pay; none when the numbers keep it. */
export function giftFaults(rules: GiftRules): GiftFault[] {
  return [...sharesFaults(rules), ...priceFaults(rules), ...accessFaults(rules)]
}
