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

/**
 * Returns how many parts of the ring are lit: one for each claimed day, and all of them where the run is complete.
 *
 * @param claimed the claimed days on the ring
 */
export function litParts(claimed: number, ringDays: number, isComplete: boolean): number {
  return isComplete ? ringDays : Math.min(claimed, ringDays)
}

/** Returns a part of the ring, from a day to the next one, as a stroke of a circle whose length is the number of its days. */
export function partStroke(part: number, ringDays: number): { strokeDasharray: string; strokeDashoffset: number } {
  return { strokeDasharray: `1 ${ringDays - 1}`, strokeDashoffset: -part }
}
