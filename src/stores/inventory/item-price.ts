// What the price of an item rests on, read when a player opens it; an answer serves for a minute.
import type { ItemPrice, ItemPriceReply } from '../../protocol/item-price.ts'
import { get } from '../kernel/api.ts'

const KEPT_MS = 60_000

const kept = new Map<string, { readonly atMs: number; readonly price: Promise<ItemPrice | null> }>()

/**
 * Reads what the price of an item of the catalogue rests on; null for an item that is no longer in it.
 *
 * @throws ApiError when it could not be read; then the next call reads again
 */
export function loadItemPrice(id: string): Promise<ItemPrice | null> {
  const known = kept.get(id)
  if (known !== undefined && Date.now() - known.atMs < KEPT_MS) return known.price
  const reading = {
    atMs: Date.now(),
    price: get<ItemPriceReply>(`/items/price?id=${encodeURIComponent(id)}`).then(({ price }) => price),
  }
  kept.set(id, reading)
  reading.price.catch(() => {
    if (kept.get(id) === reading) kept.delete(id)
  })
  return reading.price
}
