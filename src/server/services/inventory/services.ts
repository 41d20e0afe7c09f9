// The services of owned items.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createInventory } from './inventory.ts'
import { itemPrice } from './item-price.ts'
import { createSelling } from './selling.ts'

export type InventoryServices = ReturnType<typeof createInventoryServices>

/** Makes the services of owned items. */
export function createInventoryServices(parts: ServiceParts) {
  return {
    inventory: createInventory(parts),
    selling: createSelling(parts),
    /** Returns what the price of an item of the catalogue rests on; null for an item that is not in it. */
    itemPrice: (id: string) => itemPrice(parts, id),
  }
}
