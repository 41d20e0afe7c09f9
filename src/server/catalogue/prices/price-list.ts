// Reads prices in dollars by market hash name, and converts them to cents without floating-point arithmetic.
import { z } from 'zod'
import { ITEM_PRICE_MOST } from '../../../game/economy.ts'
import { ImportFailed } from '../import/source.ts'

/** Prices in cents by market hash name. */
export type PriceList = ReadonlyMap<string, number>

/** A source of prices. */
export interface PriceProvider {
  readonly name: string
  /**
   * Fetches all prices.
   *
   * @throws ImportFailed saying why there is no complete list, and what to do
   */
  prices(): Promise<PriceList>
}

/**
 * Converts an amount in dollars to cents, rounding half up.
 *
 * @example centsOf('12.345') // 1235
 * @returns undefined for a text that is no price, for 0, and above a million dollars
 */
export function centsOf(dollars: string): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(dollars.trim())
  if (match === null) return undefined
  const digits = (match[2] ?? '').padEnd(3, '0')
  const cents = Number(match[1]) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0)
  return cents >= 1 && cents <= ITEM_PRICE_MOST ? cents : undefined
}

const dollars = z.union([z.string(), z.number()])

/** A list of names and prices in dollars, or an object of them. */
export const priceFile = z.union([
  z.array(z.object({ market_hash_name: z.string().min(1), price: dollars })),
  z.record(z.string(), dollars),
])

/**
 * Creates a list of names and prices in dollars.
 *
 * @throws ImportFailed for a name with two prices, or an invalid price
 */
export function listOf(place: string, entries: Iterable<readonly [name: string, dollars: string | number]>): PriceList {
  const list = new Map<string, number>()
  for (const [name, price] of entries) {
    const cents = centsOf(String(price))
    if (cents === undefined)
      throw new ImportFailed(`${place}: "${price}" is no price of ${name} in dollars, like 12.34.`)
    if (list.has(name) && list.get(name) !== cents) throw new ImportFailed(`${place} has two prices of ${name}.`)
    list.set(name, cents)
  }
  if (list.size === 0) throw new ImportFailed(`${place} has no price.`)
  return list
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^,"]*))(,|$)/y

function fieldsOf(line: string): string[] | undefined {
  const fields: string[] = []
  FIELD.lastIndex = 0
  for (;;) {
    const match = FIELD.exec(line)
    if (match === null) return undefined
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') return fields
  }
}

/**
 * Parses comma-separated names and prices, with or without a line of column names.
 *
 * @throws ImportFailed naming the line that is wrong
 */
export function readCsv(place: string, text: string): PriceList {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const entries: [string, string][] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [name, price, ...others] = fieldsOf(line) ?? []
    if (at === 0 && name === 'market_hash_name') continue
    if (name === undefined || price === undefined || others.length > 0 || centsOf(price) === undefined) {
      throw new ImportFailed(
        `${place}, line ${at + 1}: a name and a price in dollars are expected, not ${line.slice(0, 80)}`,
      )
    }
    entries.push([name, price])
  }
  return listOf(place, entries)
}
