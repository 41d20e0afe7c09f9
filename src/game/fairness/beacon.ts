// A public randomness beacon, as the League of Entropy runs it with drand: a signed round every few seconds. A round's signature
// cannot be known before its time, and anyone can verify it afterwards. Curves and hashes are passed in.

/** A chain of rounds: their schedule, and the public key of their signatures. */
export interface BeaconChain {
  /** Identifies the chain, as 64 hex digits. */
  readonly hash: string
  /** A point of G2, as hex. */
  readonly publicKey: string
  /** The time of round 1, in seconds since 1970. */
  readonly genesisS: number
  readonly periodS: number
}

/** drand's quicknet: unchained, signatures on G1 (scheme bls-unchained-g1-rfc9380), https://drand.love. */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisS: 1_692_803_367,
  periodS: 3,
}

/** The chains that this release can verify, those that nothing new is drawn from any more too. None is ever removed. */
export const BEACON_CHAINS: readonly BeaconChain[] = [QUICKNET]

/** The time from a raffle's end to its round: the entries have to be frozen, and their hash published, before the round exists. */
export const DRAW_MARGIN_MS = 30_000

/** The domain separation tag of the scheme's signatures. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** Matches a signature on G1: 48 bytes as hex. */
const BEACON_SIGNATURE = /^[0-9a-f]{96}$/

/** Returns the time of a round, in milliseconds since 1970. */
export function roundTime({ genesisS, periodS }: BeaconChain, round: number): number {
  return (genesisS + (round - 1) * periodS) * 1000
}

/** Returns the first round at or after a time. */
export function roundFrom({ genesisS, periodS }: BeaconChain, atMs: number): number {
  return Math.max(1, Math.ceil((atMs / 1000 - genesisS) / periodS) + 1)
}

/** Returns the round that decides a raffle with this closing time. It is fixed when the raffle opens. */
export function drawRound(chain: BeaconChain, closesAtMs: number): number {
  return roundFrom(chain, closesAtMs + DRAW_MARGIN_MS)
}

/** Short signatures of BLS12-381, as @noble/curves provides them. */
export interface ShortSignatures<Point> {
  hash(message: Uint8Array, domain: string): Point
  verify(signature: Uint8Array, message: Point, publicKey: Uint8Array): boolean
}

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** Returns the bytes of a hexadecimal text. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

/** Returns bytes as hexadecimal text. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the signed message of a round: the SHA-256 of its number as eight bytes, big-endian. */
function roundMessage(round: number, sha256: Sha256): Promise<Uint8Array> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** Returns the point that a round's message is hashed to. */
export async function roundPoint<Point>(
  signatures: Pick<ShortSignatures<Point>, 'hash'>,
  sha256: Sha256,
  round: number,
): Promise<Point> {
  return signatures.hash(await roundMessage(round, sha256), DOMAIN)
}

/**
 * Verifies a beacon's signature of a round.
 *
 * @param signature 96 hex digits
 * @returns the randomness of the round, the SHA-256 of the signature as hex; null when the signature is not the chain's for this
 * round
 */
export async function roundRandomness<Point>(
  { signatures, sha256 }: { readonly signatures: ShortSignatures<Point>; readonly sha256: Sha256 },
  chain: BeaconChain,
  { round, signature }: { readonly round: number; readonly signature: string },
): Promise<string | null> {
  if (!BEACON_SIGNATURE.test(signature)) return null
  const point = await roundPoint(signatures, sha256, round)
  const bytes = bytesOf(signature)
  try {
    if (!signatures.verify(bytes, point, bytesOf(chain.publicKey))) return null
  } catch {
    // The signature is not a point of the curve.
    return null
  }
  return hexOf(await sha256(bytes))
}
