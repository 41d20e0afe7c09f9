// Deposits: what an amount in dollars comes to in the player's currency, and what a bonus adds to it.
import { type Cents, cents } from './money.ts'

export const CURRENCIES = ['RUB', 'UAH', 'USD'] as const

export type Currency = (typeof CURRENCIES)[number]

/** What one unit of each currency costs in roubles. */
export type Rates = Readonly<Record<Currency, number>>

/** What opens selected. */
export const DEFAULT_CURRENCY: Currency = 'RUB'

/** Dollars that a tap chooses. */
export const QUICK_AMOUNTS = [3, 5, 10, 50] as const

/** Kopecks, kopiykas and cents: all three have a hundred to the unit. */
const MINOR_UNITS = 100

/** Units of `currency` for one dollar. */
export function rateOf(currency: Currency, rates: Rates): number {
  return rates.USD / rates[currency]
}

/**
 * What an amount comes to in a currency: sum × rate, rounded. Roubles and hryvnias are rounded to whole units, as prices in them
 * are quoted; dollars to the cent, because that is what the player typed.
 *
 * @returns minor units of the currency: 45000 for 450 ₽
 */
export function convert(amount: Cents, currency: Currency, rates: Rates): number {
  if (currency === 'USD') return amount
  return Math.round((amount / 100) * rateOf(currency, rates)) * MINOR_UNITS
}

/**
 * The converted amount with a percentage on top, for show.
 *
 * @returns units of the currency with two decimals: '472.50'
 */
export function promoTotal(chargeMinor: number, percent: number): string {
  return (Math.round(chargeMinor * (1 + percent / 100)) / MINOR_UNITS).toFixed(2)
}

/** What a percentage adds to a deposit, in whole cents, rounded down: a bonus never pays more than it says. */
export function bonusOf(amount: Cents, percent: number): Cents {
  return cents(Math.floor((amount * percent) / 100))
}
