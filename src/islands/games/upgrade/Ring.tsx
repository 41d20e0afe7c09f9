// The ring: the winning tickets as an arc, and the pointer that stops at the rolled one. Only transform and opacity are animated, on the
// compositor.
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { WinTier } from '../../../game/base/win-tier.ts'
import type { TicketRange } from '../../../game/cases/case.ts'
import { ROLL_RANGE } from '../../../game/fairness/fairness.ts'
import { loadPart } from '../../../stores/kernel/load-part.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { evenMarks } from '../parts/reel-motion.ts'
import { startTurn } from '../parts/turn.ts'
import styles from './ring.module.css'
import { angleOf, endOfRun, strokeOf } from './ring.ts'

const RUN_MS = 5000
/** How long the ticket is shown before the result. */
const REST_MS = 500
const TICK_DEGREES = 15

const RADIUS = 88

const loadShards = () => loadPart(() => import('./shards.ts'))

export interface RingProps {
  /** The winning tickets; null without a quote. */
  readonly range: TicketRange | null
  /** The ticket that was drawn; null before. */
  readonly roll: number | null
  /** The tier of a win, which breaks the ring. */
  readonly tier: WinTier
  /** `run` while the pointer moves to the roll; `wait` keeps it where it is. */
  readonly state: 'still' | 'wait' | 'run' | 'won' | 'lost'
  /** Called once, when the pointer has stopped. */
  onRest(): void
  /** The content of the middle. */
  readonly children: ReactNode
}

export function Ring({ range, roll, tier, state, onRest, children }: RingProps): ReactElement {
  const isBroken = state === 'won' && !isCalm()
  const ring = useShatter(isBroken ? tier : 0, range)
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
    play('whoosh')
    loadShards().catch((fault) => console.error('The ring cannot break', fault))
    return startTurn(runner, {
      from: stand,
      to: end,
      durationMs: RUN_MS,
      marks: evenMarks(end - stand, TICK_DEGREES),
      restMs: REST_MS,
      onRest: () => latestOnRest.current(),
    })
  }, [state, roll, stand])

  return (
    <div className={styles.ring} ref={ring} data-state={state} data-broken={isBroken || undefined}>
      <Arc range={range} />
      <div className={styles.centre}>{children}</div>
      <div className={styles.pointer} ref={pointer} style={{ transform: `rotate(${angle}deg)` }} aria-hidden="true" />
    </div>
  )
}

/** Lets the ring break when a tier of a win is set; returns the ref of the ring. */
function useShatter(tier: WinTier, range: TicketRange | null): RefObject<HTMLDivElement | null> {
  const ring = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every render makes a new range with the same tickets, which must not break the ring again
  useEffect(() => {
    if (tier === 0 || range === null) return
    let end: (() => void) | null | undefined
    loadShards().then(
      ({ shatter }) => {
        // Undefined unless a tap has ended it already.
        if (end === undefined && ring.current !== null) end = shatter(ring.current, tier, range)
      },
      // Logged where the pointer starts; the ring stays whole.
      () => undefined,
    )
    const stop = (): void => {
      end?.()
      end = null
    }
    // A tap shows the end of everything that moves here.
    const skip = (): void => {
      stop()
      for (const animation of ring.current?.getAnimations({ subtree: true }) ?? []) animation.finish()
    }
    document.addEventListener('pointerdown', skip, { once: true })
    return () => {
      document.removeEventListener('pointerdown', skip)
      stop()
    }
  }, [tier])
  return ring
}

/** Returns the attributes of a circle that is drawn along a range of tickets. */
function circleOf(range: TicketRange) {
  const { dasharray, dashoffset } = strokeOf(range)
  return {
    cx: 100,
    cy: 100,
    r: RADIUS,
    pathLength: ROLL_RANGE,
    strokeDasharray: dasharray,
    strokeDashoffset: dashoffset,
  }
}

interface ArcProps {
  readonly range: TicketRange | null
}

/** The id of the filter that makes a glow. */
const BLUR = 'ring-blur'

/**
 * Draws the scale, the arc of winning tickets, and the flash of a win. Nothing measures how far a roll that lost was from winning: that would
 * dress a loss as a near win.
 */
function Arc({ range }: ArcProps): ReactElement {
  return (
    <svg className={styles.dial} viewBox="0 0 200 200" aria-hidden="true">
      {/* Not by CSS, whose filters WebKit leaves out inside of SVG. */}
      <filter id={BLUR} x="-20%" y="-20%" width="140%" height="140%">
        <feGaussianBlur stdDeviation="5" />
      </filter>
      <circle className={styles.groove} cx="100" cy="100" r={RADIUS} />
      <circle className={styles.scale} cx="100" cy="100" r="96.5" pathLength="100" />
      {range === null ? null : (
        <>
          <g className={styles.light}>
            <circle className={styles.glow} filter={`url(#${BLUR})`} {...circleOf(range)} />
            <circle className={styles.arc} {...circleOf(range)} />
          </g>
          <g className={styles.flash}>
            <circle className={styles.glow} filter={`url(#${BLUR})`} {...circleOf(range)} />
            <circle className={styles.arc} {...circleOf(range)} />
          </g>
        </>
      )}
    </svg>
  )
}
