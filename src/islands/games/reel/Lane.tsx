// A lane of a reel: cards on a track that passes the marker and stops at what was won.
import { type CSSProperties, memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { afterPaint } from '../../../stores/kernel/after-paint.ts'
import { CardFace } from '../../ui/items/ItemCard.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import styles from './lane.module.css'
import { cardsAtOnce, cardsDue, IN_SIGHT, REEL_START, type ReelPlan, trackShift } from './reel.ts'

/** Returns how many cards are in sight on either side of the marker. */
function cardsInSight(single: boolean): number {
  const isPhone = matchMedia('(max-width: 767px)').matches
  if (!single) return isPhone ? IN_SIGHT.phone : IN_SIGHT.lane
  return isPhone ? IN_SIGHT.phone : IN_SIGHT.desktop
}

/** Returns the value of `data-near` for a card at a distance from the winner, in cards. */
function nearness(places: number, inSight: number): 'won' | '' | undefined {
  if (places === 0) return 'won'
  return Math.abs(places) <= inSight ? '' : undefined
}

interface Cards
  extends Required<Pick<LaneProps, 'plan' | 'single' | 'durationMs' | 'startedMs' | 'startsInMs' | 'turn'>> {
  readonly inSight: number
}

/**
 * The cards that a single reel adds after a painted frame. All fifty at once block the main thread when it starts. Each addition costs a
 * frame: one card at a time keeps the thread busy for 3.6 to 4.2 of the first 4.8 s (Chromium, slowed four times), four for 2.1 to 2.7.
 */
const CARDS_A_STEP = 4

/**
 * Returns the end (exclusive) of the rendered cards: the visible ones at once, and at least as many as the reel is about to reach. A single
 * reel adds some after each painted frame. One of several lanes adds all of its few cards when its turn has come: each addition draws its
 * layer again.
 */
function useLastCard({ plan, single, inSight, durationMs, startedMs, startsInMs, turn }: Cards): number {
  const [begunMs] = useState(() => performance.now() - startedMs + startsInMs)
  const [end, setEnd] = useState(() =>
    startedMs === 0 ? cardsAtOnce(inSight).end : cardsDue(plan, startedMs, inSight, durationMs),
  )
  const framesLeft = useRef(turn)
  useEffect(() => {
    if (end >= plan.cards.length) return
    const due = (): number => cardsDue(plan, performance.now() - begunMs, inSight, durationMs)
    let cancel = (): void => undefined
    const add = (): void => {
      framesLeft.current -= 1
      if (framesLeft.current > 0 && due() <= end) cancel = afterPaint(add)
      else setEnd(single ? Math.max(end + CARDS_A_STEP, due()) : plan.cards.length)
    }
    cancel = afterPaint(add)
    return () => cancel()
  }, [end, plan, single, begunMs, inSight, durationMs])
  return end
}

interface LaneProps {
  plan: ReelPlan
  /** Null until the answer is there. */
  won: ItemView | null
  /** Cards with texts that run from right to left; others are pictures that run down. */
  single: boolean
  durationMs: number
  /** How long it has been running when it appears, in ms. */
  startedMs?: number
  /** In how many ms it starts after it has appeared. */
  startsInMs?: number
  /** After how many painted frames the cards are rendered that are not visible yet: those of several lanes at once would block the page. */
  turn?: number
}

/** Renders a lane in its start position, one screen of cards at first. `spin` moves its track, `[data-track]`. */
export const Lane = memo(function Lane(props: LaneProps): ReactElement {
  const { plan, won, single, durationMs, startedMs = 0, startsInMs = 0, turn = 0 } = props
  const { t, i18n } = useTranslation('common')
  const words = { t, language: i18n.language as Language }
  // Fixed when the lane appears: a phone may be rotated while the reel runs.
  const [inSight] = useState(() => cardsInSight(single))
  const { first } = cardsAtOnce(inSight)
  const end = useLastCard({ plan, single, inSight, durationMs, startedMs, startsInMs, turn })
  const start = trackShift(plan, REEL_START)
  const style = {
    '--cards': plan.cards.length,
    transform: `translate${single ? 'X' : 'Y'}(${start}%)`,
  } as CSSProperties
  return (
    <div className={styles.lane} data-single={single || undefined}>
      <div className={styles.track} style={style} data-track="">
        {plan.cards.map((other, index) => {
          const item = index >= first && index < end ? (other ?? won) : null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a plan never move or change
            <div key={index} className={styles.slot} data-near={nearness(index - plan.winnerAt, inSight)}>
              {item === null ? null : single ? (
                <ReelCard {...words} item={item} pictureSize="s" lazy={false} className={styles.card} isDecorative />
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
