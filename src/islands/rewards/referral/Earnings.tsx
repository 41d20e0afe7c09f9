// The earnings of the last days as bars. The pointer and the arrow keys show a day's amount; screen readers get a table.
import { type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EARNING_DAYS } from '../../../game/rewards/referral.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { OwnReferral } from '../../../protocol/referral.ts'
import type { Referral } from '../../../stores/rewards/referral.ts'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './earnings.module.css'

type Days = OwnReferral['days']

const HEIGHT = 160
const SLOT = 20
const BAR = 12
/** The height of a bar without earnings, a dot. */
const LEAST = 2

const NO_DAYS: Days = Array.from({ length: EARNING_DAYS }, () => ({ day: '', earned: 0 }))

/** Formats a day as 21.11.2026. */
function dayText(day: string): string {
  return day.split('-').reverse().join('.')
}

export function Earnings({ referral }: { referral: Referral }): ReactElement {
  const { t } = useTranslation('referral')
  const own = referral.status === 'ready' ? referral.own : null
  const days = own?.days ?? NO_DAYS
  const total = days.reduce((sum, { earned }) => sum + earned, 0)
  if (referral.status === 'loading') {
    return (
      <div className={styles.earnings} aria-busy="true">
        <p className={styles.readout}>
          <Skeleton width={140} height={24} />
        </p>
        <Bars days={NO_DAYS} active={null} />
        <p className={styles.ends}>&nbsp;</p>
      </div>
    )
  }
  if (total === 0) {
    return (
      <div className={styles.earnings}>
        <p className={styles.readout}>{own === null ? t('earnings.guest') : t('earnings.none')}</p>
        <Bars days={NO_DAYS} active={null} />
        <p className={styles.ends}>{own === null ? '\u00a0' : t('earnings.first')}</p>
      </div>
    )
  }
  return <Chart days={days} total={total} />
}

function Chart({ days, total }: { days: Days; total: number }): ReactElement {
  const { t } = useTranslation('referral')
  const [active, setActive] = useState<number | null>(null)
  const last = days.length - 1
  const shown = active === null ? null : days[active]
  const day = (place: number): string => dayText(days[place]?.day ?? '')
  const value = (place: number): string =>
    t('earnings.day', { day: day(place), amount: formatMoney(days[place]?.earned ?? 0) })

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * days.length)
    setActive(Math.min(last, Math.max(0, place)))
  }
  const step = (event: KeyboardEvent): void => {
    const from = active ?? last
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, to)))
  }
  return (
    <div className={styles.earnings}>
      <p className={styles.readout}>
        <strong className="price">{formatMoney(shown?.earned ?? total)}</strong>
        <span>{active === null ? t('earnings.total') : day(active)}</span>
      </p>
      <div
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label={t('earnings.chart')}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(active ?? last) + 1}
        aria-valuetext={value(active ?? last)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setActive(null)}
        onKeyDown={step}
        onFocus={() => setActive((place) => place ?? last)}
        onBlur={() => setActive(null)}
      >
        <Bars days={days} active={active} />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{day(0)}</span>
        <span>{day(last)}</span>
      </p>
      <table className="unseen">
        <caption>{t('earnings.chart')}</caption>
        <tbody>
          {days.map(({ day: name, earned }) => (
            <tr key={name}>
              <th scope="row">{dayText(name)}</th>
              <td>{formatMoney(earned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Draws the bars; the highest has the height of the chart. */
function Bars({ days, active }: { days: Days; active: number | null }): ReactElement {
  const most = Math.max(1, ...days.map(({ earned }) => earned))
  const width = SLOT * days.length
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {[0.25, 0.5, 0.75].map((share) => (
        <line key={share} className={styles.grid} x1="0" x2={width} y1={HEIGHT * share} y2={HEIGHT * share} />
      ))}
      {days.map(({ earned }, place) => {
        const height = earned === 0 ? LEAST : Math.max(4, (earned / most) * (HEIGHT - 8))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their place; their days change at midnight
            key={place}
            className={styles.bar}
            data-active={place === active ? '' : undefined}
            data-none={earned === 0 ? '' : undefined}
            x={place * SLOT + (SLOT - BAR) / 2}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx="3"
          />
        )
      })}
    </svg>
  )
}
