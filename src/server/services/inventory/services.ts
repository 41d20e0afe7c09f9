// The services of owned items.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createInventory } from './inventory.ts'
import { createSelling } from './selling.ts'

export type InventoryServices = ReturnType<typeof createInventoryServices>

/** Makes the services of owned items. */
export function createInventoryServices(parts: ServiceParts) {
  return { inventory: createInventory(parts), selling: createSelling(parts) }
}
