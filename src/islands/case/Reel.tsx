// The reel: lanes of cards that pass the marker and stop at what was won. Only transform and opacity are animated, on the compositor, so
// that a busy page does not make it stutter.
import { type CSSProperties, memo, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { ContentView } from '../../protocol/case.ts'
import type { ItemView } from '../../protocol/common.ts'
import type { OpenedDrop } from '../../stores/games/opening.ts'
import { afterPaint } from '../../stores/kernel/after-paint.ts'
import { vibrate } from '../../stores/kernel/haptics.ts'
import { play } from '../../stores/kernel/sound.ts'
import { CardFace } from '../ui/ItemCard.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { progressAt, reelEasing, speedAt } from '../ui/reel-motion.ts'
import styles from './reel.module.css'
import {
  CARDS_AT_ONCE,
  cardsDue,
  IN_SIGHT,
  LANE_CARDS_AT_ONCE,
  laneDurations,
  planReel,
  REEL_CARDS,
  REEL_START,
  type ReelPlan,
  SPIN_MS,
  trackShift,
  unansweredDurations,
  waitingTime,
} from './reel.ts'
import { sumOf } from './values.ts'

/** How long the winning card is shown before the result. */
const REST_MS = 420
/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'
/** Below this share of the top speed each passing card is felt: the last few. */
const FELT_SPEED = 0.03

interface ReelProps {
  /** Null until the answer is there: the reel starts at the tap, and goes on in a circle until then. */
  drops: readonly OpenedDrop[] | null
  lanes: number
  contents: readonly ContentView[]
  /** The price of one opening, in cents; 0 where nothing was paid. */
  casePrice: number
  /** True after the result has appeared, while the reel fades. */
  isOver: boolean
  /** Called once, when every lane has stopped. */
  onRest: () => void
}

export function Reel({ drops, lanes, contents, casePrice, isOver, onRest }: ReelProps): ReactElement {
  const single = lanes === 1
  const [plans] = useState(() =>
    Array.from({ length: lanes }, () => planReel(contents, single ? REEL_CARDS.single : REEL_CARDS.lane, Math.random)),
  )
  const durations = useMemo(() => (drops === null ? unansweredDurations(lanes) : laneDurations(drops)), [drops, lanes])
  const [landed, setLanded] = useState<readonly number[]>([])
  const stage = useRef<HTMLDivElement>(null)
  const spins = useRef<readonly Animation[]>([])
  const latest = useRef({ drops, durations, isOver, onRest })
  latest.current = { drops, durations, isOver, onRest }

  useEffect(() => {
    const reel = stage.current
    if (reel === null) return
    const tracks = [...reel.querySelectorAll<HTMLElement>('[data-track]')]
    const started = tracks.map((track, lane) =>
      spin(track, plans[lane], single ? 'X' : 'Y', latest.current.durations[lane] ?? SPIN_MS),
    )
    spins.current = started
    const stopTicks = followCards(started, plans, latest)
    blur(reel, latest.current.durations[0] ?? SPIN_MS)
    play('whoosh')
    let timer: ReturnType<typeof setTimeout> | undefined
    for (const [lane, animation] of started.entries()) {
      animation.onfinish = () => {
        if (latest.current.isOver) return
        // A hidden page draws no frames, in which the reel would have gone back.
        if (latest.current.drops === null) {
          goBack(animation, plans[lane])
          animation.play()
          return
        }
        tracks[lane]?.setAttribute('data-rested', '')
        play('land')
        vibrate('land')
        setLanded((before) => [...before, lane])
        if (lane === lastLane(latest.current.durations)) timer = setTimeout(() => latest.current.onRest(), REST_MS)
      }
    }
    return () => {
      stopTicks()
      clearTimeout(timer)
      for (const animation of started) animation.cancel()
    }
  }, [plans, single])

  // Each lane goes on where it is. Most answers come while the reel still accelerates, where nobody sees that its speed changes.
  useEffect(() => {
    for (const [lane, animation] of spins.current.entries()) setDuration(animation, durations[lane] ?? SPIN_MS)
  }, [durations])

  return (
    <div className={styles.reel} ref={stage} data-lanes={lanes} data-single={single || undefined} aria-hidden="true">
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
        />
      ))}
      <div className={styles.blur} data-blur="" />
      <div className={styles.marker} />
    </div>
  )
}

/** Returns the lane that stops last. */
function lastLane(durations: readonly number[]): number {
  return durations.indexOf(Math.max(...durations))
}

/** Returns how long an animation takes, in ms. */
function durationOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().duration ?? SPIN_MS)
}

/** Changes how long an animation takes; it keeps its place. */
function setDuration(animation: Animation, duration: number): void {
  const before = durationOf(animation)
  if (before === duration) return
  const atMs = Number(animation.currentTime ?? 0)
  animation.effect?.updateTiming({ duration })
  animation.currentTime = (atMs / before) * duration
}

/** Lets an unanswered reel go on some cards before, so that it keeps its speed. */
function goBack(animation: Animation, plan: ReelPlan | undefined): void {
  if (plan === undefined) return
  const duration = durationOf(animation)
  const time = Number(animation.currentTime ?? 0) / duration
  const next = waitingTime(plan, time)
  if (next !== time) animation.currentTime = next * duration
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

/** Starts the animation of one track along an axis. */
function spin(track: HTMLElement, plan: ReelPlan | undefined, axis: 'X' | 'Y', duration: number): Animation {
  if (plan === undefined) throw new RangeError('A track without a plan')
  const at = (shift: number): Keyframe => ({ transform: `translate${axis}(${shift}%)` })
  const frames = [at(trackShift(plan, REEL_START)), at(trackShift(plan, plan.winnerAt, plan.rest))]
  try {
    return track.animate(frames, { duration, easing: reelEasing(), fill: 'forwards' })
  } catch {
    return track.animate(frames, { duration, easing: PLAIN_EASING, fill: 'forwards' })
  }
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

/** What the frames of a reel look up. */
interface ReelState {
  readonly drops: readonly OpenedDrop[] | null
  readonly durations: readonly number[]
  readonly isOver: boolean
}

/**
 * Follows a reel frame by frame: plays a tick for each card that passes the marker of the lane that stops last, at a pitch that follows
 * the speed, lets the last ones be felt, and keeps lanes without an answer going.
 *
 * @returns the function that stops it
 */
function followCards(
  spins: readonly Animation[],
  plans: readonly ReelPlan[],
  state: { readonly current: ReelState },
): () => void {
  let passed = 0
  let frame = requestAnimationFrame(function update() {
    const { drops, durations, isOver } = state.current
    if (drops === null) for (const [lane, animation] of spins.entries()) goBack(animation, plans[lane])
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

/** Returns the value of `data-near` for a card at a distance from the winner, in cards. */
function nearness(places: number): 'won' | '' | undefined {
  if (places === 0) return 'won'
  return Math.abs(places) <= IN_SIGHT ? '' : undefined
}

/**
 * Returns how many cards of a lane are rendered: the visible ones at once, then one more after each painted frame, and at least as many
 * as the reel is about to reach. Rendering all fifty at once blocked the main thread for 23 to 33 ms when the reel starts; this way takes
 * 8 to 13 ms (Chromium, not slowed; three runs each).
 */
function useCardCount(plan: ReelPlan, atOnce: number, durationMs: number): number {
  const [count, setCount] = useState(atOnce)
  const [begunMs] = useState(() => performance.now())
  useEffect(() => {
    if (count >= plan.cards.length) return
    return afterPaint(() => setCount(Math.max(count + 1, cardsDue(plan, performance.now() - begunMs, durationMs))))
  }, [count, plan, begunMs, durationMs])
  return count
}

interface LaneProps {
  plan: ReelPlan
  /** Null until the answer is there. */
  won: ItemView | null
  single: boolean
  durationMs: number
}

const Lane = memo(function Lane({ plan, won, single, durationMs }: LaneProps): ReactElement {
  const { t, i18n } = useTranslation('common')
  const words = { t, language: i18n.language as Language }
  const count = useCardCount(plan, single ? CARDS_AT_ONCE : LANE_CARDS_AT_ONCE, durationMs)
  const start = trackShift(plan, REEL_START)
  const style = {
    '--cards': plan.cards.length,
    transform: `translate${single ? 'X' : 'Y'}(${start}%)`,
  } as CSSProperties
  return (
    <div className={styles.lane}>
      <div className={styles.track} style={style} data-track="">
        {plan.cards.map((other, index) => {
          const item = index < count ? (other ?? won) : null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a plan never move or change
            <div key={index} className={styles.slot} data-near={nearness(index - plan.winnerAt)}>
              {item === null ? null : single ? (
                <ReelCard {...words} item={item} lazy={false} className={styles.card} isDecorative />
              ) : (
                <LaneCard item={item} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
})

/** Memoised: rendered cards do not render again when more are added. */
const ReelCard = memo(CardFace)

/** Renders a card without text: a lane is too narrow for it, and the result shows the name. */
const LaneCard = memo(function LaneCard({ item }: { item: ItemView }): ReactElement {
  return (
    <div className={styles.small} data-rarity={item.rarity}>
      <ItemPicture item={item} size="s" lazy={false} />
    </div>
  )
})
