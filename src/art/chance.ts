// Chance that is the same every time: a text decides all of it. For pictures only; rolls are made in src/game.

/** A stream of numbers from 0 to 1 (1 left out), decided by a text alone. */
export type Chance = () => number

/** 32-bit hash of a text (xmur3, public domain, by bryc). */
export function hashOf(text: string): number {
  let hash = 1779033703 ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Mulberry32 (public domain, by Tommy Ettinger) seeded by a text. */
export function chanceOf(text: string): Chance {
  let state = hashOf(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number from `low` to `high`, both included. */
export function between(chance: Chance, low: number, high: number): number {
  return low + Math.floor(chance() * (high - low + 1))
}

/** One of a list that is not empty. */
export function pick<T>(chance: Chance, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chance() * from.length)] ?? from[0]
}
