// Reads price lists in JSON in the forms that public sources have.
import { visit } from 'jsonc-parser'
import { fieldOf } from '../faults.ts'
import { ImportFailed, parseText } from '../import/source.ts'
import {
  currencyField,
  isDollar,
  isNameField,
  PRICE_COLUMNS,
  type PriceColumn,
  plainField,
  timeField,
} from './price-fields.ts'
import { collectPrices, type ListedPrices, type PriceRow, type PriceUnit } from './price-list.ts'

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes null for the numbers that Python's json writes and JSON does not have. */
const withoutBareNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (part) => (part.startsWith('"') ? part : 'null'))

/**
 * Parses the JSON of a list.
 *
 * @throws ImportFailed where it breaks off
 */
export const parseList = (place: string, text: string): unknown =>
  parseText(place, withoutBareNumbers(text.replace(/^\ufeff/, '')))

/** Returns the keys that an object has twice; JSON.parse keeps the last one silently. */
function repeatedKeys(text: string): ReadonlySet<string> {
  const open: Set<string>[] = []
  const repeated = new Set<string>()
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectProperty: (key) => {
      if (open.at(-1)?.has(key)) repeated.add(key)
      open.at(-1)?.add(key)
    },
    onObjectEnd: () => {
      open.pop()
    },
  })
  return repeated
}

/** What a list is wrapped in. */
interface Envelope {
  readonly list: unknown
  readonly unit: PriceUnit
  /** Undefined where the list does not tell. */
  readonly currency: unknown
  /** When the list was made, as it tells it; undefined where it does not. */
  readonly time: unknown
}

/** Returns what a record tells as its time. */
function timeIn(value: unknown): unknown {
  const field = isRecord(value) ? timeField(Object.keys(value)) : undefined
  return field === undefined ? undefined : fieldOf(value, field)
}

/** Returns what a record tells as the currency of its prices; undefined for nothing. */
function currencyIn(value: unknown): unknown {
  const field = isRecord(value) ? currencyField(Object.keys(value)) : undefined
  return field === undefined ? undefined : (fieldOf(value, field) ?? undefined)
}

/** Returns the part of an envelope that tells about its list; undefined for none. */
const metadataOf = (value: Fields): unknown =>
  Object.entries(value).find(([key, part]) => plainField(key) === 'metadata' && isRecord(part))?.[1]

/** Takes a list out of its envelope: `{"metadata": …, "prices": …}` is ByMykel's tracker, in whole cents; others are in dollars. */
function unwrap(value: unknown): Envelope {
  if (!isRecord(value)) return { list: value, unit: 'dollars', currency: undefined, time: undefined }
  const key = ['prices', 'data', 'items'].find((one) => typeof value[one] === 'object' && value[one] !== null)
  if (key === undefined) return { list: value, unit: 'dollars', currency: currencyIn(value), time: undefined }
  const metadata = metadataOf(value)
  const isTracker = key === 'prices' && metadata !== undefined
  return {
    list: value[key],
    unit: isTracker ? 'cents' : 'dollars',
    currency: currencyIn(value) ?? currencyIn(metadata),
    time: timeIn(value) ?? timeIn(metadata),
  }
}

/** A name with what the list has of it. */
interface Entry {
  readonly at: string
  readonly name: unknown
  readonly value: unknown
}

function nameOf(value: unknown): unknown {
  if (!isRecord(value)) return undefined
  const field = Object.keys(value)
    .filter((key) => isNameField(plainField(key)))
    .toSorted((a, b) => Number(plainField(b) === 'markethashname') - Number(plainField(a) === 'markethashname'))[0]
  return field === undefined ? undefined : value[field]
}

function entriesOf(list: unknown): Entry[] {
  if (Array.isArray(list)) {
    return list.map((value: unknown, at) => ({ at: `entry ${at + 1}`, name: nameOf(value), value }))
  }
  return Object.entries(isRecord(list) ? list : {}).map(([key, value], at) => ({
    at: `entry ${at + 1}`,
    name: nameOf(value) ?? key,
    value,
  }))
}

const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce<unknown>(fieldOf, value)

const isPrice = (value: unknown): boolean =>
  (typeof value === 'number' && value > 0) || (typeof value === 'string' && value.trim() !== '')

/** Returns what a row has in a column: the first usable value of its paths, else the first value. */
function cellOf(value: unknown, { paths }: PriceColumn): unknown {
  const cells = paths.map((path) => valueAt(value, path)).filter((cell) => cell !== undefined && !isRecord(cell))
  return cells.find(isPrice) ?? cells[0]
}

/** Returns the first column that at least half as many rows have as have the fullest one. */
function columnOf(values: readonly unknown[]): PriceColumn | undefined {
  const counts = PRICE_COLUMNS.map((column) => values.filter((value) => isPrice(cellOf(value, column))).length)
  const most = Math.max(...counts)
  return most === 0 ? undefined : PRICE_COLUMNS[counts.findIndex((count) => count * 2 >= most)]
}

function rowOf({ at, name, value }: Entry, column: PriceColumn | undefined): PriceRow {
  if (!isRecord(value)) {
    if (typeof name !== 'string') return { at, name, price: value, problem: 'a name and a price are expected' }
    return { at, name, price: value }
  }
  const currency = currencyIn(value)
  if (currency !== undefined && !isDollar(currency)) {
    return { at, name, price: undefined, problem: `the price is in ${String(currency)}, not in USD` }
  }
  const { version } = value
  const price = column === undefined ? undefined : cellOf(value, column)
  return { at, name, price, version: typeof version === 'string' ? version : undefined, time: timeIn(value) }
}

/**
 * Parses a list of prices in JSON: names and prices, or records of a public source.
 *
 * @throws ImportFailed where it is no JSON, in another currency, or has no price
 */
export function readPriceJson(place: string, text: string): ListedPrices {
  const { list, unit, currency, time } = unwrap(parseList(place, text))
  if (currency !== undefined && !isDollar(currency)) {
    throw new ImportFailed(`${place} is in ${String(currency)}, not in USD.`)
  }
  const entries = entriesOf(list)
  const repeated = Array.isArray(list) ? new Set<unknown>() : (repeatedKeys(text) as ReadonlySet<unknown>)
  const records = entries.map(({ value }) => value).filter(isRecord)
  const column = columnOf(records)
  if (records.length > 0 && column === undefined && records.length === entries.length) {
    const [first] = entries
    const fields = Object.keys(isRecord(first?.value) ? first.value : {}).join(', ')
    throw new ImportFailed(
      `${place} has no price that can be used: ${first?.at} (${String(first?.name)}) has only ${fields}.`,
    )
  }
  const rows = entries.map((entry) => {
    const own = rowOf(entry, column)
    const row = { ...own, time: own.time ?? time }
    return repeated.has(entry.name) ? { ...row, problem: `${String(entry.name)} is written twice` } : row
  })
  return collectPrices(place, rows, {
    unit,
    column: column === undefined || column.title === 'price' ? null : column.title,
  })
}
