// The reel: lanes of cards that pass the marker and stop at what was won. Only transform and opacity are animated, on the compositor, so
// that a busy page does not make it stutter.
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { ContentView } from '../../../protocol/case.ts'
import type { OpenedDrop } from '../../../stores/games/opening.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { Lane } from './Lane.tsx'
import styles from './reel.module.css'
import { HOLD_MS, laneDurations, planReel, REEL_CARDS, SPIN_MS, unansweredDurations } from './reel.ts'
import { followCards, goBack, lastLane, setDuration, settle, spin } from './spinning.ts'
import { sumOf } from './values.ts'

/** How long the winning card is shown before the result. */
const REST_MS = 420
const FLASH_MS = 180

interface ReelProps {
  /** Null until the answer is there: the reel starts at the tap, and goes on in a circle until then. */
  drops: readonly OpenedDrop[] | null
  lanes: number
  contents: readonly ContentView[]
  /** The price of one opening, in cents; 0 where nothing was paid. */
  casePrice: number
  /** Whether a crate is seen before it: it opens first, while the reel is laid out behind it. */
  isHeld: boolean
  /** True after the result has appeared, while the reel fades. */
  isOver: boolean
  /** Called once, when every lane has stopped. */
  onRest: () => void
}

export function Reel({ drops, lanes, contents, casePrice, isHeld, isOver, onRest }: ReelProps): ReactElement {
  const single = lanes === 1
  const [plans] = useState(() =>
    Array.from({ length: lanes }, () => planReel(contents, single ? REEL_CARDS.single : REEL_CARDS.lane, Math.random)),
  )
  const durations = useMemo(() => (drops === null ? unansweredDurations(lanes) : laneDurations(drops)), [drops, lanes])
  const [landed, setLanded] = useState<readonly number[]>([])
  const stage = useRef<HTMLDivElement>(null)
  const spins = useRef<readonly Animation[]>([])
  const isAnswered = drops !== null
  const latest = useRef({ isAnswered, durations, isOver, onRest })
  latest.current = { isAnswered, durations, isOver, onRest }

  useEffect(() => {
    const reel = stage.current
    if (reel === null) return
    const axis = single ? 'X' : 'Y'
    const tracks = [...reel.querySelectorAll<HTMLElement>('[data-track]')]
    const settling: Animation[] = []
    let stopTicks = (): void => undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const land = (lane: number, track: HTMLElement): void => {
      track.setAttribute('data-rested', '')
      settling.push(settle(track, plans[lane], axis))
      play('land')
      vibrate('land')
      setLanded((before) => [...before, lane])
      if (lane === lastLane(latest.current.durations)) timer = setTimeout(() => latest.current.onRest(), REST_MS)
    }
    const start = (): void => {
      if (latest.current.isOver) return
      spins.current = tracks.map((track, lane) => {
        const animation = spin(track, plans[lane], axis, latest.current.durations[lane] ?? SPIN_MS)
        animation.onfinish = () => {
          if (latest.current.isOver) return
          if (latest.current.isAnswered) return land(lane, track)
          // A hidden page draws no frames, in which the reel would have gone back.
          goBack(animation, plans[lane])
          animation.play()
        }
        return animation
      })
      stopTicks = followCards(spins.current, plans, latest, () => flash(reel))
      if (single) blur(reel, latest.current.durations[0] ?? SPIN_MS)
      play('whoosh')
    }
    if (isHeld) timer = setTimeout(start, HOLD_MS)
    else start()
    return () => {
      stopTicks()
      clearTimeout(timer)
      for (const animation of [...spins.current, ...settling]) animation.cancel()
      spins.current = []
    }
  }, [plans, single, isHeld])

  // Each lane goes on where it is. Most answers come while the reel still accelerates, where nobody sees that its speed changes.
  useEffect(() => {
    for (const [lane, animation] of spins.current.entries()) setDuration(animation, durations[lane] ?? SPIN_MS)
  }, [durations])

  return (
    <div
      className={styles.reel}
      ref={stage}
      data-lanes={lanes}
      data-single={single || undefined}
      data-held={isHeld || undefined}
      aria-hidden="true"
    >
      {!single && (
        <RunningSum cents={sumOf(landed.map((lane) => drops?.[lane] ?? { price: 0 }))} cost={casePrice * lanes} />
      )}
      {plans.map((plan, lane) => (
        <Lane
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes never move
          key={lane}
          plan={plan}
          won={drops?.[lane]?.item ?? null}
          single={single}
          durationMs={durations[lane] ?? SPIN_MS}
          startsInMs={isHeld ? HOLD_MS : 0}
          turn={lane}
        />
      ))}
      {single && (
        <>
          <div className={styles.blur} data-blur="" />
          <div className={styles.marker} />
          <div className={styles.flash} data-flash="" />
        </>
      )}
    </div>
  )
}

/** Shows what the lanes that have stopped are worth, beside what all of them cost. */
function RunningSum({ cents, cost }: { cents: number; cost: number }): ReactElement {
  const { t } = useTranslation('case')
  return (
    <p className={styles.sum}>
      <span>
        {t('result.total')} <span className="price">{formatMoney(cents)}</span>
      </span>
      {cost > 0 && <span>{t('result.cost', { price: formatMoney(cost) })}</span>}
    </p>
  )
}

/** Lights the marker of a single reel up for a moment. */
function flash(reel: HTMLElement): void {
  reel.querySelector('[data-flash]')?.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: FLASH_MS })
}

/** Fades a blur layer in and out while the speed is high. */
function blur(reel: HTMLElement, duration: number): void {
  reel
    .querySelector('[data-blur]')
    ?.animate(
      [
        { opacity: 0 },
        { opacity: 1, offset: 0.08 },
        { opacity: 1, offset: 0.22 },
        { opacity: 0, offset: 0.5 },
        { opacity: 0 },
      ],
      { duration },
    )
}
