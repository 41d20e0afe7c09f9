// The figures of an upgrade as text.

import type { Language } from '../../../game/base/language.ts'
import { chanceOf, type TicketRange } from '../../../game/cases/case.ts'
import { formatCount, formatPercent } from '../../../i18n/format.ts'

/** Formats a chance, e.g. 46.2%. */
export function chanceText({ from, to }: TicketRange, language: Language): string {
  return formatPercent(chanceOf(to - from + 1), language)
}

/** Formats a range of tickets, e.g. 1–460,000. */
export function ticketsText({ from, to }: TicketRange, language: Language): string {
  const first = formatCount(from, language)
  return from === to ? first : `${first}–${formatCount(to, language)}`
}
