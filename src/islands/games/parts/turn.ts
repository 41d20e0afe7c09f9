// Turns the ring of an upgrade or the wheel until it stops where its roll says, with ticks, and holds still for a moment before the result.
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { playTicks, runReel } from './reel-run.ts'

export interface Turn {
  /** In degrees. */
  readonly from: number
  readonly to: number
  readonly durationMs: number
  /** Where something passes its marker: shares of the way from 0 to 1, ascending. */
  readonly marks: readonly number[]
  /** How long it stands still before `onRest`. */
  readonly restMs: number
  onRest(): void
}

/** Starts a turn of an element; returns the function that cancels it. */
export function startTurn(element: HTMLElement, { from, to, durationMs, marks, restMs, onRest }: Turn): () => void {
  const animation = runReel(element, [`rotate(${from}deg)`, `rotate(${to}deg)`], durationMs)
  const stopTicks = playTicks(() => ({ animation, marks }))
  let timer: ReturnType<typeof setTimeout> | undefined
  animation.onfinish = () => {
    play('land')
    vibrate('land')
    timer = setTimeout(onRest, restMs)
  }
  return () => {
    stopTicks()
    clearTimeout(timer)
    animation.cancel()
  }
}
