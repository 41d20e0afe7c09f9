// Chooses the beacon that a site draws its raffles and battles from.
import { BEACON_CHAINS, QUICKNET } from '../../game/fairness/beacon.ts'
import type { Config } from '../config/config.ts'
import type { Beacon } from './beacon.ts'
import { createDrand } from './drand/drand.ts'

/** Opens drand in live mode; null in the sandbox, which draws from committed seeds. */
export function openBeacon({ mode, beaconUrls }: Pick<Config, 'mode' | 'beaconUrls'>): Beacon | null {
  if (mode === 'sandbox') return null
  return createDrand({ chain: QUICKNET, relays: beaconUrls, fetch: globalThis.fetch })
}

/** Opens all other chains that this release knows: a battle locked on one of them is drawn from it after the settings changed. */
export function openOtherBeacons({ mode, beaconUrls }: Pick<Config, 'mode' | 'beaconUrls'>): Beacon[] {
  const others = BEACON_CHAINS.filter((chain) => mode === 'sandbox' || chain !== QUICKNET)
  return others.map((chain) => createDrand({ chain, relays: beaconUrls, fetch: globalThis.fetch }))
}
