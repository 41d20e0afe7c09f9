// Exchange rates as an operator enters them: within sane ranges, and not far from the rates before.

import { RATE_CHANGE_PERCENT_MOST, RATE_RANGE } from '../base/economy.ts'
import { CURRENCIES, type Currency, type Rates } from './deposit.ts'

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

const isPlausible = (currency: Currency, rate: unknown): boolean =>
  typeof rate === 'number' && rate >= RATE_RANGE[currency].least && rate <= RATE_RANGE[currency].most

/** All currencies but the dollar, in which prices are: a deposit in dollars needs no rate. */
const CONVERTED: readonly Currency[] = CURRENCIES.filter((currency) => currency !== 'USD')

/** Returns the currencies whose price of a dollar is in question while rates wait for a person: theirs or the dollar's moved too far. */
export function doubtfulCurrencies(last: Rates, offered: Rates): Currency[] {
  const hasMoved = (before: number, after: number): boolean =>
    Math.abs(after / before - 1) * 100 > RATE_CHANGE_PERCENT_MOST
  return CONVERTED.filter(
    (currency) =>
      hasMoved(last[currency], offered[currency]) ||
      hasMoved(last.USD / last[currency], offered.USD / offered[currency]),
  )
}

/** Returns the currencies whose price of a dollar a file does not tell: those without a plausible rate, or all without one of the dollar. */
export function unreadableCurrencies(file: unknown): Currency[] {
  const rates: Readonly<Record<string, unknown>> = typeof file === 'object' && file !== null ? { ...file } : {}
  if (!isPlausible('USD', rates.USD) || !isPlausible('RUB', rates.RUB)) return [...CONVERTED]
  return CONVERTED.filter((currency) => !isPlausible(currency, rates[currency]))
}

/** Returns the currencies that old rates close: all that need one. */
export const agedCurrencies = (): Currency[] => [...CONVERTED]
