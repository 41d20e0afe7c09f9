// A list of prices as a source that names prices and nothing else gives it.
import type { ListedPrices } from '../../../src/server/catalogue/prices/price-list.ts'

/** Returns the list of prices in cents by market hash name. */
export const listedPrices = (prices: ListedPrices['prices']): ListedPrices => ({
  prices,
  odd: [],
  column: null,
  disputed: new Map(),
  timesMs: new Map(),
  spreads: new Map(),
  failed: [],
})
