// The services of shared results.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createOverlays } from './overlays.ts'
import { createShares } from './shares.ts'

/** Makes the services of shared results. */
export function createSharingServices(parts: ServiceParts) {
  return { shares: createShares(parts), overlays: createOverlays(parts) }
}
