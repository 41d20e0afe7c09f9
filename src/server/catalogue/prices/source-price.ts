// What the source of prices says about an item right now: the list of the last minutes, asked for when an item is to be sent.
import { type Cents, cents } from '../../../game/base/money.ts'
import { ImportFailed } from '../import/source.ts'
import type { LoadedCatalogue } from '../loaded-catalogue.ts'
import type { ListedPrices, PriceProvider } from './price-list.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A list serves for so long: Skinport computes it anew every five minutes, and limits requests. */
const LIST_MS = 10 * MINUTE_MS

/**
 * Returns what an item costs at the source now; undefined where the source does not name it.
 *
 * @throws ImportFailed when the source does not respond, its parts contradict each other, or it tells that its price is old: then nothing
 *   is sent yet
 */
export type SourcePriceOf = (item: { readonly market_hash_name: string }) => Promise<Cents | undefined>

/** Makes the look-up of prices at a source. */
export function createSourcePrices(parts: {
  readonly provider: PriceProvider
  readonly catalogue: () => Pick<LoadedCatalogue, 'priceRules'>
  readonly now: () => number
}): SourcePriceOf {
  const { provider, catalogue, now } = parts
  let lastReading: { readonly list: Promise<ListedPrices>; readonly atMs: number } | undefined

  function listNow(): Promise<ListedPrices> {
    if (lastReading !== undefined && now() - lastReading.atMs < LIST_MS) return lastReading.list
    const reading = { list: provider.prices(catalogue().priceRules), atMs: now() }
    lastReading = reading
    reading.list.catch(() => {
      if (lastReading === reading) lastReading = undefined
    })
    return reading.list
  }

  return async ({ market_hash_name: name }) => {
    const list = await listNow()
    if (list.disputed.has(name)) throw new ImportFailed(`The sources of prices contradict each other about ${name}.`)
    const toldMs = list.timesMs.get(name)
    if (toldMs !== undefined && now() - toldMs >= catalogue().priceRules.freshHours * HOUR_MS)
      throw new ImportFailed(`The price of ${name} is of ${new Date(toldMs).toISOString()} at the source.`)
    const price = list.prices.get(name)
    return price === undefined ? undefined : cents(price)
  }
}
