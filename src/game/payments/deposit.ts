// Deposits: conversion of dollars to the player's currency, and bonuses.
import type { Language } from '../base/language.ts'
import { type Cents, cents } from '../base/money.ts'

export const CURRENCIES = ['RUB', 'UAH', 'USD'] as const

export type Currency = (typeof CURRENCIES)[number]

/** The price of one unit of each currency in roubles. */
export type Rates = Readonly<Record<Currency, number>>

/** The specification's rates (section 9), for a server that sends none. */
export const SPECIFIED_RATES: Rates = { RUB: 1, USD: 90, UAH: 2.0927 }

/** The currency that is selected at first where nobody chose another (specification, section 9). */
export const DEFAULT_CURRENCY: Currency = 'RUB'

/** The currencies that are selected at first where a shop chooses none. */
export const DEFAULT_CURRENCIES: Readonly<Record<Language, Currency>> = { en: 'RUB', ru: 'RUB', uk: 'UAH' }

/** Returns the currencies in the order in which they are offered, a shop's default first. */
export function currenciesFrom(first: Currency): Currency[] {
  return [first, ...CURRENCIES.filter((currency) => currency !== first)]
}

/** Amounts in dollars that the form offers as buttons. */
export const QUICK_AMOUNTS = [3, 5, 10, 50] as const

/** Kopecks, kopiykas and cents: each unit has a hundred. */
const MINOR_UNITS = 100

/** Returns the units of `currency` for one dollar. */
export function rateOf(currency: Currency, rates: Rates): number {
  return rates.USD / rates[currency]
}

/**
 * Converts an amount to a currency: sum × rate, rounded. Roubles and hryvnias are rounded to whole units, as prices in them are
 * quoted; dollars to the cent, as the player typed them.
 *
 * @returns minor units of the currency: 45000 for 450 ₽
 */
export function convert(amount: Cents, currency: Currency, rates: Rates): number {
  if (currency === 'USD') return amount
  return Math.round((amount / 100) * rateOf(currency, rates)) * MINOR_UNITS
}

/**
 * Returns the converted amount plus a percentage, for display.
 *
 * @returns units of the currency with two decimals: '472.50'
 */
export function promoTotal(chargeMinor: number, percent: number): string {
  return (Math.round(chargeMinor * (1 + percent / 100)) / MINOR_UNITS).toFixed(2)
}

/**
 * Returns the bonus of a deposit in whole cents, rounded down, so that a bonus is never more than its percentage.
 *
 * @param most what all bonuses of one deposit may be together
 */
export function bonusOf(amount: Cents, percent: number, most: Cents): Cents {
  return cents(Math.min(Math.floor((amount * percent) / 100), most))
}

/**
 * Returns which of two bonuses in percent a deposit gets: the greater one. Where both are the same, the one of the first deposit,
 * so that the code is kept.
 */
export function countingBonus(ofFirst: number, ofCode: number): { percent: number; usesCode: boolean } {
  return { percent: Math.max(ofFirst, ofCode), usesCode: ofCode > ofFirst }
}
