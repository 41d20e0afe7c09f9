// The curve that a beacon signs with. It is large, so that it is loaded with the proof of a raffle that needs it, and nowhere else.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type BeaconChain, roundRandomness, type Sha256 } from '../../game/beacon.ts'

const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** The randomness of a round; null when the signature is not the chain's. */
export function checkBeacon(
  chain: BeaconChain,
  signed: { readonly round: number; readonly signature: string },
): Promise<string | null> {
  return roundRandomness({ signatures: bls12_381.shortSignatures, sha256 }, chain, signed)
}
