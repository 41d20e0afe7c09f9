// Where the moons of the calendar stand: the days of a ten around its last one, clockwise from the top.

export interface Place {
  /** Percentages of the sky's width, from its top left corner. */
  readonly left: number
  readonly top: number
}

/** Half the width of the orbit, as a percentage of the sky's. */
export const ORBIT_RADIUS = 41

/**
 * Where a moon stands.
 *
 * @param place from 0
 * @param moons how many there are
 */
export function moonPlace(place: number, moons: number): Place {
  const angle = (place / moons) * 2 * Math.PI
  const percent = (share: number): number => Math.round((50 + ORBIT_RADIUS * share) * 100) / 100
  return { left: percent(Math.sin(angle)), top: percent(-Math.cos(angle)) }
}
