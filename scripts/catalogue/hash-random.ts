// Deterministic pseudo-random numbers from a text, so that every build gives the same catalogue.

/** Returns a number from 0 to just below 1 (FNV-1a, then the finaliser of MurmurHash3). */
export function hashFraction(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
