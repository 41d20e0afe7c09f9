// Runs the reels of a round in all seats at once, from the moment that the show has reached. The lanes of the seats are found on the
// stage; their motion is that of the opening of several cases (islands/games/reel/spinning.ts).
import { useStore } from '@nanostores/react'
import { type RefObject, useEffect } from 'react'
import { roundStartMs } from '../../../game/battles/timeline.ts'
import { shownBattle } from '../../../stores/battles/battle.ts'
import { $clock, elapsedMs, paceOf } from '../../../stores/battles/battle-show.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { type ReelPlan, trackShift, trackTransforms } from '../../games/reel/reel.ts'
import { followCards, spin } from '../../games/reel/spinning.ts'

/** A reel that is joined later than this after its start or its stop is not heard to start or to stop. */
const HEARD_MS = 250

/** Returns how long the reels of a round have been running, in ms. */
export function reelTime(round: number): number {
  const battle = shownBattle()
  return battle === null ? 0 : Math.max(0, elapsedMs(battle) - roundStartMs(battle.fast, round))
}

interface Reels {
  /** The round whose reels are on the stage; null where none are. */
  readonly round: number | null
  /** The plan of each slot. */
  readonly plans: readonly ReelPlan[]
  readonly durationMs: number
}

/** How long the item of a reel that has stopped takes to the middle of its lane. */
const CENTRE_MS = 260

/** Marks a track as stopped, and moves its item to the middle of the lane. */
function rest(track: HTMLElement, plan: ReelPlan | undefined, isAtOnce: boolean): Animation | null {
  track.setAttribute('data-rested', '')
  if (plan === undefined) return null
  const [, furthest] = trackTransforms(plan, 'Y')
  const centre = `translateY(${trackShift(plan, plan.winnerAt)}%)`
  const duration = isAtOnce ? 0 : CENTRE_MS
  return track.animate([{ transform: furthest }, { transform: centre }], {
    duration,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    fill: 'forwards',
  })
}

/** Starts the reels where the show is, at its pace; returns the function that ends them. */
function start(tracks: readonly HTMLElement[], { round, plans, durationMs }: Reels & { readonly round: number }) {
  const atMs = Math.min(reelTime(round), durationMs)
  const pace = paceOf($clock.get())
  const rests: (Animation | null)[] = []
  const spins = tracks.map((track, slot) => {
    track.removeAttribute('data-rested')
    const animation = spin(track, plans[slot], 'Y', durationMs)
    animation.currentTime = atMs
    if (atMs === durationMs) {
      rests.push(rest(track, plans[slot], true))
      return animation
    }
    if (pace === 0) animation.pause()
    else animation.playbackRate = pace
    animation.onfinish = () => {
      rests.push(rest(track, plans[slot], false))
      if (slot > 0 || reelTime(round) - durationMs > HEARD_MS) return
      play('land')
      vibrate('land')
    }
    return animation
  })
  if (atMs < HEARD_MS && pace > 0) play('whoosh')
  const state = { isAnswered: true, durations: spins.map(() => durationMs), isOver: pace === 0 }
  const stopTicks = followCards(spins, plans, { current: state })
  return () => {
    stopTicks()
    for (const animation of [...spins, ...rests]) animation?.cancel()
  }
}

/** Moves the tracks on a stage, `[data-track]` in the order of their slots. */
export function useReels(stage: RefObject<HTMLElement | null>, { round, plans, durationMs }: Reels): void {
  // A replay may be stopped and moved, and has a speed.
  const clock = useStore($clock, { ssr: 'initial' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the clock
  useEffect(() => {
    if (stage.current === null || round === null || plans.length === 0) return
    return start([...stage.current.querySelectorAll<HTMLElement>('[data-track]')], { round, plans, durationMs })
  }, [stage, round, plans, durationMs, clock])
}
