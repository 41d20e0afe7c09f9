// What the drops of an opening are worth, and the order that follows from it.

interface Priced {
  /** In whole US cents. */
  readonly price: number
}

/** Returns the sum of prices, in cents. */
export function sumOf(drops: readonly Priced[]): number {
  return drops.reduce((sum, { price }) => sum + price, 0)
}

/** Returns the places of drops, the most expensive first; of equal ones in their own order. */
export function placesByValue(drops: readonly Priced[]): readonly number[] {
  return [...drops.keys()].sort((one, other) => (drops[other]?.price ?? 0) - (drops[one]?.price ?? 0))
}

/** Returns the place of the most expensive drop. */
export function mostExpensive(drops: readonly Priced[]): number {
  return placesByValue(drops)[0] ?? 0
}

/** Returns for each lane the place of its stop: from the first to the last lane, and the most expensive drop after all others. */
export function stopPlaces(drops: readonly Priced[]): readonly number[] {
  const last = mostExpensive(drops)
  return drops.map((_, lane) => (lane === last ? drops.length - 1 : lane - Number(lane > last)))
}
