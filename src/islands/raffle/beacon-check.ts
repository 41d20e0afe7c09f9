// The check of a beacon's signature. The code of its curve is large, so it is loaded only for the proof of a raffle that needs it.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type BeaconChain, roundRandomness, type Sha256 } from '../../game/beacon.ts'

const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Returns the randomness of a round; null when the chain did not sign it. */
export function checkBeacon(
  chain: BeaconChain,
  signed: { readonly round: number; readonly signature: string },
): Promise<string | null> {
  return roundRandomness({ signatures: bls12_381.shortSignatures, sha256 }, chain, signed)
}
