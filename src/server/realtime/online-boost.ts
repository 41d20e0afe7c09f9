// The specification adds a random boost to the online count and leaves open how. It is computed here so that all visitors see the
// same number on every instance; the interface explains it beside the counter.

const BOOST = { least: 5, most: 30 } as const

/** How long a boost lasts. */
const BOOST_MS = 50_000

export interface BoostSource {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to below 1; the same on every instance for one place in time. */
  random(place: number): number
}

/** Returns the boost of the current moment: 5 to 30, changed every 50 seconds. */
export function createOnlineBoost({ now, random }: BoostSource): () => number {
  let rolled = Number.NaN
  let boost = 0
  return () => {
    const place = Math.floor(now() / BOOST_MS)
    if (place !== rolled) {
      rolled = place
      boost = BOOST.least + Math.floor(random(place) * (BOOST.most - BOOST.least + 1))
    }
    return boost
  }
}
