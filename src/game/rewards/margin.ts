// The margin of a player, which pays their gifts: what their own cash stakes are expected to lose by the published odds. What they
// really lost or won never counts, so that no luck changes it.

import { type Cents, cents } from '../base/money.ts'
import type { Ticketed } from '../cases/case.ts'

declare const unit: unique symbol

/** An amount of margin in whole millionths of a cent, exact up to $90 million. */
export type Microcents = number & { readonly [unit]: 'microcents' }

/** Millionths in a whole: of a cent, and of a stake. */
export const MILLION = 1_000_000

/**
 * Converts a number to an amount of margin.
 *
 * @throws RangeError when it is not a whole number from 0 that JavaScript holds exactly
 */
export function microcents(amount: number): Microcents {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount of margin: ${amount}`)
  return amount as Microcents
}

/** What a line of an odds table gives: an item or money; 0 for nothing. */
export interface PricedTickets extends Ticketed {
  readonly priceCents: number
}

/**
 * Returns the margin of each staked cent, in millionths rounded down: 1 − Σ(price × tickets) / (all tickets × stake), less the price
 * risk. Never below 0.
 *
 * @param stakeCents the price in the odds; 0 for a free roll, which makes no margin
 * @param priceRiskPercent what the holder of an item gains in the mean by watching its price before they sell or withdraw it
 */
export function marginRate(
  { stakeCents, lines }: { readonly stakeCents: number; readonly lines: readonly PricedTickets[] },
  priceRiskPercent: number,
): number {
  const all = lines.reduce((sum, { tickets }) => sum + tickets, 0)
  const staked = BigInt(all) * BigInt(stakeCents)
  if (staked === 0n) return 0
  const worth = lines.reduce((sum, { priceCents, tickets }) => sum + BigInt(priceCents) * BigInt(tickets), 0n)
  const kept = worth >= staked ? 0n : ((staked - worth) * BigInt(MILLION)) / staked
  return Math.max(0, Number(kept) - (priceRiskPercent * MILLION) / 100)
}

/**
 * Returns the margin of a cash stake.
 *
 * @param rate in millionths, from `marginRate`
 */
export function marginOf(cashCents: Cents, rate: number): Microcents {
  return microcents(cashCents * rate)
}

/** Adds amounts of margin. */
export function addMargin(one: Microcents, other: Microcents): Microcents {
  return microcents(one + other)
}

/** Returns a share of an amount of margin in whole cents, rounded down. */
export function shareOfMargin(margin: Microcents, percent: number): Cents {
  return cents(Number((BigInt(margin) * BigInt(percent)) / BigInt(100 * MILLION)))
}

/**
 * Returns the margin that is left when deposits are reversed: as much of it as of the deposits, because the house never received the
 * money that made the rest.
 *
 * @param depositedCents all deposits before the reversal, at least `reversedCents`
 */
export function marginAfterReversal(margin: Microcents, depositedCents: Cents, reversedCents: Cents): Microcents {
  if (depositedCents === 0) return margin
  const kept = BigInt(depositedCents - reversedCents)
  return microcents(Number((BigInt(margin) * kept) / BigInt(depositedCents)))
}
