// Reads separated names and prices: by comma, semicolon or tab, with or without a line of column names, as spreadsheets write them.
import { ImportFailed } from '../import/source.ts'
import { withDecimalPoints } from './decimal-marks.ts'
import {
  currencyField,
  isDollar,
  isNameField,
  PRICE_COLUMN_WORDS,
  plainField,
  priceColumnOf,
  timeField,
} from './price-fields.ts'
import { collectPrices, type ListedPrices, type PriceRow } from './price-list.ts'

type Separator = '\t' | ';' | ','

/** In this order: a name may have a comma in it. */
const SEPARATORS: readonly Separator[] = ['\t', ';', ',']

const QUOTED_LENGTH = 80

const FIELDS: Readonly<Record<Separator, RegExp>> = {
  '\t': /\s*(?:"((?:[^"]|"")*)"[^\S\t]*|([^"\t][^\t]*)?)(\t|$)/y,
  ';': /\s*(?:"((?:[^"]|"")*)"\s*|([^";][^;]*)?)(;|$)/y,
  ',': /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*)?)(,|$)/y,
}

function fieldsOf(line: string, separator: Separator): string[] | undefined {
  const pattern = FIELDS[separator]
  const fields: string[] = []
  pattern.lastIndex = 0
  for (;;) {
    const match = pattern.exec(line)
    if (match === null) return undefined
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
    if (match[3] === '') return fields
  }
}

function separatorOf(line: string): Separator {
  return SEPARATORS.find((separator) => (fieldsOf(line, separator) ?? []).length > 1) ?? ','
}

interface Columns {
  readonly name: number
  readonly price: number
  readonly currency: number
  readonly time: number
  readonly isCents: boolean
  /** The name of the price's column. */
  readonly title: string
}

/** Finds the columns by the first line; null where that is no line of names. */
function columnsOf(place: string, header: readonly string[]): Columns | null {
  const name = header.findIndex((field) => isNameField(plainField(field)))
  const price = priceColumnOf(header)
  if (name < 0) {
    // The name of a price is no price: a first line without a name has columns all the same.
    if (!header.slice(1).some((field) => /price/i.test(field))) return null
    throw new ImportFailed(`${place} has no column "market_hash_name", only ${header.join(', ')}.`)
  }
  if (price === undefined) {
    const only = `${place} has no column "price", only ${header.join(', ')}.`
    throw new ImportFailed(`${only} Accepted are ${PRICE_COLUMN_WORDS}.`)
  }
  return {
    name,
    price: price.at,
    currency: header.indexOf(currencyField(header) ?? ''),
    time: header.indexOf(timeField(header) ?? ''),
    isCents: price.isCents,
    title: header[price.at] ?? 'price',
  }
}

interface Line {
  readonly at: number
  readonly text: string
}

function rowOf({ at, text }: Line, separator: Separator, columns: Columns | null): PriceRow {
  const place = `line ${at}`
  const fields = fieldsOf(text, separator)
  const [name, price] = columns === null ? (fields ?? []) : [fields?.[columns.name], fields?.[columns.price]]
  const isWhole = fields !== undefined && price !== undefined && (columns !== null || fields.length === 2)
  if (!isWhole) {
    const problem = `a name and a price in dollars are expected, not ${text.slice(0, QUOTED_LENGTH)}`
    return { at: place, name, price, problem }
  }
  const currency = columns === null || columns.currency < 0 ? 'USD' : fields[columns.currency]
  if (isDollar(currency)) return { at: place, name, price, time: columns === null ? undefined : fields[columns.time] }
  return { at: place, name, price, problem: `the price is in ${currency}, not in USD` }
}

/**
 * Parses separated names and prices.
 *
 * @throws ImportFailed where no line has a price
 */
export function readCsv(place: string, text: string): ListedPrices {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at): Line => ({ at: at + 1, text: line }))
    .filter((line) => line.text.trim() !== '')
  // Excel's own first line, which names the separator.
  const named = /^"?sep=(.|\t)"?$/i.exec(lines[0]?.text ?? '')?.[1]
  const listed = named === undefined ? lines : lines.slice(1)
  const separator = SEPARATORS.find((one) => one === named) ?? separatorOf(listed[0]?.text ?? '')
  const columns = columnsOf(place, fieldsOf(listed[0]?.text ?? '', separator) ?? [])
  const rows = listed.slice(columns === null ? 0 : 1).map((line) => rowOf(line, separator, columns))
  const unit = columns?.isCents ? 'cents' : 'dollars'
  return collectPrices(place, separator !== ',' && unit === 'dollars' ? withDecimalPoints(rows) : rows, {
    unit,
    column: columns?.title ?? null,
  })
}
