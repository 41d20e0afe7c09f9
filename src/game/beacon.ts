// A public beacon of randomness, as the League of Entropy runs it with drand: every few seconds a round, signed by all together.
// Nobody knows a signature before its round, and everybody can check it after. Curves and hashes are handed in.

/** A chain of rounds: when they come, and the key that their signatures are checked with. */
export interface BeaconChain {
  /** Names the chain, as 64 hex digits. */
  readonly hash: string
  /** A point of G2, as hex. */
  readonly publicKey: string
  /** When round 1 came, in seconds since 1970. */
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

/** From the end of a raffle to its round: the entries have to be frozen and their hash shown before the round exists. */
export const DRAW_MARGIN_MS = 30_000

/** The domain of the scheme's signatures: what keeps them apart from those of every other use of the curve. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** A signature of G1: 48 bytes as hex. */
const BEACON_SIGNATURE = /^[0-9a-f]{96}$/

/** When a round comes, in milliseconds since 1970. */
export function roundTime({ genesisS, periodS }: BeaconChain, round: number): number {
  return (genesisS + (round - 1) * periodS) * 1000
}

/** The first round that comes at a moment or after it. */
function roundFrom({ genesisS, periodS }: BeaconChain, atMs: number): number {
  return Math.max(1, Math.ceil((atMs / 1000 - genesisS) / periodS) + 1)
}

/** The round that decides a raffle which closes at a moment: fixed when it opens. */
export function drawRound(chain: BeaconChain, closesAtMs: number): number {
  return roundFrom(chain, closesAtMs + DRAW_MARGIN_MS)
}

/** Short signatures of BLS12-381, as @noble/curves has them. */
export interface ShortSignatures<Point> {
  hash(message: Uint8Array, domain: string): Point
  verify(signature: Uint8Array, message: Point, publicKey: Uint8Array): boolean
}

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What is signed in a round: the SHA-256 of its number in eight bytes, big-endian. */
function roundMessage(round: number, sha256: Sha256): Promise<Uint8Array> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** The point that a round's message is hashed to. */
export async function roundPoint<Point>(
  signatures: Pick<ShortSignatures<Point>, 'hash'>,
  sha256: Sha256,
  round: number,
): Promise<Point> {
  return signatures.hash(await roundMessage(round, sha256), DOMAIN)
}

/**
 * Checks what a beacon is said to have signed in a round.
 *
 * @param signature 96 hex digits
 * @returns the randomness of the round, the SHA-256 of the signature as hex; null when the signature is not the chain's of this round
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
    // Not a point of the curve at all.
    return null
  }
  return hexOf(await sha256(bytes))
}
