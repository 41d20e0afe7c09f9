// Formats numbers, money and dates. Every price on the site uses formatMoney.
import type { Language } from '../game/language.ts'

const groups = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * Formats an amount, in every language with a dollar sign and two decimals: $12,345.67.
 *
 * @param amountCents whole US cents
 */
export function formatMoney(amountCents: number): string {
  const sign = amountCents < 0 ? '−' : ''
  return `${sign}$${groups.format(Math.abs(amountCents) / 100)}`
}

/** Formats a count with the grouping of the language: 12,345 or 12 345. */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}

/**
 * Formats a fraction as a percentage, with more decimals for smaller chances: 91%, 12.5%, 0.0042%.
 *
 * @param fraction 1 for the whole
 */
export function formatPercent(fraction: number, language: Language): string {
  const percent = fraction * 100
  const decimals = percent >= 10 ? 1 : percent >= 1 ? 2 : percent >= 0.01 ? 3 : 4
  const text = new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(percent)
  return `${text}%`
}

/**
 * Formats how many times its cost something is worth: 1.04×, 2.3×, 120×. Rounds down, so that nothing seems to be worth more than it is.
 *
 * @param multiplier 1 for as much as the cost
 */
export function formatMultiplier(multiplier: number, language: Language): string {
  const scale = multiplier < 2 ? 100 : multiplier < 100 ? 10 : 1
  // A product in floating point may be a little less than the whole number that it is: 1.15 × 100 = 114.99999999999999.
  const floored = Math.floor(multiplier * scale + 1e-9) / scale
  return `${new Intl.NumberFormat(language).format(floored)}×`
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** Formats a day as dd.mm.yyyy in the reader's time zone. */
export function formatDate(atMs: number): string {
  const at = new Date(atMs)
  return `${twoDigits(at.getDate())}.${twoDigits(at.getMonth() + 1)}.${at.getFullYear()}`
}

/** Formats a time of day as hh:mm in the reader's time zone. */
export function formatTime(atMs: number): string {
  const at = new Date(atMs)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Formats a minute as dd.mm.yyyy, hh:mm in the reader's time zone. */
export function formatDateTime(atMs: number): string {
  return `${formatDate(atMs)}, ${formatTime(atMs)}`
}

/** Formats a millisecond as dd.mm.yyyy, hh:mm:ss.mmm in the reader's time zone. */
export function formatMoment(atMs: number): string {
  const at = new Date(atMs)
  const seconds = `${twoDigits(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
  return `${formatDateTime(atMs)}:${seconds}`
}

/** Formats a time span as seconds with one decimal: 4,200 ms are 4.2, or 4,2. */
export function formatSeconds(spanMs: number, language: Language): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(spanMs / 1000)
}

/** Formats a minute in UTC, for readers in any time zone: 24.11.2026, 02:10 UTC. */
export function formatUtc(atMs: number): string {
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T')
  return `${day.split('-').reverse().join('.')}, ${time.slice(0, 5)} UTC`
}
