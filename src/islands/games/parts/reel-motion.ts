// The motion of reel, ring and wheel as a formula: a short acceleration, then a deceleration by friction. Animation, ticks and blur use
// the same curve, so that they stay in sync.

/** The share of the time that the acceleration takes. */
const PUSH = 0.07
/** The exponent of the deceleration, (1 − s)^FADE: 1 is dry friction, a higher one makes the end slower. */
const FADE = 1.7
/** The top speed, in distances per duration, so that both phases together cover the distance once. */
const TOP_SPEED = 1 / (PUSH / 2 + (1 - PUSH) / (FADE + 1))
const PUSH_WAY = (TOP_SPEED * PUSH) / 2

/**
 * Returns the covered share of the distance.
 *
 * @param time share of the duration, 0 to 1
 * @returns share of the distance, 0 to 1
 */
export function progressAt(time: number): number {
  if (time <= 0) return 0
  if (time >= 1) return 1
  if (time < PUSH) return (TOP_SPEED * time * time) / (2 * PUSH)
  const run = (time - PUSH) / (1 - PUSH)
  return PUSH_WAY + (1 - PUSH_WAY) * (1 - (1 - run) ** (FADE + 1))
}

/**
 * Returns when a share of the distance is covered: the inverse of `progressAt`.
 *
 * @param progress share of the distance, 0 to 1
 * @returns share of the duration, 0 to 1
 */
export function timeAt(progress: number): number {
  if (progress <= 0) return 0
  if (progress >= 1) return 1
  if (progress < PUSH_WAY) return Math.sqrt((progress * 2 * PUSH) / TOP_SPEED)
  const run = 1 - (1 - (progress - PUSH_WAY) / (1 - PUSH_WAY)) ** (1 / (FADE + 1))
  return PUSH + (1 - PUSH) * run
}

/** Returns the speed as a share of the top speed, 0 to 1. */
export function speedAt(time: number): number {
  if (time <= 0 || time >= 1) return 0
  if (time < PUSH) return time / PUSH
  return (1 - (time - PUSH) / (1 - PUSH)) ** FADE
}

/**
 * Returns where evenly spaced marks pass, as shares of the distance, ascending.
 *
 * @param way the distance; `step` and `first`, the place of the first mark, have the same unit
 */
export function evenMarks(way: number, step: number, first = step): readonly number[] {
  return Array.from({ length: (way - first) / step + 1 }, (_, place) => (first + place * step) / way)
}

const EASING_POINTS = 120

/** Returns the curve as a CSS easing, which runs on the compositor: `linear(0, 0.0004, … 1)`. */
export function reelEasing(): string {
  const points = Array.from({ length: EASING_POINTS + 1 }, (_, index) => progressAt(index / EASING_POINTS).toFixed(5))
  return `linear(${points.join(', ')})`
}
