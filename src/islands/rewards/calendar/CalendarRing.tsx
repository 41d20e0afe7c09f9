// The ten days of a run: nine on a ring, which fills with light day by day, and in the middle the tenth, whose light grows with it.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName, itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { CalendarReply } from '../../../protocol/calendar.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import { $claiming, type Calendar } from '../../../stores/rewards/calendar.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Seal } from '../parts/Seal.tsx'
import screen from './calendar.module.css'
import styles from './calendar-ring.module.css'
import { dayPosition, litParts, partStroke, RING_RADIUS } from './ring.ts'

export type ReadyCalendar = Extract<Calendar, { status: 'ready' }>

type Day = CalendarReply['days'][number]

/** Returns a prize as text, for screen readers and for lines without a picture. */
export function prizeWords(prize: PrizeView, language: Language): string {
  if (prize.kind === 'balance') return formatMoney(prize.amount)
  return prize.kind === 'item' ? `${itemName(prize.item, language)}, ${formatMoney(prize.price)}` : ''
}

export function CalendarRing({ calendar }: { calendar: ReadyCalendar }): ReactElement {
  const { t } = useTranslation('calendar')
  const ringDays = calendar.days.filter(({ isSuper }) => !isSuper)
  const superDay = calendar.days.find(({ isSuper }) => isSuper)
  const claimed = ringDays.filter(({ state }) => state === 'claimed').length
  return (
    <div className={classes(screen.ring, styles.ring)}>
      <RingTrack ringDays={ringDays.length} claimed={claimed} isComplete={superDay?.state === 'claimed'} />
      <ol className={styles.days} aria-label={t('days')}>
        {ringDays.map((day, place) => (
          <CalendarDay
            key={day.number}
            day={day}
            place={place}
            ringDays={ringDays.length}
            isNext={day.number === calendar.number + 1}
          />
        ))}
        {superDay !== undefined && (
          <SuperDay
            key={superDay.number}
            day={superDay}
            light={litParts(claimed, ringDays.length, superDay.state === 'claimed') / ringDays.length}
          />
        )}
      </ol>
    </div>
  )
}

/** Draws the track of the ring: each claimed day lights the way to the next one. */
function RingTrack({
  ringDays,
  claimed,
  isComplete,
}: {
  ringDays: number
  claimed: number
  isComplete: boolean
}): ReactElement {
  const circle = { cx: 50, cy: 50, r: RING_RADIUS, pathLength: ringDays }
  const lit = litParts(claimed, ringDays, isComplete)
  return (
    <svg className={styles.orbit} viewBox="0 0 100 100" aria-hidden="true">
      <circle {...circle} className={styles.track} />
      {Array.from({ length: lit }, (_, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a part on the ring
        <g key={part} className={styles.part}>
          <circle {...circle} className={styles.glow} {...partStroke(part, ringDays)} />
          <circle {...circle} className={styles.lit} {...partStroke(part, ringDays)} />
        </g>
      ))}
    </svg>
  )
}

interface CalendarDayProps {
  readonly day: Day
  readonly place: number
  readonly ringDays: number
  readonly isNext: boolean
}

function CalendarDay({ day, place, ringDays, isNext }: CalendarDayProps): ReactElement {
  const { number, prize, state } = day
  const { left, top } = dayPosition(place, ringDays)
  const rarity = prize.kind === 'item' ? prize.item.rarity : undefined
  return (
    <li
      className={styles.day}
      style={{ left: `${left}%`, top: `${top}%` } as CSSProperties}
      data-state={state}
      data-next={isNext || undefined}
      data-rarity={rarity}
      aria-current={state === 'today' ? 'date' : undefined}
    >
      <DaySeal state={state} number={number} />
      <DayText day={day} />
      <span className={styles.inside} aria-hidden="true">
        <span className={styles.number}>{state === 'claimed' ? <Icon name="check" size={16} /> : number}</span>
        {prize.kind === 'item' ? (
          <span className={styles.small}>
            <ItemPicture item={prize.item} size="s" lazy={false} />
          </span>
        ) : (
          <span className={styles.amount}>{prize.kind === 'balance' && formatMoney(prize.amount)}</span>
        )}
      </span>
    </li>
  )
}

/** Shows the seal of today, which breaks when the day is claimed, in a ring of light that spreads. */
function DaySeal({ state, number }: Pick<Day, 'state' | 'number'>): ReactElement | null {
  const claiming = useStore($claiming, { ssr: 'initial' })
  const isClaimed = claiming.phase === 'claimed' && claiming.streak === number
  if (state !== 'today' && !isClaimed) return null
  return (
    <>
      {isClaimed && <span className={styles.burst} aria-hidden="true" />}
      <span className={styles.seal}>
        <Seal isBroken={isClaimed} />
      </span>
    </>
  )
}

function DayText({ day }: { day: Day }): ReactElement {
  const { t, i18n } = useTranslation('calendar')
  const { number, prize, state, isSuper } = day
  const words = { number, prize: prizeWords(prize, i18n.language as Language), state: t(`state.${state}`) }
  return <span className="unseen">{isSuper ? t('superDay', words) : t('oneDay', words)}</span>
}

/** Renders the tenth day; `light` is the lit share of the ring, 0 to 1. */
function SuperDay({ day, light }: { day: Day; light: number }): ReactElement {
  const { t, i18n } = useTranslation('calendar')
  const { number, prize, state } = day
  const item = prize.kind === 'item' ? prize : null
  const lines = item === null ? null : displayName(item.item, i18n.language as Language)
  return (
    <li
      className={styles.superDay}
      data-state={state}
      data-rarity={item?.item.rarity}
      aria-current={state === 'today' ? 'date' : undefined}
    >
      <DaySeal state={state} number={number} />
      <DayText day={day} />
      <span className={styles.halo} style={{ opacity: light }} aria-hidden="true" />
      <span className={styles.surface} aria-hidden="true" />
      <span className={styles.super} aria-hidden="true">
        <span className={styles.tenth}>
          {state === 'claimed' && <Icon name="check" size={16} />}
          <span>{t('day', { number })}</span>
        </span>
        {item !== null && lines !== null && (
          <>
            <span className={styles.large}>
              <ItemPicture item={item.item} size="m" lazy={false} />
            </span>
            <span className={styles.weapon}>
              {lines.weapon} {item.item.wear !== null && <Condition wear={item.item.wear} />}
            </span>
            <span className={styles.finish}>{lines.finish}</span>
            <Price cents={item.price} className={styles.price} />
          </>
        )}
      </span>
    </li>
  )
}
