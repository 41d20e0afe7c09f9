// Fetches Skinport's public list of prices, `GET /v1/items`. It is compressed with brotli; eight requests in five minutes are allowed.
import type { Fetch } from '../../network/bounded-request.ts'
import { fieldOf } from '../faults.ts'
import { assertSafe, ImportFailed, readText } from '../import/source.ts'
import { parseList, readPriceJson } from './price-formats.ts'
import { collectPrices, type ListedPrices, type PriceProvider, type PriceRow } from './price-list.ts'

export const SKINPORT_ADDRESS = 'https://api.skinport.com/v1/items?app_id=730&currency=USD&tradable=0'

/** Wraps `fetch`: accepts brotli, which the list requires, and says how long to wait after too many requests. */
const withBrotli =
  (fetch: Fetch, name: string): Fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, headers: { accept: 'application/json', 'accept-encoding': 'br' } })
    if (response.status !== 429) return response
    const seconds = response.headers.get('retry-after')
    await response.body?.cancel()
    throw new ImportFailed(`${name} was asked too often: try again in ${seconds ?? '300'} seconds.`)
  }

interface SkinportRow {
  readonly market_hash_name?: unknown
  readonly currency?: unknown
  readonly suggested_price?: unknown
  readonly min_price?: unknown
  readonly version?: unknown
  readonly updated_at?: unknown
}

const isSkinportRow = (value: unknown): value is SkinportRow => fieldOf(value, 'suggested_price') !== undefined

/** @throws ImportFailed when half of the rows or more are in another currency: then the request was wrong, not a row */
function assertDollars(place: string, rows: readonly SkinportRow[]): void {
  const foreign = rows.filter(({ currency }) => currency !== 'USD')
  if (foreign.length === 0 || foreign.length * 2 < rows.length) return
  throw new ImportFailed(`${place} answered in ${String(foreign[0]?.currency)}, not in USD.`)
}

function rowsOf(rows: readonly SkinportRow[]): PriceRow[] {
  return rows.flatMap((row, index): PriceRow[] => {
    const { market_hash_name, currency, suggested_price, min_price, version, updated_at: time } = row
    const at = `entry ${index + 1}`
    const name = market_hash_name
    if (currency !== 'USD') {
      return [{ at, name, price: undefined, problem: `the price is in ${String(currency)}, not in USD` }]
    }
    // The suggested price is more stable than the cheapest current offer. An item without either is not on offer.
    const price = suggested_price ?? min_price
    if (price === null || price === undefined) return []
    return [{ at, name, price, version: typeof version === 'string' ? version : undefined, time }]
  })
}

/** Parses Skinport's answer, or another public list at an address that an operator gave. */
function parsePrices(place: string, text: string): ListedPrices {
  const answer = parseList(place, text)
  const rows: readonly unknown[] = Array.isArray(answer) ? answer : []
  if (!rows.some(isSkinportRow)) return readPriceJson(place, text)
  const records = rows.map(
    (row): SkinportRow => (isSkinportRow(row) ? row : { market_hash_name: fieldOf(row, 'market_hash_name') }),
  )
  assertDollars(place, records.filter(isSkinportRow))
  return collectPrices(place, rowsOf(records))
}

/**
 * Creates the provider of an address.
 *
 * @param name of the source, for messages
 */
export function skinport(address: string, fetch: Fetch, name = 'Skinport'): PriceProvider {
  return {
    name,
    prices: async (): Promise<ListedPrices> => {
      assertSafe(address)
      return parsePrices(name, await readText(address, withBrotli(fetch, name)))
    },
  }
}
