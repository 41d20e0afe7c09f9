// Items whose price is held: nobody gets or gives them until a person or a later list decides. Asked of the database in the transaction
// that moves an item, because another instance may know of an import before this one does.
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Case } from '../../../game/catalogue/catalogue.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { heldItems } from '../../db/schema.ts'

/** Tells in a selection of `items` whether one is held. Raw: in a selection of one table, names of columns lose their tables. */
export const IS_HELD: SQL<boolean> = sql.raw(
  '(exists (select from held_items where held_items.item_id = items.item_id))',
) as SQL<boolean>

/**
 * Refuses items of the catalogue that are held.
 *
 * @throws RefusalError 'item-held'
 */
export async function assertNotHeld(queries: Queries, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  if ((await queries.$count(heldItems, inArray(heldItems.itemId, [...itemIds]))) > 0)
    throw new RefusalError('item-held')
}

/** Tells whether an item of the catalogue is held: by the active catalogue, or by an import that this instance has not read yet. */
export async function isHeld(
  queries: Queries,
  { priceState }: Pick<LoadedCatalogue, 'priceState'>,
  itemId: string,
): Promise<boolean> {
  return priceState.held.has(itemId) || (await queries.$count(heldItems, inArray(heldItems.itemId, [itemId]))) > 0
}

/** Returns the refusal of a case that is off: for a while because of held items, or by the operator. */
export function offRefusal({ heldItems }: Pick<Case, 'heldItems'>): RefusalError {
  return new RefusalError(heldItems === undefined ? 'case-off' : 'case-paused')
}
