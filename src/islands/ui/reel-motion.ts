// How the reel moves, as a formula: a short push, then a heavy wheel that friction brings to rest. The animation, the ticks and the
// blur all read this one curve, so they cannot drift apart.

/** The share of the time that the push takes. */
const PUSH = 0.07
/** How the speed dies away, (1 − s)^FADE: 1 would be dry friction, more gives the long last cards of a heavy wheel. */
const FADE = 2.4
/** Speed at the end of the push, in whole ways per whole time, so that push and run-out together go exactly one way. */
const TOP_SPEED = 1 / (PUSH / 2 + (1 - PUSH) / (FADE + 1))
const PUSH_WAY = (TOP_SPEED * PUSH) / 2

/**
 * How much of its way the reel has gone.
 *
 * @param time share of the whole time, 0 to 1
 * @returns share of the whole way, 0 to 1
 */
export function wayAt(time: number): number {
  if (time <= 0) return 0
  if (time >= 1) return 1
  if (time < PUSH) return (TOP_SPEED * time * time) / (2 * PUSH)
  const run = (time - PUSH) / (1 - PUSH)
  return PUSH_WAY + (1 - PUSH_WAY) * (1 - (1 - run) ** (FADE + 1))
}

/** How fast the reel goes, as a share of its top speed, 0 to 1. */
export function speedAt(time: number): number {
  if (time <= 0 || time >= 1) return 0
  if (time < PUSH) return time / PUSH
  return (1 - (time - PUSH) / (1 - PUSH)) ** FADE
}

const EASING_POINTS = 120

/** The curve as a CSS easing that the compositor can run by itself: `linear(0, 0.0004, … 1)`. */
export function reelEasing(): string {
  const points = Array.from({ length: EASING_POINTS + 1 }, (_, index) => wayAt(index / EASING_POINTS).toFixed(5))
  return `linear(${points.join(', ')})`
}
