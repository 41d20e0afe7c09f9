// Positions on the calendar's ring: the days of a run around its last one, clockwise from the top.

export interface Position {
  /** Percentages of the ring's box, from its top left corner. */
  readonly left: number
  readonly top: number
}

/** The radius of the ring, as a percentage of its box. */
export const RING_RADIUS = 41

/**
 * Returns the position of a day on the ring.
 *
 * @param place from 0
 * @param ringDays the number of days on the ring
 */
export function dayPosition(place: number, ringDays: number): Position {
  const angle = (place / ringDays) * 2 * Math.PI
  const percent = (share: number): number => Math.round((50 + RING_RADIUS * share) * 100) / 100
  return { left: percent(Math.sin(angle)), top: percent(-Math.cos(angle)) }
}
