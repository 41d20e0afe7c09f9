// The reel: lanes of cards that pass the marker and stop at what was won. Only transform and opacity are animated, on the compositor, so
// that a busy page does not make it stutter.
import { type CSSProperties, memo, type ReactElement, useEffect, useRef, useState } from 'react'
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
} from './reel.ts'
import { sumOf } from './values.ts'

/** How long the winning card is shown before the result. */
const REST_MS = 420
/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'
/** Below this share of the top speed each passing card is felt: the last few. */
const FELT_SPEED = 0.03

interface ReelProps {
  drops: readonly OpenedDrop[]
  contents: readonly ContentView[]
  /** The price of one opening, in cents; 0 where nothing was paid. */
  casePrice: number
  /** True after the result has appeared, while the reel fades. */
  isOver: boolean
  /** Called once, when every lane has stopped. */
  onRest: () => void
}

export function Reel({ drops, contents, casePrice, isOver, onRest }: ReelProps): ReactElement {
  const single = drops.length === 1
  const [plans] = useState(() =>
    drops.map((drop) => planReel(drop, contents, single ? REEL_CARDS.single : REEL_CARDS.lane, Math.random)),
  )
  const [durations] = useState(() => laneDurations(drops))
  const [landed, setLanded] = useState<readonly number[]>([])
  const stage = useRef<HTMLDivElement>(null)
  const latest = useRef({ isOver, onRest })
  latest.current = { isOver, onRest }

  useEffect(() => {
    const reel = stage.current
    if (reel === null) return
    const isOn = (): boolean => !latest.current.isOver
    const tracks = [...reel.querySelectorAll<HTMLElement>('[data-track]')]
    const spins = tracks.map((track, lane) => spin(track, plans[lane], single ? 'X' : 'Y', durations[lane] ?? SPIN_MS))
    const last = durations.indexOf(Math.max(...durations))
    const stopTicks = tick(spins[last], plans[last], isOn)
    blur(reel, durations[0] ?? SPIN_MS)
    play('whoosh')
    let timer: ReturnType<typeof setTimeout> | undefined
    for (const [lane, animation] of spins.entries()) {
      animation.onfinish = () => {
        if (!isOn()) return
        tracks[lane]?.setAttribute('data-rested', '')
        play('land')
        vibrate('land')
        setLanded((before) => [...before, lane])
        if (lane === last) timer = setTimeout(() => latest.current.onRest(), REST_MS)
      }
    }
    return () => {
      stopTicks()
      clearTimeout(timer)
      for (const animation of spins) animation.cancel()
    }
  }, [plans, durations, single])

  return (
    <div
      className={styles.reel}
      ref={stage}
      data-lanes={drops.length}
      data-single={single || undefined}
      aria-hidden="true"
    >
      {!single && (
        <RunningSum cents={sumOf(landed.map((lane) => drops[lane] ?? { price: 0 }))} cost={casePrice * drops.length} />
      )}
      {plans.map((plan, lane) => (
        <Lane key={drops[lane]?.id ?? lane} plan={plan} single={single} durationMs={durations[lane] ?? SPIN_MS} />
      ))}
      <div className={styles.blur} data-blur="" />
      <div className={styles.marker} />
    </div>
  )
}

/** Shows what the lanes that have stopped are worth, beside what all of them cost. */
function RunningSum({ cents, cost }: { cents: number; cost: number }): ReactElement {
  const { t } = useTranslation('case')
  return (
    <p className={styles.sum}>
      {t('result.total')} <span className="price">{formatMoney(cents)}</span>
      {cost > 0 && (
        <>
          {' · '}
          {t('result.cost', { price: formatMoney(cost) })}
        </>
      )}
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

/**
 * Plays a tick for each card that passes the marker, at a pitch that follows the speed, and lets the last ones be felt.
 *
 * @param isOn tells whether the reel is still shown
 * @returns the function that stops it
 */
function tick(animation: Animation | undefined, plan: ReelPlan | undefined, isOn: () => boolean): () => void {
  if (animation === undefined || plan === undefined) return () => undefined
  const duration = Number(animation.effect?.getComputedTiming().duration ?? SPIN_MS)
  const cards = plan.winnerAt + plan.rest - REEL_START
  let passed = 0
  let frame = requestAnimationFrame(function update() {
    const time = Number(animation.currentTime ?? 0) / duration
    const now = Math.floor(progressAt(time) * cards + 0.5)
    const speed = speedAt(time)
    if (now > passed) {
      play('tick', { rate: 0.75 + speed * 0.7 })
      if (speed < FELT_SPEED) vibrate('tick')
    }
    passed = now
    if (time < 1 && isOn()) frame = requestAnimationFrame(update)
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
  single: boolean
  durationMs: number
}

const Lane = memo(function Lane({ plan, single, durationMs }: LaneProps): ReactElement {
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
        {plan.cards.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a plan never move or change
          <div key={index} className={styles.slot} data-near={nearness(index - plan.winnerAt)}>
            {index >= count ? null : single ? (
              <ReelCard {...words} item={item} lazy={false} className={styles.card} isDecorative />
            ) : (
              <LaneCard item={item} />
            )}
          </div>
        ))}
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
