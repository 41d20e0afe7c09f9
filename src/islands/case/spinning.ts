// The motion of a reel's tracks: how they run, and what is heard and felt of it. Only transforms are animated.
import { vibrate } from '../../stores/kernel/haptics.ts'
import { play } from '../../stores/kernel/sound.ts'
import { progressAt, reelEasing, speedAt } from '../ui/reel-motion.ts'
import { REEL_START, type ReelPlan, SPIN_MS, trackShift, waitingTime } from './reel.ts'

/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'
/** Below this share of the top speed each passing card is felt: the last few. */
const FELT_SPEED = 0.03

/** Returns the lane that stops last. */
export function lastLane(durations: readonly number[]): number {
  return durations.indexOf(Math.max(...durations))
}

/** Returns how long an animation takes, in ms. */
function durationOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().duration ?? SPIN_MS)
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

/** Starts the animation of one track along an axis. */
export function spin(track: HTMLElement, plan: ReelPlan | undefined, axis: 'X' | 'Y', duration: number): Animation {
  if (plan === undefined) throw new RangeError('A track without a plan')
  const at = (shift: number): Keyframe => ({ transform: `translate${axis}(${shift}%)` })
  const frames = [at(trackShift(plan, REEL_START)), at(trackShift(plan, plan.winnerAt, plan.rest))]
  try {
    return track.animate(frames, { duration, easing: reelEasing(), fill: 'forwards' })
  } catch {
    return track.animate(frames, { duration, easing: PLAIN_EASING, fill: 'forwards' })
  }
}

/** What the frames of a reel look up. */
export interface ReelState {
  /** False until the answer is there. */
  readonly isAnswered: boolean
  readonly durations: readonly number[]
  readonly isOver: boolean
}

/**
 * Follows a reel frame by frame: plays a tick for each card that passes the marker of the lane that stops last, at a pitch that follows
 * the speed, lets the last ones be felt, and keeps lanes without an answer going.
 *
 * @returns the function that stops it
 */
export function followCards(
  spins: readonly Animation[],
  plans: readonly ReelPlan[],
  state: { readonly current: ReelState },
): () => void {
  let passed = 0
  let frame = requestAnimationFrame(function update() {
    const { isAnswered, durations, isOver } = state.current
    if (!isAnswered) for (const [lane, animation] of spins.entries()) goBack(animation, plans[lane])
    const last = lastLane(durations)
    const [animation, plan] = [spins[last], plans[last]]
    if (animation === undefined || plan === undefined || isOver) return
    const time = Number(animation.currentTime ?? 0) / durationOf(animation)
    const now = Math.floor(progressAt(time) * (plan.winnerAt + plan.rest - REEL_START) + 0.5)
    const speed = speedAt(time)
    if (now > passed) {
      play('tick', { rate: 0.75 + speed * 0.7 })
      if (speed < FELT_SPEED) vibrate('tick')
    }
    passed = now
    if (time < 1) frame = requestAnimationFrame(update)
  })
  return () => cancelAnimationFrame(frame)
}
