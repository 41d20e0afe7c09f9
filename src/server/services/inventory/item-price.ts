// What the price of an item rests on, for the players who ask.
import { eq } from 'drizzle-orm'
import { priceTimeMs } from '../../../game/prices/price-rules.ts'
import type { ItemPrice } from '../../../protocol/item-price.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { heldItems } from '../../db/schema.ts'

export interface ItemPriceParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
}

/**
 * Returns what the price of an item of the catalogue rests on; null for an item that is not in it. What the market said of a held item is
 * left out: it is not accepted.
 */
export async function itemPrice({ db, catalogue }: ItemPriceParts, id: string): Promise<ItemPrice | null> {
  const {
    catalogue: { items },
    priceState,
  } = catalogue()
  const item = items.get(id)
  if (item === undefined) return null
  const [spread, move] = [priceState.spreads.get(id), priceState.moves.get(id)]
  // Another instance may know of a hold before this one does.
  const [held] = await db.queries.select({ since: heldItems.since }).from(heldItems).where(eq(heldItems.itemId, id))
  return {
    amount: item.priceCents,
    source: priceState.source,
    at: priceTimeMs(priceState, id),
    shipped: priceState.isShipped && move === undefined,
    spread:
      spread === undefined
        ? null
        : { lowest: spread.lowestCents, highest: spread.highestCents, sources: spread.sources },
    move: move === undefined ? null : { from: move.fromCents, at: move.atMs },
    held_since: held?.since.getTime() ?? priceState.held.get(id)?.sinceMs ?? null,
  }
}
