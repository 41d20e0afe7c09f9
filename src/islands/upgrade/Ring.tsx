// The ring: the winning tickets as an arc of light, and the pointer that runs over them and comes to rest on the rolled one. Only
// transform and opacity move, by the browser's own animations.
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TicketRange } from '../../game/case.ts'
import { ROLL_RANGE } from '../../game/fairness.ts'
import { $sound } from '../../stores/preferences.ts'
import { play } from '../../stores/sound.ts'
import { reelEasing, speedAt, wayAt } from '../ui/reel-motion.ts'
import styles from './ring.module.css'
import { angleOf, endOfRun, strokeOf } from './ring.ts'

const RUN_MS = 5000
/** How long the eye rests on the ticket before the result is said. */
const REST_MS = 500
/** For browsers that know no `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'
const TICK_DEGREES = 15

const RADIUS = 88

export interface RingProps {
  /** The tickets that win; null while there is nothing to win. */
  readonly range: TicketRange | null
  /** The ticket that was drawn; null before. */
  readonly roll: number | null
  /** `run` while the pointer is on its way to the roll; `wait` keeps it where it is. */
  readonly state: 'still' | 'wait' | 'run' | 'won' | 'lost'
  /** Called once, when the pointer has come to rest. */
  onRest(): void
  /** Stands in the middle. */
  readonly children: ReactNode
}

export function Ring({ range, roll, state, onRest, children }: RingProps): ReactElement {
  const pointer = useRef<HTMLDivElement>(null)
  const [stand, setStand] = useState(0)
  const rested = useRef(onRest)
  rested.current = onRest
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
      timer = setTimeout(() => rested.current(), REST_MS)
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

/** The scale, the arc of light, and the light that the arc sends out when it wins. */
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
      {range === null ? null : <circle className={styles.fire} {...stroke} />}
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

/** A tick for each mark that the pointer passes, its pitch by the speed; returns what stops it. */
function tick(animation: Animation, way: number): () => void {
  if ($sound.get() === 'off') return () => undefined
  const marks = way / TICK_DEGREES
  let passed = 0
  let frame = requestAnimationFrame(function look() {
    const time = Number(animation.currentTime ?? 0) / RUN_MS
    const now = Math.floor(wayAt(time) * marks)
    if (now > passed) play('tick', { rate: 0.75 + speedAt(time) * 0.7 })
    passed = now
    if (time < 1) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}
