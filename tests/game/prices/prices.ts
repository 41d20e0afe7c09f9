// The project's prices as a price list, and lists made up for a test.
import { readFileSync } from 'node:fs'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import { type PricedItem, sortByPrice } from '../../../src/game/prices/price-list.ts'

/** Every item of data/prices.json, sorted by price. */
export function readPriceList(): PricedItem[] {
  const prices = JSON.parse(readFileSync('data/prices.json', 'utf8')) as Record<string, number>
  return sortByPrice(Object.entries(prices).map(([id, price]) => ({ id, priceCents: cents(price) })))
}

/** A price list of items that are named by their position. */
export function priceListOf(prices: readonly number[]): PricedItem[] {
  return sortByPrice(prices.map((price, at) => ({ id: `item-${at}`, priceCents: cents(price) })))
}

export const asCents = (amounts: readonly number[]): Cents[] => amounts.map(cents)
