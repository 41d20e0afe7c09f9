// Holds prices of a shop as a list did that moved too far.
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { OPERATOR } from './operator.ts'

/** Publishes that items are held at prices that a list said, in cents by item id. */
export async function holdPrices(
  shop: Pick<ActiveShop, 'current' | 'publish' | 'refresh'>,
  seen: Readonly<Record<string, number>>,
  atMs: number,
): Promise<void> {
  await shop.refresh()
  const { edition: base, files } = shop.current
  const state = JSON.parse(files['price-state.json'] ?? '{}')
  const since = new Date(atMs).toISOString()
  const held = Object.fromEntries(Object.entries(seen).map(([id, price]) => [id, { price, since }]))
  const text = `${JSON.stringify({ ...state, held }, null, 1)}\n`
  const act = { verb: 'prices.import', subject: 'prices', after: {} } as const
  await shop.publish({ files: { 'price-state.json': text }, base, by: OPERATOR, act })
}
