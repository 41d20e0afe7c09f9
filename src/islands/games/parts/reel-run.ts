// Moves an element along the curve of reel-motion.ts, on the compositor, and plays a tick for each thing that passes its marker. Ticks are
// timed by the curve, not by frames: a frame that script asks for makes the page compute styles and layers again, for every running animation.
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { progressAt, reelEasing, speedAt, timeAt } from './reel-motion.ts'

/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'

/** Starts the animation of an element from one transform to another. It stays at its end until it is cancelled. */
export function runReel(element: HTMLElement, [from, to]: readonly [string, string], durationMs: number): Animation {
  const run = (easing: string): Animation =>
    element.animate([{ transform: from }, { transform: to }], { duration: durationMs, easing, fill: 'forwards' })
  try {
    return run(reelEasing())
  } catch {
    return run(PLAIN_EASING)
  }
}

/** The least time between two ticks, in ms: faster ones are a noise. */
const LEAST_MS = 45
/** The share of the top speed below which ticks are felt: four of a reel, eleven of the wheel. */
const FELT_SPEED = 0.23

/** A running animation, and where something passes its marker: shares of the distance from 0 to 1, ascending. */
export interface Passing {
  readonly animation: Animation
  readonly marks: readonly number[]
}

/** Returns how long an animation takes, in ms. */
export function durationOf({ effect }: Animation): number {
  return Number(effect?.getComputedTiming().duration)
}

/**
 * Plays a tick for each mark that passes, at a pitch that follows the speed, until the last has passed. Slow ones are felt. A hidden page is
 * silent.
 *
 * @param passing is asked at each tick; null ends the ticks
 * @param onFelt is called with each tick that is felt: at most a few in a second
 * @returns the function that stops it
 */
export function playTicks(passing: () => Passing | null, onFelt?: () => void): () => void {
  let passed = Number.POSITIVE_INFINITY
  let timer = setTimeout(function tick() {
    const moving = passing()
    if (moving === null) return
    const { animation, marks } = moving
    const { startTime, currentTime, playbackRate } = animation
    const durationMs = durationOf(animation)
    // `currentTime` is that of the last frame.
    const elapsedMs = startTime === null ? Number(currentTime) : (performance.now() - Number(startTime)) * playbackRate
    const time = elapsedMs / durationMs
    const progress = progressAt(time)
    const now = marks.filter((mark) => mark <= progress).length
    if (now > passed && !document.hidden) {
      // Of the mark that passed last, not of a tick that is late.
      const speed = speedAt(timeAt(marks[now - 1] ?? 0))
      play('tick', { rate: 0.75 + speed * 0.7 })
      if (speed < FELT_SPEED) {
        vibrate('tick')
        onFelt?.()
      }
    }
    passed = now
    const next = marks[now]
    if (next === undefined) return
    timer = setTimeout(tick, Math.max(LEAST_MS, Math.ceil((timeAt(next) * durationMs - elapsedMs) / playbackRate)))
  })
  return () => clearTimeout(timer)
}
