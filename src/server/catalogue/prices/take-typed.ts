// Takes prices that a person typed: like those of a list that was judged, and with the shop kept open. Pure.
import { cents } from '../../../game/base/money.ts'
import type { PriceMove } from '../../../game/prices/price-rules.ts'
import type { AppliedPrices, PriceChange, PricedCatalogue } from './apply-prices.ts'
import { priceTexts } from './price-files.ts'
import { type ShopReading, settleShop } from './settle-shop.ts'
import type { TakenPrices } from './take-list.ts'

/**
 * Takes typed prices. An item that was held is held no more: a person has decided. Its age is that of the newest list.
 *
 * @param typed new prices in cents by item id; an item that had none is sold from now on
 * @param atMs when they were typed
 */
export function takeTyped(
  reading: PricedCatalogue & ShopReading,
  typed: ReadonlyMap<string, number>,
  atMs: number,
): TakenPrices {
  const { catalogue, priceState } = reading
  const prices = new Map([...catalogue.items.values()].map(({ id, priceCents }) => [id, priceCents as number]))
  const [held, agesMs] = [new Map(priceState.held), new Map(priceState.agesMs)]
  const spreads = new Map(priceState.spreads)
  const moves = new Map<string, PriceMove>(priceState.moves)
  const changes: PriceChange[] = []
  for (const [id, after] of typed) {
    const item = catalogue.items.get(id)
    const wasHeld = held.delete(id)
    if (item?.priceCents === after && !wasHeld) continue
    changes.push({ id, name: item?.marketHashName ?? id, before: item?.priceCents ?? 0, after })
    prices.set(id, after)
    agesMs.delete(id)
    // The sources of the price before do not speak of this one.
    spreads.delete(id)
    if (item !== undefined && item.priceCents !== after) moves.set(id, { fromCents: cents(item.priceCents), atMs })
  }
  const lifted = [...priceState.held.keys()].filter((id) => !held.has(id))
  const state = { ...priceState, held, agesMs, spreads, moves }
  const applied: AppliedPrices = { prices, changes, jumps: [], disputes: [], lifted, state, unlisted: [], unknown: [] }
  const settled = settleShop(reading, prices, held)
  return { applied, settled, files: changes.length === 0 ? {} : { ...priceTexts(applied), ...settled.files } }
}
