// Limits what a promo code gives by the shop's caps of bonuses, with the words of their own check (gift-bound.ts).
import { DEPOSIT } from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import { dollars, percentFault, sumFault } from './gift-bound.ts'
import { type DepositBonus, leastForSum } from './gifts.ts'
import type { GiftRules } from './rewards.ts'

/** `share`: the smallest deposit that gets a fixed sum is too small for it. `case-most`: openings of a case are worth too much together. */
export type PromoBoundFault = 'percent-most' | 'sum-most' | 'share' | 'case-most'

export interface PromoBound {
  readonly fault: PromoBoundFault
  /** What would be given: percent, or cents. */
  readonly given: number
  /** The most, in the same unit. */
  readonly most: number
  /** The smallest deposit that a fixed sum may have, in cents; 0 for other faults. */
  readonly least: Cents
  /** Names the strategy that would have a gain, for operators, who read English. */
  readonly message: string
}

/** Returns what percentage of a deposit a sum is, with one decimal, rounded up: what breaks a cap never looks as if it kept it. */
function percentOf(sum: Cents, deposit: Cents): number {
  return Math.ceil((sum * 1000) / deposit) / 10
}

/**
 * Returns why the bonus of a code would pay its players; null where the caps allow it.
 *
 * @param depositMin the smallest deposit that the code applies to, in cents; 0 for every deposit that can be made
 */
export function promoBound(
  { percent, sum, depositMin }: DepositBonus & { readonly depositMin: Cents },
  rules: Pick<GiftRules, 'depositBonus'>,
): PromoBound | null {
  const { percent: percentMost, mostCents } = rules.depositBonus
  const none = cents(0)
  if (sum === 0) {
    if (percent <= percentMost) return null
    const message = percentFault(percent, percentMost)
    return { fault: 'percent-most', given: percent, most: percentMost, least: none, message }
  }
  if (sum > mostCents) {
    return { fault: 'sum-most', given: sum, most: mostCents, least: none, message: sumFault(sum, mostCents) }
  }
  const smallest = cents(Math.max(depositMin, DEPOSIT.least))
  const least = leastForSum(sum, rules)
  if (smallest >= least) return null
  const given = percentOf(sum, smallest)
  return { fault: 'share', given, most: percentMost, least, message: percentFault(given, percentMost) }
}

/** The opening of a case that a code gives. */
export interface PromoCase {
  /** What an opening wins in the mean, in cents; not rounded. */
  readonly mean: number
  /** How often one player may use the code. */
  readonly uses: number
}

/**
 * Returns why a code that opens a case would pay its players; null where the caps allow it. It is a gift without a deposit: all that one
 * player gets of a code, in the mean and at its face, is within the most that one deposit's bonus may be.
 */
export function promoCaseBound({ mean, uses }: PromoCase, rules: Pick<GiftRules, 'depositBonus'>): PromoBound | null {
  const { mostCents } = rules.depositBonus
  const given = cents(Math.ceil(mean * uses))
  if (given <= mostCents) return null
  const message = `a collector of gifts would get openings of ${dollars(given)} in the mean by one code, more than ${dollars(mostCents)}`
  return { fault: 'case-most', given, most: mostCents, least: cents(0), message }
}
