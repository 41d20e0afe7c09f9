// Search parameters as plain texts: an address is read by people, and sent to colleagues.
import { formatDate } from '../../i18n/format.ts'

/** Parameters by name; a value is never empty. */
export type RawSearch = Readonly<Record<string, string>>

/** Reads the query of an address. */
export function parseSearch(query: string): RawSearch {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
}

/** Writes parameters as a query, with the question mark; those without a value are left out. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Returns a parameter if it is one of some values; what an address has besides is ignored. */
export function oneOf<const Value extends string>(values: readonly Value[], text: unknown): Value | undefined {
  return values.find((value) => value === text)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a parameter if it is a UUID. */
export function uuidOf(text: unknown): string | undefined {
  return typeof text === 'string' && UUID.test(text) ? text : undefined
}

/** Returns a parameter that people type, without spaces around it, of at most so many letters. */
export function wordsOf(text: unknown, most: number): string | undefined {
  const words = typeof text === 'string' ? text.trim().slice(0, most) : ''
  return words === '' ? undefined : words
}

/** An amount as people type it in dollars. */
export const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/

/** Returns an amount that a person typed in dollars as cents; undefined for anything else. */
export function centsOf(text: string): number | undefined {
  const dollars = text.trim().replace(',', '.')
  return DOLLARS.test(dollars) ? Math.round(Number(dollars) * 100) : undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns a parameter if it is a day of the calendar: `2026-11-28`. */
export function dayOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !DAY.test(text)) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : text
}

/** Returns the moment at which a day begins in the reader's time zone, in ms; `later` days after it. */
export function dayStartMs(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** Returns a day as dd.mm.yyyy. */
export function dayText(day: string): string {
  return formatDate(dayStartMs(day))
}

/** Removes parameters that are undefined, as `exactOptionalPropertyTypes` and short addresses ask for. */
export function definedOnly<Search extends object>(
  search: {
    readonly [Name in keyof Search]: Search[Name] | undefined
  },
): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
}
