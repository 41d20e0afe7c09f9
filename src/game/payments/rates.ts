// Exchange rates as an operator enters them: within sane ranges, and not far from the rates before.

import { RATE_CHANGE_PERCENT_MOST, RATE_RANGE } from '../base/economy.ts'
import { CURRENCIES, type Rates } from './deposit.ts'

/** Returns what is wrong with rates by themselves, a line each; none when all are plausible. */
export function rateFaults(rates: Rates): string[] {
  return CURRENCIES.flatMap((currency) => {
    const { least, most } = RATE_RANGE[currency]
    const rate = rates[currency]
    if (rate >= least && rate <= most) return []
    const range = least === most ? `it has to be ${least}` : `${least} to ${most} are plausible`
    return [`${currency} is ${rate} roubles: ${range}`]
  })
}

/** A change of rates. */
export interface RateChange {
  /** A line for each rate that differs: `USD: 90 → 99 (+10.0 %)`. */
  readonly lines: readonly string[]
  /** Tells whether a rate differs by so much that a person has to confirm it. */
  readonly isLarge: boolean
}

/** Compares rates with those before. */
export function changeOfRates(before: Rates, after: Rates): RateChange {
  const changed = CURRENCIES.filter((currency) => before[currency] !== after[currency])
  const percentOf = (currency: keyof Rates): number => (after[currency] / before[currency] - 1) * 100
  return {
    lines: changed.map((currency) => {
      const percent = percentOf(currency)
      const signed = `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
      return `${currency}: ${before[currency]} → ${after[currency]} (${signed})`
    }),
    isLarge: changed.some((currency) => Math.abs(percentOf(currency)) > RATE_CHANGE_PERCENT_MOST),
  }
}
