// The ring: the winning tickets as an arc, and the pointer that stops at the rolled one. Only transform and opacity are animated, on the
// compositor.
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TicketRange } from '../../game/case.ts'
import { ROLL_RANGE } from '../../game/fairness.ts'
import { $sound } from '../../stores/kernel/preferences.ts'
import { play } from '../../stores/kernel/sound.ts'
import { progressAt, reelEasing, speedAt } from '../ui/reel-motion.ts'
import styles from './ring.module.css'
import { angleOf, endOfRun, strokeOf } from './ring.ts'

const RUN_MS = 5000
/** How long the ticket is shown before the result. */
const REST_MS = 500
/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'
const TICK_DEGREES = 15

const RADIUS = 88

export interface RingProps {
  /** The winning tickets; null without a quote. */
  readonly range: TicketRange | null
  /** The ticket that was drawn; null before. */
  readonly roll: number | null
  /** `run` while the pointer moves to the roll; `wait` keeps it where it is. */
  readonly state: 'still' | 'wait' | 'run' | 'won' | 'lost'
  /** Called once, when the pointer has stopped. */
  onRest(): void
  /** The content of the middle. */
  readonly children: ReactNode
}

export function Ring({ range, roll, state, onRest, children }: RingProps): ReactElement {
  const pointer = useRef<HTMLDivElement>(null)
  const [stand, setStand] = useState(0)
  const latestOnRest = useRef(onRest)
  latestOnRest.current = onRest
  const isResult = state === 'won' || state === 'lost'
  const angle = isResult && roll !== null ? angleOf(roll) : state === 'still' ? 0 : stand
  useEffect(() => {
    if (state !== 'run') setStand(angle)
  }, [state, angle])

  useEffect(() => {
    const runner = pointer.current
    if (state !== 'run' || roll === null || runner === null) return
    const end = endOfRun(stand, roll)
    const animation = run(runner, stand, end)
    const stopTicks = tick(animation, end - stand)
    let timer: ReturnType<typeof setTimeout> | undefined
    animation.onfinish = () => {
      timer = setTimeout(() => latestOnRest.current(), REST_MS)
    }
    return () => {
      stopTicks()
      clearTimeout(timer)
      animation.cancel()
    }
  }, [state, roll, stand])

  return (
    <div className={styles.ring} data-state={state}>
      <Arc range={range} />
      <div className={styles.centre}>{children}</div>
      <div className={styles.pointer} ref={pointer} style={{ transform: `rotate(${angle}deg)` }} aria-hidden="true" />
    </div>
  )
}

/** Draws the scale, the arc of winning tickets, and the flash of a win. */
function Arc({ range }: { range: TicketRange | null }): ReactElement {
  const { dasharray, dashoffset } = range === null ? { dasharray: `0 ${ROLL_RANGE}`, dashoffset: 0 } : strokeOf(range)
  const stroke = {
    cx: 100,
    cy: 100,
    r: RADIUS,
    pathLength: ROLL_RANGE,
    strokeDasharray: dasharray,
    strokeDashoffset: dashoffset,
  }
  return (
    <svg className={styles.dial} viewBox="0 0 200 200" aria-hidden="true">
      <circle className={styles.groove} cx="100" cy="100" r={RADIUS} />
      <circle className={styles.scale} cx="100" cy="100" r="96.5" pathLength="100" />
      {range === null ? null : (
        <g className={styles.light}>
          <circle className={styles.glow} {...stroke} />
          <circle className={styles.arc} {...stroke} />
        </g>
      )}
      {range === null ? null : <circle className={styles.flash} {...stroke} />}
    </svg>
  )
}

function run(pointer: HTMLElement, from: number, to: number): Animation {
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }]
  try {
    return pointer.animate(frames, { duration: RUN_MS, easing: reelEasing(), fill: 'forwards' })
  } catch {
    return pointer.animate(frames, { duration: RUN_MS, easing: PLAIN_EASING, fill: 'forwards' })
  }
}

/** Plays a tick for each mark that the pointer passes, at a pitch that follows the speed; returns the function that stops it. */
function tick(animation: Animation, way: number): () => void {
  if ($sound.get() === 'off') return () => undefined
  const marks = way / TICK_DEGREES
  let passed = 0
  let frame = requestAnimationFrame(function update() {
    const time = Number(animation.currentTime ?? 0) / RUN_MS
    const now = Math.floor(progressAt(time) * marks)
    if (now > passed) play('tick', { rate: 0.75 + speedAt(time) * 0.7 })
    passed = now
    if (time < 1) frame = requestAnimationFrame(update)
  })
  return () => cancelAnimationFrame(frame)
}
