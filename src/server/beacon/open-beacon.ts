// Chooses the beacon that a site draws its raffles from.
import { QUICKNET } from '../../game/beacon.ts'
import type { Config } from '../base/config.ts'
import type { Beacon } from './beacon.ts'
import { createDrand } from './drand/drand.ts'

/** Opens drand in live mode; null in the sandbox, whose raffles are drawn from committed seeds. */
export function openBeacon({ mode, beaconUrls }: Pick<Config, 'mode' | 'beaconUrls'>): Beacon | null {
  if (mode === 'sandbox') return null
  return createDrand({ chain: QUICKNET, relays: beaconUrls, fetch: globalThis.fetch })
}
