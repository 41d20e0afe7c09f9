// Compares secrets and signatures in constant time: the duration does not reveal how much of a guess is right.
import { timingSafeEqual } from 'node:crypto'

const bytesOf = (secret: string | Uint8Array): Uint8Array => (typeof secret === 'string' ? Buffer.from(secret) : secret)

/** Tells whether a given secret or signature equals the expected one. */
export function isTimingSafeEqual(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [a, b] = [bytesOf(given), bytesOf(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
