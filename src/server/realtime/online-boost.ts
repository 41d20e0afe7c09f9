// The specification adds a random boost to the number of people online and leaves open how. It is made here, once for all, so
// that everyone reads the same number, on whichever instance; the interface says beside the counter what it is made of.

const BOOST = { least: 5, most: 30 } as const

/** A boost holds this long. */
const BOOST_MS = 50_000

export interface Chance {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to below 1; the same on every instance for one place in time. */
  random(place: number): number
}

/** What to add to the count right now: 5 to 30, another every 50 seconds. */
export function createOnlineBoost({ now, random }: Chance): () => number {
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
