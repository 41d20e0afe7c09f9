// Fetches Skinport's public list of prices, `GET /v1/items`. It is compressed with brotli; eight requests in five minutes are allowed.
import { z } from 'zod'
import type { Fetch } from '../../base/bounded-request.ts'
import { assertSafe, ImportFailed, readSource } from '../import/source.ts'
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

/** Wraps `fetch`: accepts brotli, which the list requires, and says how long to wait after too many requests. */
const withBrotli =
  (fetch: Fetch): Fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, headers: { accept: 'application/json', 'accept-encoding': 'br' } })
    if (response.status !== 429) return response
    const seconds = response.headers.get('retry-after')
    await response.body?.cancel()
    throw new ImportFailed(`Skinport was asked too often: try again in ${seconds ?? '300'} seconds.`)
  }

/** Creates the provider of an address. */
export function skinport(address: string, fetch: Fetch): PriceProvider {
  return {
    name: 'Skinport',
    prices: async (): Promise<PriceList> => {
      assertSafe(address)
      const items = await readSource(address, answer, withBrotli(fetch))
      const foreign = items.find(({ currency }) => currency !== 'USD')
      if (foreign !== undefined) throw new ImportFailed(`Skinport answered in ${foreign.currency}, not in USD.`)
      // The suggested price is more stable than the cheapest current offer.
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
