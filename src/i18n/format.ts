// Formats numbers, money and dates. Every price on the site uses formatMoney.
//
// Numbers are written as `Intl.NumberFormat` writes them (tested), but without it: the first formatter that a page makes takes Chromium 15 to
// 23 ms of its main thread, four times as much on a phone, and every page shows numbers before anything else runs.
import type { Language } from '../game/base/language.ts'

interface Separators {
  readonly group: string
  readonly decimal: string
}

/** From the CLDR, as of version 48. */
const SEPARATORS: Readonly<Record<Language, Separators>> = {
  en: { group: ',', decimal: '.' },
  ru: { group: '\u00a0', decimal: ',' },
  uk: { group: '\u00a0', decimal: ',' },
}

/**
 * Writes a number with its thousands in groups.
 *
 * @param units a whole number of units, of which `decimals` digits are after the separator
 * @param decimals.least zeros at the end are left out beyond so many decimals
 */
function groupDigits(units: number, { group, decimal }: Separators, decimals: { least: number; most: number }): string {
  const digits = String(Math.abs(units)).padStart(decimals.most + 1, '0')
  const wholeLength = digits.length - decimals.most
  const whole = digits.slice(0, wholeLength).replace(/\B(?=(\d{3})+$)/g, group)
  let fraction = digits.slice(wholeLength)
  while (fraction.length > decimals.least && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${units < 0 ? '-' : ''}${whole}${fraction === '' ? '' : decimal}${fraction}`
}

/** Writes a number rounded to at most so many decimals, halves away from zero, and padded to at least so many. */
function writeNumber(value: number, language: Language, decimals: { least: number; most: number }): string {
  // By the decimal digits: a product in floating point may be beside the half that they say, 1.005 × 100 = 100.49999999999999.
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const kept = whole.length + Number(exponent) + decimals.most
  const isUp = Number(digits[kept] ?? 0) >= 5
  const units = kept < 0 ? 0 : Number(digits.slice(0, kept).padEnd(kept, '0')) + Number(isUp)
  return groupDigits(value < 0 ? -units : units, SEPARATORS[language], decimals)
}

/** What `formatMoney` writes around the digits, for fields that show it beside them. */
export const MONEY_AFFIXES = { before: '$', after: '' } as const

function writeMoney(amountCents: number, decimals: 0 | 2): string {
  const sign = amountCents < 0 ? '−' : ''
  const units = Math.round(Math.abs(amountCents)) / (decimals === 0 ? 100 : 1)
  const digits = groupDigits(units, SEPARATORS.en, { least: decimals, most: decimals })
  return `${sign}${MONEY_AFFIXES.before}${digits}${MONEY_AFFIXES.after}`
}

/**
 * Formats an amount, in every language with a dollar sign and two decimals: $12,345.67.
 *
 * @param amountCents whole US cents
 */
export function formatMoney(amountCents: number): string {
  return writeMoney(amountCents, 2)
}

/**
 * Formats an amount without the cents of whole dollars: $5, $0.50.
 *
 * @param amountCents whole US cents
 */
export function formatShortMoney(amountCents: number): string {
  return writeMoney(amountCents, amountCents % 100 === 0 ? 0 : 2)
}

/** Formats a count with the grouping of the language: 12,345 or 12 345. A factor has at most three decimals. */
export function formatCount(count: number, language: Language): string {
  return writeNumber(count, language, { least: 0, most: Number.isInteger(count) ? 0 : 3 })
}

/**
 * Formats a fraction as a percentage, with more decimals for smaller chances: 91%, 12.5%, 0.0042%.
 *
 * @param fraction 1 for the whole
 */
export function formatPercent(fraction: number, language: Language): string {
  const percent = fraction * 100
  const decimals = percent >= 10 ? 1 : percent >= 1 ? 2 : percent >= 0.01 ? 3 : 4
  return `${writeNumber(percent, language, { least: 0, most: decimals })}%`
}

/**
 * Formats how many times its cost something is worth, in every language as ×1.04, ×2.3, ×120. Rounds down, so that nothing seems to be
 * worth more than it is.
 *
 * @param multiplier 1 for as much as the cost
 */
export function formatMultiplier(multiplier: number, language: Language): string {
  const scale = multiplier < 2 ? 100 : multiplier < 100 ? 10 : 1
  // A product in floating point may be a little less than the whole number that it is: 1.15 × 100 = 114.99999999999999.
  const floored = Math.floor(multiplier * scale + 1e-9) / scale
  return `×${writeNumber(floored, language, { least: 0, most: 2 })}`
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

/** Formats a minute in the reader's time zone, which it names: 24.11.2026, 04:10 UTC+2. */
export function formatZonedTime(atMs: number): string {
  const ahead = -new Date(atMs).getTimezoneOffset()
  const hours = Math.floor(Math.abs(ahead) / 60)
  const minutes = Math.abs(ahead) % 60
  const offset = ahead === 0 ? '' : `${ahead < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${twoDigits(minutes)}`}`
  return `${formatDateTime(atMs)} UTC${offset}`
}

/** Formats a millisecond as dd.mm.yyyy, hh:mm:ss.mmm in the reader's time zone. */
export function formatMoment(atMs: number): string {
  const at = new Date(atMs)
  const seconds = `${twoDigits(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`
  return `${formatDateTime(atMs)}:${seconds}`
}

/** Formats a time span as seconds with one decimal: 4,200 ms are 4.2, or 4,2. */
export function formatSeconds(spanMs: number, language: Language): string {
  return writeNumber(spanMs / 1000, language, { least: 1, most: 1 })
}

/** Formats a minute in UTC, for readers in any time zone: 24.11.2026, 02:10 UTC. */
export function formatUtc(atMs: number): string {
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T')
  return `${day.split('-').reverse().join('.')}, ${time.slice(0, 5)} UTC`
}
