// Checks draws by the browser's own cryptography. The code of the beacon's curve is large, so it is loaded with the first proof that
// needs it.
import { QUICKNET } from '../../game/fairness/beacon.ts'
import type { DrawChecking } from '../../game/fairness/proof.ts'
import { loadPart } from '../kernel/load-part.ts'
import { webHashing } from './web-hashing.ts'

export const drawChecking: DrawChecking = {
  hashing: webHashing,
  chains: [QUICKNET],
  randomness: async (chain, signed) => (await loadPart(() => import('./beacon-check.ts'))).checkBeacon(chain, signed),
}
