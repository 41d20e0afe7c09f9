// The missions as markers on a rising path, each as bright as its progress; and the number of completed ones.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissionView } from '../../../protocol/missions.ts'
import { $user } from '../../../stores/kernel/user.ts'
import type { Missions } from '../../../stores/rewards/missions.ts'
import { SignInButton } from '../../ui/controls/SignInButton.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './mission-path.module.css'
import { pathData, pointAt } from './path.ts'

/** The number of markers while the missions are loading: what most operators have. */
const USUAL_MISSIONS = 6

export function MissionPath({ missions }: { missions: Missions }): ReactElement {
  const shown = missions.status === 'ready' ? missions.missions : Array.from({ length: USUAL_MISSIONS }, () => null)
  return (
    <section className={styles.panel} data-horizon>
      <svg className={styles.path} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={pathData()} />
      </svg>
      <div className={styles.markers} aria-hidden="true">
        {shown.map((mission, place) => (
          <MissionMarker key={mission?.id ?? place} mission={mission} share={(place + 1) / (shown.length + 0.6)} />
        ))}
      </div>
      <Summary missions={missions} />
    </section>
  )
}

function stateOf({ standing }: MissionView): string | undefined {
  if (standing === null) return undefined
  return standing.claimed ? 'claimed' : standing.claimable ? 'waiting' : undefined
}

function MissionMarker({ mission, share }: { mission: MissionView | null; share: number }): ReactElement {
  const { x, y } = pointAt(share)
  const progress = mission?.standing == null ? 0 : mission.standing.progress / mission.count
  const place = { '--x': `${x}%`, '--y': `${y}%`, '--progress': progress } as CSSProperties
  return (
    <span
      className={styles.marker}
      data-period={mission?.period}
      data-state={mission === null ? undefined : stateOf(mission)}
      style={place}
    />
  )
}

function Summary({ missions }: { missions: Missions }): ReactElement {
  const { t } = useTranslation('missions')
  const user = useStore($user, { ssr: 'initial' })
  if (user.status === 'guest') {
    return (
      <div className={styles.summary}>
        <h2>{t('summary.title')}</h2>
        <p>{t('summary.guest')}</p>
        <SignInButton tone="signal" />
      </div>
    )
  }
  const standings = missions.status === 'ready' ? missions.missions.map(({ standing }) => standing) : []
  const isKnown = user.status === 'authorised' && standings.some((standing) => standing !== null)
  return (
    <div className={styles.summary}>
      <h2>{t('summary.title')}</h2>
      {isKnown ? <Counts standings={standings} /> : <Skeleton width={220} height={44} />}
    </div>
  )
}

function Counts({ standings }: { standings: readonly MissionView['standing'][] }): ReactElement {
  const { t } = useTranslation('missions')
  const waiting = standings.filter((standing) => standing?.claimable === true).length
  const done = standings.filter((standing) => standing?.claimed === true).length + waiting
  const rest = done === standings.length ? t('summary.all') : t('summary.none')
  return (
    <>
      <p className={styles.done}>{t('summary.done', { done, count: standings.length })}</p>
      <p data-waiting={waiting > 0 || undefined}>{waiting > 0 ? t('summary.waiting', { count: waiting }) : rest}</p>
    </>
  )
}
