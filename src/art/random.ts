// Seeded pseudo-random numbers for pictures and the sandbox's bots. Never for rolls, which src/game computes.

/** Returns the next number of a stream, from 0 to 1 (1 excluded). */
export type Random = () => number

/** Returns the 32-bit hash of a text (xmur3, public domain, by bryc). */
export function hashText(text: string): number {
  let hash = 1779033703 ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Creates a stream that is the same for the same text (Mulberry32, public domain, by Tommy Ettinger). */
export function seededRandom(text: string): Random {
  let state = hashText(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws a whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** Draws one entry of a list. */
export function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[Math.floor(random() * from.length)] ?? from[0]
}
