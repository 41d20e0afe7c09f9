// Figures in words: amounts, shares, differences from the period before, and days.
import type { Language } from '../../../game/base/language.ts'
import { type DayFigures, marginCents } from '../../../game/office/figures.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import { dayText } from '../../session/search.ts'

/** Figures that are amounts; the others are counts. */
const AMOUNTS: ReadonlySet<keyof DayFigures> = new Set([
  'deposited',
  'refunded',
  'staked',
  'margin',
  'gifts',
  'referral',
  'withdrawn',
])

/** Returns a figure as it is compared: margin in cents. */
export function comparedValue(name: keyof DayFigures, value: number): number {
  return name === 'margin' ? marginCents(value) : value
}

/** Returns a figure in words. */
export function figureText(name: keyof DayFigures, value: number, language: Language): string {
  return AMOUNTS.has(name) ? formatMoney(comparedValue(name, value)) : formatCount(value, language)
}

const NONE = '–'

/** Returns a share as a percentage with one sign before it where it may be below zero. */
export function shareText(share: number | null, language: Language): string {
  if (share === null) return NONE
  return `${share < 0 ? '−' : ''}${formatPercent(Math.round(Math.abs(share) * 10_000) / 10_000, language)}`
}

/** Returns by which part a value differs from the one before, in words with a sign; null where there is nothing to compare with. */
export function changeText(value: number, before: number | undefined, language: Language): string | null {
  if (before === undefined || before === 0) return null
  const change = Math.round(((value - before) / Math.abs(before)) * 1000) / 1000
  if (change === 0) return `±${formatPercent(0, language)}`
  return `${change > 0 ? '+' : '−'}${formatPercent(Math.abs(change), language)}`
}

/** Returns standard errors with a sign and one decimal. */
export function deviationText(deviation: number | null, language: Language): string {
  if (deviation === null) return NONE
  const rounded = Math.round(deviation * 10) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${formatCount(Math.abs(rounded), language)}`
}

/** Returns the days of a period: one day, or the first and the last. */
export function periodText({ first, last }: { readonly first: string; readonly last: string }): string {
  return first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`
}
