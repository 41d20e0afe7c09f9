// The picture of the screen: a path that rises from the horizon, on it a light for each mission, as bright as it has come.
import { useStore } from '@nanostores/react'
import type { CSSProperties, ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { MissionView } from '../../contract/missions.ts'
import type { Missions } from '../../stores/missions.ts'
import { $user } from '../../stores/user.ts'
import { SignInButton } from '../ui/SignInButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './flight-path.module.css'
import { pathData, pointAt } from './path.ts'

/** As many lights as an operator's missions mostly are, before they are known. */
const USUAL = 6

export function FlightPath({ missions }: { missions: Missions }): ReactElement {
  const shown = missions.status === 'ready' ? missions.missions : Array.from({ length: USUAL }, () => null)
  return (
    <section className={styles.sky}>
      <svg className={styles.path} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={pathData()} />
      </svg>
      <div className={styles.lights} aria-hidden="true">
        {shown.map((mission, place) => (
          <Light key={mission?.id ?? place} mission={mission} share={(place + 1) / (shown.length + 0.6)} />
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

function Light({ mission, share }: { mission: MissionView | null; share: number }): ReactElement {
  const { x, y } = pointAt(share)
  const progress = mission?.standing == null ? 0 : mission.standing.progress / mission.count
  const place = { '--x': `${x}%`, '--y': `${y}%`, '--progress': progress } as CSSProperties
  return (
    <span
      className={styles.light}
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
      {isKnown ? <Counted standings={standings} /> : <Skeleton width={220} height={44} />}
    </div>
  )
}

function Counted({ standings }: { standings: readonly MissionView['standing'][] }): ReactElement {
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
