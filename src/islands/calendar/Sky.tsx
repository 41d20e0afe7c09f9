// The ten days: nine moons on their orbit, the way that was gone lit, and the tenth as the planet in the middle.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarReply } from '../../contract/calendar.ts'
import type { PrizeView } from '../../contract/prize.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $claiming, type Calendar } from '../../stores/calendar.ts'
import { Condition } from '../ui/Condition.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { itemLines, itemName } from '../ui/item-lines.ts'
import { Price } from '../ui/Price.tsx'
import screen from './calendar.module.css'
import { moonPlace, ORBIT_RADIUS } from './orbit.ts'
import styles from './sky.module.css'

export type ReadyCalendar = Extract<Calendar, { status: 'ready' }>

type Day = CalendarReply['days'][number]

/** A prize in words, for those who do not see it. */
export function prizeWords(prize: PrizeView, language: Language): string {
  if (prize.kind === 'balance') return formatMoney(prize.amount)
  return prize.kind === 'item' ? `${itemName(prize.item, language)}, ${formatMoney(prize.price)}` : ''
}

export function Sky({ calendar }: { calendar: ReadyCalendar }): ReactElement {
  const { t } = useTranslation('calendar')
  const moons = calendar.days.filter(({ isSuper }) => !isSuper)
  const planet = calendar.days.find(({ isSuper }) => isSuper)
  const gone = moons.filter(({ state }) => state === 'claimed').length
  return (
    <div className={classes(screen.sky, styles.sky)}>
      <Orbit moons={moons.length} gone={gone} whole={planet?.state === 'claimed'} />
      <ol className={styles.days} aria-label={t('days')}>
        {moons.map((day, place) => (
          <Moon
            key={day.number}
            day={day}
            place={place}
            moons={moons.length}
            isNext={day.number === calendar.number + 1}
          />
        ))}
        {planet !== undefined && <Planet key={planet.number} day={planet} />}
      </ol>
    </div>
  )
}

/** The orbit, and on it the light of the days that were claimed. */
function Orbit({ moons, gone, whole }: { moons: number; gone: number; whole: boolean }): ReactElement {
  const circle = { cx: 50, cy: 50, r: ORBIT_RADIUS, pathLength: moons }
  const lit = whole ? moons : Math.max(0, gone - 1)
  return (
    <svg className={styles.orbit} viewBox="0 0 100 100" aria-hidden="true">
      <circle {...circle} className={styles.track} />
      {lit > 0 && <circle {...circle} className={styles.lit} strokeDasharray={`${lit} ${moons}`} />}
    </svg>
  )
}

interface MoonProps {
  readonly day: Day
  readonly place: number
  readonly moons: number
  readonly isNext: boolean
}

function Moon({ day, place, moons, isNext }: MoonProps): ReactElement {
  const { number, prize, state } = day
  const { left, top } = moonPlace(place, moons)
  const rarity = prize.kind === 'item' ? prize.item.rarity : undefined
  return (
    <li
      className={styles.moon}
      style={{ left: `${left}%`, top: `${top}%` } as CSSProperties}
      data-state={state}
      data-next={isNext || undefined}
      data-rarity={rarity}
      aria-current={state === 'today' ? 'date' : undefined}
    >
      <Burst state={state} number={number} />
      <Said day={day} />
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

/** A ring of light that leaves the day in the moment that it is claimed. */
function Burst({ state, number }: Pick<Day, 'state' | 'number'>): ReactElement | null {
  const claiming = useStore($claiming, { ssr: 'initial' })
  if (state !== 'claimed' || claiming.phase !== 'claimed' || claiming.streak !== number) return null
  return <span className={styles.burst} aria-hidden="true" />
}

function Said({ day }: { day: Day }): ReactElement {
  const { t, i18n } = useTranslation('calendar')
  const { number, prize, state, isSuper } = day
  const words = { number, prize: prizeWords(prize, i18n.language as Language), state: t(`state.${state}`) }
  return <span className="unseen">{isSuper ? t('superDay', words) : t('oneDay', words)}</span>
}

function Planet({ day }: { day: Day }): ReactElement {
  const { t, i18n } = useTranslation('calendar')
  const { number, prize, state } = day
  const item = prize.kind === 'item' ? prize : null
  const lines = item === null ? null : itemLines(item.item, i18n.language as Language)
  return (
    <li
      className={styles.planet}
      data-state={state}
      data-rarity={item?.item.rarity}
      aria-current={state === 'today' ? 'date' : undefined}
    >
      <Burst state={state} number={number} />
      <Said day={day} />
      <span className={styles.surface} aria-hidden="true" />
      <span className={styles.super} aria-hidden="true">
        <span className={styles.tenth}>
          {state === 'claimed' && <Icon name="check" size={16} />}
          {t('day', { number })}
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
