// The missions of a day or a week, and the time left for them.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissionPeriod } from '../../../game/rewards/rewards.ts'
import type { MissionView } from '../../../protocol/missions.ts'
import { $claiming, isClaiming, loadMissions } from '../../../stores/rewards/missions.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { MissionCard } from './MissionCard.tsx'
import styles from './screen.module.css'

interface PeriodProps {
  readonly period: MissionPeriod
  /** Milliseconds since 1970. */
  readonly endsAt: number
  readonly missions: readonly MissionView[]
  /** True where the player gets no gifts. */
  readonly isRefused: boolean
}

export function Period({ period, endsAt, missions, isRefused }: PeriodProps): ReactElement {
  const { t } = useTranslation('missions')
  const claiming = useStore($claiming, { ssr: 'initial' })
  const title = `missions-${period}`
  return (
    <section className={styles.period} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>{t(`period.${period}`)}</h2>
        <p className={styles.next}>
          <Icon name="clock" size={16} />
          <span>{t('period.next')}</span>
          <Countdown untilMs={endsAt} onEnd={() => void loadMissions()} />
        </p>
      </div>
      <ul className={styles.list}>
        {missions.map((mission) => {
          const mine = claiming.phase !== 'idle' && claiming.mission === mission.id ? claiming : null
          return (
            <li key={mission.id}>
              <MissionCard
                mission={mission}
                isRefused={isRefused}
                isAsking={mine?.phase === 'asking'}
                isClosed={isClaiming(claiming)}
                reward={mine?.phase === 'claimed' ? mine.reward : null}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const PLACES = [0, 1, 2] as const

/** Renders the skeleton of a period, of the same size. */
export function PeriodSkeleton({ period }: { period: MissionPeriod }): ReactElement {
  const { t } = useTranslation('missions')
  return (
    <section className={styles.period} aria-label={t('loading')}>
      <div className={styles.head}>
        <h2>{t(`period.${period}`)}</h2>
        <Skeleton width={150} height={20} />
      </div>
      <ul className={styles.list}>
        {PLACES.map((place) => (
          <li key={place} className={styles.place}>
            <Skeleton width="100%" height="100%" shape="card" />
          </li>
        ))}
      </ul>
    </section>
  )
}
