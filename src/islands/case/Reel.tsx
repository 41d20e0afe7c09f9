// The reel: lanes of cards that pass the marker and stop at what was won. Only transform and opacity are animated, on the compositor, so
// that a busy page does not make it stutter.
import { type CSSProperties, memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import type { ContentView } from '../../protocol/case.ts'
import type { ItemView } from '../../protocol/common.ts'
import type { OpenedDrop } from '../../stores/games/opening.ts'
import { afterPaint } from '../../stores/kernel/after-paint.ts'
import { $sound } from '../../stores/kernel/preferences.ts'
import { play } from '../../stores/kernel/sound.ts'
import { CardFace } from '../ui/ItemCard.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { progressAt, reelEasing, speedAt } from '../ui/reel-motion.ts'
import styles from './reel.module.css'
import {
  CARDS_AT_ONCE,
  cardsDue,
  IN_SIGHT,
  planReel,
  REEL_CARDS,
  REEL_START,
  type ReelPlan,
  SPIN_MS,
  trackShift,
} from './reel.ts'

/** The delay between the stops of two lanes, so that each result can be read. */
const LANE_DELAY_MS = 140
/** How long the winning card is shown before the result. */
const REST_MS = 550
/** The easing for browsers without `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'

interface ReelProps {
  drops: readonly OpenedDrop[]
  contents: readonly ContentView[]
  /** Called once, when every lane has stopped. */
  onRest: () => void
}

export function Reel({ drops, contents, onRest }: ReelProps): ReactElement {
  const single = drops.length === 1
  const [plans] = useState(() =>
    drops.map((drop) => planReel(drop, contents, single ? REEL_CARDS.single : REEL_CARDS.lane, Math.random)),
  )
  const stage = useRef<HTMLDivElement>(null)
  const latestOnRest = useRef(onRest)
  latestOnRest.current = onRest

  useEffect(() => {
    const reel = stage.current
    if (reel === null) return
    const tracks = [...reel.querySelectorAll<HTMLElement>('[data-track]')]
    const spins = tracks.map((track, lane) =>
      spin(track, plans[lane], single ? 'X' : 'Y', SPIN_MS + lane * LANE_DELAY_MS),
    )
    const last = spins.at(-1)
    const stopTicks = last === undefined ? () => undefined : tick(last, plans.at(-1))
    blur(reel)
    let timer: ReturnType<typeof setTimeout> | undefined
    for (const [lane, animation] of spins.entries()) {
      animation.onfinish = () => {
        tracks[lane]?.setAttribute('data-rested', '')
        if (animation === last) timer = setTimeout(() => latestOnRest.current(), REST_MS)
      }
    }
    return () => {
      stopTicks()
      clearTimeout(timer)
      for (const animation of spins) animation.cancel()
    }
  }, [plans, single])

  return (
    <div
      className={styles.reel}
      ref={stage}
      data-lanes={drops.length}
      data-single={single || undefined}
      aria-hidden="true"
    >
      {plans.map((plan, lane) => (
        <Lane key={drops[lane]?.id ?? lane} plan={plan} single={single} />
      ))}
      <div className={styles.blur} data-blur="" />
      <div className={styles.marker} />
    </div>
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
function blur(reel: HTMLElement): void {
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
      {
        duration: SPIN_MS,
      },
    )
}

/** Plays a tick for each card that passes the marker, at a pitch that follows the speed; returns the function that stops it. */
function tick(animation: Animation, plan: ReelPlan | undefined): () => void {
  if (plan === undefined || $sound.get() === 'off') return () => undefined
  const duration = Number(animation.effect?.getComputedTiming().duration ?? SPIN_MS)
  const cards = plan.winnerAt + plan.rest - REEL_START
  let passed = 0
  let frame = requestAnimationFrame(function update() {
    const time = Number(animation.currentTime ?? 0) / duration
    const now = Math.floor(progressAt(time) * cards + 0.5)
    if (now > passed) play('tick', { rate: 0.75 + speedAt(time) * 0.7 })
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
function useCardCount(plan: ReelPlan): number {
  const [count, setCount] = useState(CARDS_AT_ONCE)
  const [begunMs] = useState(() => performance.now())
  useEffect(() => {
    if (count >= plan.cards.length) return
    return afterPaint(() => setCount(Math.max(count + 1, cardsDue(plan, performance.now() - begunMs))))
  }, [count, plan, begunMs])
  return count
}

const Lane = memo(function Lane({ plan, single }: { plan: ReelPlan; single: boolean }): ReactElement {
  const { t, i18n } = useTranslation('common')
  const words = { t, language: i18n.language as Language }
  const count = useCardCount(plan)
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
