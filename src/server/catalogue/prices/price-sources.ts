// Several sources as one list: the median of each price. A source that fails leaves the others.
import { cents } from '../../../game/base/money.ts'
import { hasJumped, type PriceRules, type PriceSpread } from '../../../game/prices/price-rules.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import { ImportFailed } from '../import/source.ts'
import type { ListedPrices, PriceProvider } from './price-list.ts'
import { SKINPORT_ADDRESS, skinport } from './skinport.ts'

/** Returns the two prices in the middle: the same one twice of an odd number. */
function middleOf(amounts: readonly number[]): readonly [low: number, high: number] {
  const sorted = amounts.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new RangeError('No price to take the median of')
  return [low, high]
}

/** Returns the lowest and the highest of several prices; undefined for a single one. */
function spreadOf(amounts: readonly number[]): PriceSpread | undefined {
  if (amounts.length < 2) return undefined
  return {
    lowestCents: cents(Math.min(...amounts)),
    highestCents: cents(Math.max(...amounts)),
    sources: amounts.length,
  }
}

/**
 * Combines the lists of several sources by the median. Where the two prices in the middle lie further apart than the bound of their
 * class, as of two sources of which one is wrong, the name is disputed and has no price.
 */
export function combineLists(lists: readonly ListedPrices[], rules: Pick<PriceRules, 'classes'>): ListedPrices {
  const prices = new Map<string, number>()
  const disputed = new Map<string, readonly number[]>()
  const spreads = new Map<string, PriceSpread>()
  const timesMs = new Map<string, number>()
  for (const name of new Set(lists.flatMap((list) => [...list.prices.keys()]))) {
    const amounts = lists.flatMap((list) => list.prices.get(name) ?? [])
    const [low, high] = middleOf(amounts)
    if (hasJumped(rules, low, high)) disputed.set(name, amounts)
    else {
      prices.set(name, Math.round((low + high) / 2))
      const spread = spreadOf(amounts)
      if (spread !== undefined) spreads.set(name, spread)
      // The median is no newer than the oldest price in it.
      const times = lists.flatMap((list) => list.timesMs.get(name) ?? [])
      if (times.length > 0) timesMs.set(name, Math.min(...times))
    }
  }
  const odd = lists.flatMap((list) => list.odd)
  return { prices, disputed, spreads, timesMs, odd, column: null, failed: lists.flatMap(({ failed }) => failed) }
}

/**
 * Creates the provider of several addresses.
 *
 * @param addresses empty for Skinport's public list
 */
export function createPriceSources(addresses: readonly string[], fetch: Fetch): PriceProvider {
  const [only = SKINPORT_ADDRESS, ...others] = [...new Set(addresses)]
  if (others.length === 0) return skinport(only, fetch)
  const places = [only, ...others]
  return {
    name: places.map((address) => (URL.canParse(address) ? new URL(address).host : address)).join(', '),
    async prices(rules) {
      const results = await Promise.allSettled(places.map((place) => skinport(place, fetch, place).prices(rules)))
      const failed = results.flatMap((result): string[] => {
        if (result.status === 'fulfilled') return []
        if (result.reason instanceof ImportFailed) return [result.reason.message]
        throw result.reason
      })
      const lists = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (lists.length === 0) throw new ImportFailed(failed.join('\n'))
      const combined = combineLists(lists, rules)
      return { ...combined, failed }
    },
  }
}
