// Figures of an upgrade as text, wherever they stand.
import { chanceOf, type TicketRange } from '../../game/case.ts'
import type { Language } from '../../game/language.ts'
import { formatCount, formatPercent } from '../../i18n/format.ts'

/** 46.2% */
export function chanceText({ from, to }: TicketRange, language: Language): string {
  return formatPercent(chanceOf(to - from + 1), language)
}

/** ×2.17 */
export function multiplierText(multiplier: number, language: Language): string {
  return `×${formatCount(Math.round(multiplier * 100) / 100, language)}`
}

/** 1–460,000 */
export function ticketsText({ from, to }: TicketRange, language: Language): string {
  const first = formatCount(from, language)
  return from === to ? first : `${first}–${formatCount(to, language)}`
}
