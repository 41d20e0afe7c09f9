// The motion of a reel's tracks: how they run, and what is heard and felt of it. Only transforms are animated.

import { durationOf, type Passing, playTicks, runReel } from '../parts/reel-run.ts'
import { passMarks, type ReelPlan, SETTLE, trackTransforms, waitingTime } from './reel.ts'

/** Returns the lane that stops last. */
export function lastLane(durations: readonly number[]): number {
  return durations.indexOf(Math.max(...durations))
}

/** Changes how long an animation takes; it keeps its place. */
export function setDuration(animation: Animation, duration: number): void {
  const before = durationOf(animation)
  if (before === duration) return
  const atMs = Number(animation.currentTime ?? 0)
  animation.effect?.updateTiming({ duration })
  animation.currentTime = (atMs / before) * duration
}

/** Lets an unanswered reel go on some cards before, so that it keeps its speed. */
export function goBack(animation: Animation, plan: ReelPlan | undefined): void {
  if (plan === undefined) return
  const duration = durationOf(animation)
  const time = Number(animation.currentTime ?? 0) / duration
  const next = waitingTime(plan, time)
  if (next !== time) animation.currentTime = next * duration
}

/** Starts the animation of one track along an axis. It ends a little past its place, to which `settle` brings it. */
export function spin(track: HTMLElement, plan: ReelPlan | undefined, axis: 'X' | 'Y', duration: number): Animation {
  if (plan === undefined) throw new RangeError('A track without a plan')
  const [start, furthest] = trackTransforms(plan, axis)
  return runReel(track, [start, furthest], duration)
}

/** Lets a track that has stopped settle at its place, where it stays until the animation is cancelled. */
export function settle(track: HTMLElement, plan: ReelPlan | undefined, axis: 'X' | 'Y'): Animation {
  if (plan === undefined) throw new RangeError('A track without a plan')
  const [, furthest, rest] = trackTransforms(plan, axis)
  const easing = 'cubic-bezier(0.3, 0, 0.2, 1)'
  return track.animate([{ transform: furthest }, { transform: rest }], {
    duration: SETTLE.ms,
    easing,
    fill: 'forwards',
  })
}

/** What the ticks of a reel look up. */
export interface ReelState {
  /** False until the answer is there. */
  readonly isAnswered: boolean
  readonly durations: readonly number[]
  readonly isOver: boolean
}

/**
 * Follows a reel: plays a tick for each card that passes the marker of the lane that stops last, at a pitch that follows the speed, lets the
 * last ones be felt, and keeps lanes without an answer going.
 *
 * @param onFelt is called at each of the slow ticks
 * @returns the function that stops it
 */
export function followCards(
  spins: readonly Animation[],
  plans: readonly ReelPlan[],
  state: { readonly current: ReelState },
  onFelt?: () => void,
): () => void {
  const marks = plans.map(passMarks)
  const passing = (): Passing | null => {
    const { isAnswered, durations, isOver } = state.current
    if (!isAnswered) for (const [lane, animation] of spins.entries()) goBack(animation, plans[lane])
    const last = lastLane(durations)
    const animation = spins[last]
    return animation === undefined || isOver ? null : { animation, marks: marks[last] ?? [] }
  }
  return playTicks(passing, onFelt)
}
