// Which beacon a site draws its raffles from.
import { QUICKNET } from '../../game/beacon.ts'
import type { Config } from '../config.ts'
import type { Beacon } from './beacon.ts'
import { createDrand } from './drand/drand.ts'

/** drand in live mode; null in the sandbox, whose raffles are drawn from seeds that it commits to. */
export function openBeacon({ mode, beaconUrls }: Pick<Config, 'mode' | 'beaconUrls'>): Beacon | null {
  if (mode === 'sandbox') return null
  return createDrand({ chain: QUICKNET, relays: beaconUrls, fetch: globalThis.fetch })
}
