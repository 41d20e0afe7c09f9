// Deterministic pseudo-random numbers from a text, so that every build gives the same catalogue.

/** Returns a number from 0 to just below 1 (FNV-1a, then the finaliser of MurmurHash3). */
export function hashFraction(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Returns a number from an approximate normal distribution, between -3 and 3 (Irwin-Hall: the sum of twelve, minus six). */
export function hashNormal(text: string): number {
  let sum = -6
  for (let part = 0; part < 12; part++) sum += hashFraction(`${text}#${part}`)
  return Math.max(-3, Math.min(3, sum))
}
