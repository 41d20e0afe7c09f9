// The check of a beacon's signature, with the code of its curve.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type BeaconChain, roundRandomness } from '../../game/fairness/beacon.ts'
import { webHashing } from './web-hashing.ts'

/** Returns the randomness of a round; null when the chain did not sign it. */
export function checkBeacon(
  chain: BeaconChain,
  signed: { readonly round: number; readonly signature: string },
): Promise<string | null> {
  return roundRandomness({ signatures: bls12_381.shortSignatures, sha256: webHashing.sha256Bytes }, chain, signed)
}
