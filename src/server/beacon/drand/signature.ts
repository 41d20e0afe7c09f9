// Verifies a round's signature with the curve of @noble/curves and Node's hash.
import { createHash } from 'node:crypto'
import { type BeaconChain, roundRandomness, type Sha256 } from '../../../game/fairness/beacon.ts'

/** Node's hash, for a proof that is verified outside of a browser. */
export const sha256: Sha256 = async (bytes) => createHash('sha256').update(bytes).digest()

/** Returns the randomness of a round; null when the signature is not the chain's for this round. */
export async function verifyRandomness(
  chain: BeaconChain,
  signed: { readonly round: number; readonly signature: string },
): Promise<string | null> {
  // Only live mode asks a beacon: the curve takes 2 MB.
  const { bls12_381 } = await import('@noble/curves/bls12-381.js')
  return roundRandomness({ signatures: bls12_381.shortSignatures, sha256 }, chain, signed)
}
