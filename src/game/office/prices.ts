// The lists of the room Prices.

export const PRICE_TABS = ['held', 'import', 'rebalance'] as const

export type PriceTab = (typeof PRICE_TABS)[number]

/** `old`: older than a chosen item's price may be. `unpriced`: not sold for want of a price. */
export const PRICE_FILTERS = ['held', 'old', 'unpriced', 'cases'] as const

export type PriceFilter = (typeof PRICE_FILTERS)[number]

/** The dearest first without one; `oldest`: the price that no list named for longest first. */
export const PRICE_ORDERS = ['cheapest', 'oldest', 'newest'] as const

export type PriceOrder = (typeof PRICE_ORDERS)[number]
