// Prices by market hash name, out of rows that may be odd. A row that is no price is left out, counted and named; it stops no other.
import { ITEM_PRICE_MOST } from '../../../game/base/economy.ts'
import { cents } from '../../../game/base/money.ts'
import type { PriceRules, PriceSpread } from '../../../game/prices/price-rules.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { ImportFailed } from '../import/source.ts'

/** Prices in cents by market hash name. */
export type PriceList = ReadonlyMap<string, number>

/** A row that was left out. */
export interface OddRow {
  /** Null where the row has no name. */
  readonly name: string | null
  /** A sentence without its full stop, which names the row. */
  readonly reason: string
}

export interface ListedPrices {
  readonly prices: PriceList
  readonly odd: readonly OddRow[]
  /** What of each row was read, as `steam.last_24h` or a column of a file; null where a row has one price. */
  readonly column: string | null
  /** What sources that contradict each other say of a name, in cents. */
  readonly disputed: ReadonlyMap<string, readonly number[]>
  /** How far apart several sources of a name are; none where one alone names it. */
  readonly spreads: ReadonlyMap<string, PriceSpread>
  /** When a price was made, by the list itself; none where the list does not tell. */
  readonly timesMs: ReadonlyMap<string, number>
  /** Why sources gave no list, a sentence each, while others did. */
  readonly failed: readonly string[]
}

/** A source of prices. */
export interface PriceProvider {
  readonly name: string
  /**
   * Fetches all prices.
   *
   * @param rules how far sources may differ
   * @throws ImportFailed saying why there is no list, and what to do
   */
  prices(rules: Pick<PriceRules, 'classes'>): Promise<ListedPrices>
}

export type PriceUnit = 'dollars' | 'cents'

export interface PriceRow {
  /** Where it is: `line 2` or `entry 7`. */
  readonly at: string
  readonly name: unknown
  readonly price: unknown
  /** Tells rows of one name apart, such as the phases of a Doppler. */
  readonly version?: string | undefined
  /** When the price was made, as the list tells it. */
  readonly time?: unknown
  /** Why the row is left out, even with a valid price. */
  readonly problem?: string | undefined
}

const PLAIN = /^(\d{1,9})(?:\.(\d{1,20}))?$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,20})?$/

/** Returns an amount in dollars without spaces around it and without its sign. */
export const bareAmount = (dollars: string): string => dollars.trim().replace(/^\$\s?|\s?(?:\$|USD)$/i, '')

/**
 * Converts an amount in dollars to cents, rounding half up, without floating-point arithmetic.
 *
 * @example centsOf('12.345') // 1235
 * @example centsOf('$1,234.50') // 123450
 * @returns undefined for a text that is no price, for 0, and above a million dollars
 */
export function centsOf(dollars: string): number | undefined {
  const bare = bareAmount(dollars)
  const match = PLAIN.exec(GROUPED.test(bare) ? bare.replaceAll(',', '') : bare)
  if (match === null) return undefined
  const digits = (match[2] ?? '').padEnd(3, '0')
  return withinRange(Number(match[1]) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0))
}

const withinRange = (amount: number): number | undefined =>
  Number.isSafeInteger(amount) && amount >= 1 && amount <= ITEM_PRICE_MOST ? amount : undefined

function amountOf(price: unknown, unit: PriceUnit): number | undefined {
  if (typeof price !== 'number' && typeof price !== 'string') return undefined
  if (unit === 'dollars') return centsOf(String(price))
  return /^\d{1,12}$/.test(String(price).trim()) ? withinRange(Number(price)) : undefined
}

const quoted = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/** Returns the name as the catalogue writes it; undefined for none. */
const nameIn = (name: unknown): string | undefined =>
  typeof name === 'string' && name.trim() !== '' ? name.trim().normalize('NFC') : undefined

/** The time of a price whose own time cannot be read: old enough for every rule. */
const UNREADABLE_MS = 0
/** Numbers below are seconds, others milliseconds: this many milliseconds end in 1973, this many seconds in 5138. */
const SECONDS_MOST = 100_000_000_000

/** Reads the time that a list tells of a price: seconds, milliseconds or a date; undefined where it tells none. */
function listTimeMs(time: unknown): number | undefined {
  if (time === undefined || time === null || time === '') return undefined
  const text = String(time).trim()
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * (Number(text) < SECONDS_MOST ? 1_000 : 1)
  // Date.parse alone would find a year in any words.
  const parsed = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(parsed) ? parsed : UNREADABLE_MS
}

interface Quote {
  readonly amount: number
  readonly version: string | undefined
  readonly timeMs: number | undefined
}

/**
 * Returns the one price of a name. Of versions under one name the lowest counts: that is what an item of this name can be bought for.
 * Rows that contradict each other otherwise give none.
 */
function agreedPrice(quotes: readonly Quote[]): number | undefined {
  const amounts = quotes.map(({ amount }) => amount)
  const versions = new Set(quotes.map(({ version }) => version))
  const areVersions = versions.size === quotes.length && !versions.has(undefined)
  return new Set(amounts).size === 1 || areVersions ? Math.min(...amounts) : undefined
}

/** Parses a row: its name and quote, or why it is left out. */
function readRow(
  { at, name: given, price, version, time, problem }: PriceRow,
  unit: PriceUnit,
): OddRow | [string, Quote] {
  const name = nameIn(given)
  if (name === undefined) return { name: null, reason: `${at}: ${problem ?? 'a market hash name is expected'}` }
  if (problem !== undefined) return { name, reason: `${at}: ${problem}` }
  if (price === null || price === undefined || price === '') return { name, reason: `${name} (${at}) has no price` }
  const amount = amountOf(price, unit)
  if (amount !== undefined) return [name, { amount, version, timeMs: listTimeMs(time) }]
  const example = unit === 'dollars' ? 'dollars, like 12.34' : 'whole cents, like 1234'
  return { name, reason: `"${quoted(price).slice(0, 40)}" is no price of ${name} (${at}) in ${example}` }
}

/**
 * Creates a list out of rows.
 *
 * @param place the source, for messages
 * @throws ImportFailed where no row has a price
 */
export function collectPrices(
  place: string,
  rows: Iterable<PriceRow>,
  { unit = 'dollars', column = null }: { readonly unit?: PriceUnit; readonly column?: string | null } = {},
): ListedPrices {
  const quotes = new Map<string, Quote[]>()
  const odd: OddRow[] = []
  for (const row of rows) {
    const read = readRow(row, unit)
    if (!Array.isArray(read)) odd.push(read)
    else quotes.set(read[0], [...(quotes.get(read[0]) ?? []), read[1]])
  }
  const prices = new Map<string, number>()
  const timesMs = new Map<string, number>()
  for (const [name, all] of quotes) {
    const amount = agreedPrice(all)
    if (amount !== undefined) {
      prices.set(name, amount)
      const times = all.flatMap(({ timeMs }) => timeMs ?? [])
      if (times.length > 0) timesMs.set(name, Math.min(...times))
    } else {
      const [one, other] = [...new Set(all.map((quote) => formatMoney(cents(quote.amount))))]
      odd.push({ name, reason: `${place} has two prices of ${name}: ${one} and ${other}` })
    }
  }
  if (prices.size > 0) return { prices, odd, column, disputed: new Map(), spreads: new Map(), timesMs, failed: [] }
  const [first] = odd
  if (first === undefined) throw new ImportFailed(`${place} has no price.`)
  throw new ImportFailed(`${place} has no price that can be used: ${first.reason}.`)
}

/** Returns the rows that were left out of a list and concern a catalogue: names that it does not have never matter. */
export function oddRowsOf({ odd }: Pick<ListedPrices, 'odd'>, names: ReadonlySet<string>): OddRow[] {
  return odd.filter(({ name }) => name === null || names.has(name))
}
