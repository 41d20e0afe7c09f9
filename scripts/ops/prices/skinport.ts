// Skinport's public list of prices: `GET /v1/items`. It is compressed with brotli, and may be asked eight times in five minutes.
import { z } from 'zod'
import { assertSafe, ImportFailed, readSource } from '../../../src/server/catalogue/import/source.ts'
import type { Fetch } from '../../../src/server/http/bounded-request.ts'
import { listOf, type PriceList, type PriceProvider } from './price-list.ts'

export const SKINPORT_ADDRESS = 'https://api.skinport.com/v1/items?app_id=730&currency=USD&tradable=0'

const answer = z.array(
  z.object({
    market_hash_name: z.string().min(1),
    currency: z.string(),
    suggested_price: z.number().nullable(),
    min_price: z.number().nullable(),
  }),
)

/** Asks for brotli, as the list wants it, and says how long to wait where it was asked too often. */
const politely =
  (fetch: Fetch): Fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, headers: { accept: 'application/json', 'accept-encoding': 'br' } })
    if (response.status !== 429) return response
    const seconds = response.headers.get('retry-after')
    await response.body?.cancel()
    throw new ImportFailed(`Skinport was asked too often: try again in ${seconds ?? '300'} seconds.`)
  }

/** The provider over an address; `fetch` as `globalThis.fetch`. */
export function skinport(address: string, fetch: Fetch): PriceProvider {
  return {
    name: 'Skinport',
    prices: async (): Promise<PriceList> => {
      assertSafe(address)
      const items = await readSource(address, answer, politely(fetch))
      const foreign = items.find(({ currency }) => currency !== 'USD')
      if (foreign !== undefined) throw new ImportFailed(`Skinport answered in ${foreign.currency}, not in USD.`)
      // What it suggests moves less than the cheapest offer of the moment.
      return listOf(
        'Skinport',
        items.flatMap(({ market_hash_name, suggested_price, min_price }) => {
          const price = suggested_price ?? min_price
          return price === null || price <= 0 ? [] : [[market_hash_name, price] as const]
        }),
      )
    },
  }
}
