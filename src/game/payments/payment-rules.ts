// The operator's rules of deposits and withdrawals from data/payments.json: how long items wait after a deposit, what a new card
// account may deposit, which withdrawals a person checks, which prices have risen too far, and the currency that
// is selected at first.

import type { PersonQueue } from '../base/decision-times.ts'
import { type Language, perLanguage } from '../base/language.ts'
import { type Cents, cents } from '../base/money.ts'
import { type Currency, DEFAULT_CURRENCIES, DEFAULT_CURRENCY } from './deposit.ts'

/** How a payment method moves money: a card payment can be disputed for months, a confirmed coin cannot be taken back. */
export const METHOD_KINDS = ['card', 'bank', 'crypto'] as const

export type MethodKind = (typeof METHOD_KINDS)[number]

/** What is offered for an item whose price rose too far; a replacement always is. */
export const PRICE_RISE_OFFERS = ['replacement', 'difference'] as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface PaymentRules {
  /** How long items wait after a deposit: after the first one of its kind, and after later ones. */
  readonly holds: Readonly<Record<MethodKind, { readonly firstHours: number; readonly laterHours: number }>>
  /** Deposits by card, for some days after the first of them. */
  readonly newCardAccounts: { readonly days: number; readonly mostADay: Cents }
  /** A person checks withdrawals beyond these. */
  readonly review: {
    /** Of an item worth more than this, or of a player whose withdrawals of 24 hours are. */
    readonly itemAbove: Cents
    readonly dayAbove: Cents
    /** So soon after the first deposit. */
    readonly firstDepositHours: number
    /** Of a Steam account younger than this. */
    readonly steamAccountDays: number
  }
  /** An item whose price rose by more than this since it was won is not bought: it is replaced. */
  readonly priceRisePercent: number
  /** 'difference': the player may also pay what it costs more, and get it. */
  readonly priceRiseOffer: (typeof PRICE_RISE_OFFERS)[number]
  /** How many withdrawals that a player requests within 24 hours may end without a delivery, before they request more. */
  readonly undeliveredADay: number
  /** By when a person decides what waits for one, in hours: what players read until enough decisions were made to measure. */
  readonly decisionHours: Readonly<Record<PersonQueue, number>>
  /** The currency of deposits that is selected at first, as shops of earlier releases have it: that of the brand comes before it. */
  readonly defaultCurrency: ChosenCurrencies
}

/** The currency that a shop chose for each language, where it did. */
export type ChosenCurrencies = Readonly<Partial<Record<Language, Currency | undefined>>>

/**
 * Returns the currency that is selected at first, in each language.
 *
 * @param chosen what the shop chose, the first choice first
 * @param offered the currencies of the payment methods: another one is selected nowhere
 */
export function defaultCurrencies(
  chosen: readonly ChosenCurrencies[],
  offered: ReadonlySet<Currency>,
): Record<Language, Currency> {
  return perLanguage((language) => {
    const wanted = [...chosen, DEFAULT_CURRENCIES].find((own) => own[language] !== undefined)?.[language]
    return wanted !== undefined && offered.has(wanted) ? wanted : DEFAULT_CURRENCY
  })
}

/** Returns until when items wait after a deposit; null when they need not. */
export function holdAfter(rules: PaymentRules, kind: MethodKind, isFirst: boolean, paidAtMs: number): number | null {
  const { firstHours, laterHours } = rules.holds[kind]
  const hours = isFirst ? firstHours : laterHours
  return hours === 0 ? null : paidAtMs + hours * HOUR_MS
}

/**
 * Returns what a player may still deposit by card today; null for no limit.
 *
 * @param firstMs when their first deposit by card was paid; null for none
 * @param used their deposits by card within 24 hours, those that wait for payment included
 */
export function cardAllowance(rules: PaymentRules, firstMs: number | null, used: Cents, nowMs: number): Cents | null {
  const { days, mostADay } = rules.newCardAccounts
  if (firstMs !== null && firstMs + days * DAY_MS <= nowMs) return null
  return cents(Math.max(0, mostADay - used))
}

/** Tells whether an item costs so much more than when it was won that it is not bought. */
export function hasRisen(won: Cents, today: Cents, percent: number): boolean {
  return today * 100 > won * (100 + percent)
}
