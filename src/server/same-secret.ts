// Compares secrets and signatures in constant time: how long an answer takes tells nobody how much of a guess was right.
import { timingSafeEqual } from 'node:crypto'

const bytesOf = (secret: string | Uint8Array): Uint8Array => (typeof secret === 'string' ? Buffer.from(secret) : secret)

/** Whether what was given is the secret, or the signature, that it has to be. */
export function isSameSecret(given: string | Uint8Array, right: string | Uint8Array): boolean {
  const [a, b] = [bytesOf(given), bytesOf(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
