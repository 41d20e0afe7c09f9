// The reel: lanes of cards that run past the marker and come to rest on what was won. Only transform and opacity move, by the
// browser's own animations, so that a busy page cannot make it stutter.
import { type CSSProperties, memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentView } from '../../contract/case.ts'
import type { ItemView } from '../../contract/common.ts'
import type { Language } from '../../game/language.ts'
import type { OpenedDrop } from '../../stores/opening.ts'
import { $sound } from '../../stores/preferences.ts'
import { play } from '../../stores/sound.ts'
import { CardFace } from '../ui/ItemCard.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { reelEasing, speedAt, wayAt } from '../ui/reel-motion.ts'
import styles from './reel.module.css'
import {
  cardsDue,
  DEALT_AT_ONCE,
  IN_SIGHT,
  planReel,
  REEL_CARDS,
  REEL_START,
  type ReelPlan,
  SPIN_MS,
  trackShift,
} from './reel.ts'

/** Lanes stop one after the other, so that each can be read. */
const LANE_DELAY_MS = 140
/** How long the eye rests on the winner before the result takes the stage. */
const REST_MS = 550
/** For browsers that know no `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'

interface ReelProps {
  drops: readonly OpenedDrop[]
  contents: readonly ContentView[]
  /** Called once, when every lane has come to rest. */
  onRest: () => void
}

export function Reel({ drops, contents, onRest }: ReelProps): ReactElement {
  const single = drops.length === 1
  const [plans] = useState(() =>
    drops.map((drop) => planReel(drop, contents, single ? REEL_CARDS.single : REEL_CARDS.lane, Math.random)),
  )
  const stage = useRef<HTMLDivElement>(null)
  const rested = useRef(onRest)
  rested.current = onRest

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
        if (animation === last) timer = setTimeout(() => rested.current(), REST_MS)
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

/** Starts the run of one track; `axis` is the way it goes. */
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

/** A little blur while the speed is high: a still layer that fades in and out. */
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

/** A tick for each card that passes the marker, its pitch by the speed; returns what stops it. */
function tick(animation: Animation, plan: ReelPlan | undefined): () => void {
  if (plan === undefined || $sound.get() === 'off') return () => undefined
  const duration = Number(animation.effect?.getComputedTiming().duration ?? SPIN_MS)
  const cards = plan.winnerAt + plan.rest - REEL_START
  let passed = 0
  let frame = requestAnimationFrame(function look() {
    const time = Number(animation.currentTime ?? 0) / duration
    const now = Math.floor(wayAt(time) * cards + 0.5)
    if (now > passed) play('tick', { rate: 0.75 + speedAt(time) * 0.7 })
    passed = now
    if (time < 1) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}

/** What a card is to the winner, so many places away. */
function nearness(places: number): 'won' | '' | undefined {
  if (places === 0) return 'won'
  return Math.abs(places) <= IN_SIGHT ? '' : undefined
}

/** How many cards of a lane there are: those in sight at once, then one with each frame, and more where the reel would overtake them. */
function useDealt(plan: ReelPlan): number {
  const [dealt, setDealt] = useState(DEALT_AT_ONCE)
  const [begunMs] = useState(() => performance.now())
  useEffect(() => {
    if (dealt >= plan.cards.length) return
    const frame = requestAnimationFrame(() => {
      setDealt(Math.max(dealt + 1, cardsDue(plan, performance.now() - begunMs)))
    })
    return () => cancelAnimationFrame(frame)
  }, [dealt, plan, begunMs])
  return dealt
}

const Lane = memo(function Lane({ plan, single }: { plan: ReelPlan; single: boolean }): ReactElement {
  const { t, i18n } = useTranslation('common')
  const words = { t, language: i18n.language as Language }
  const dealt = useDealt(plan)
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
            {index >= dealt ? null : single ? (
              <ReelCard {...words} item={item} lazy={false} className={styles.card} isMute />
            ) : (
              <LaneCard item={item} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
})

/** Cards that were dealt stay as they are when more are. */
const ReelCard = memo(CardFace)

/** A lane is too narrow for words: the picture on its light says enough until the result names it. */
const LaneCard = memo(function LaneCard({ item }: { item: ItemView }): ReactElement {
  return (
    <div className={styles.small} data-rarity={item.rarity}>
      <ItemPicture item={item} size="s" lazy={false} />
    </div>
  )
})
