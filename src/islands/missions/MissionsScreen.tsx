// The missions: the way of the day and the week as a flight path with a light for each, and below it what each asks for and brings.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MISSION_PERIODS } from '../../game/rewards.ts'
import {
  $claiming,
  $missions,
  $rewardCase,
  claimMission,
  closeClaim,
  loadMissions,
  watchMissions,
} from '../../stores/missions.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'
import { FlightPath } from './FlightPath.tsx'
import { Period, WaitingPeriod } from './Period.tsx'
import styles from './screen.module.css'
import { goalWords } from './words.ts'

/** The reel of the case screen comes with the first case that is a reward. */
const RewardOpening = lazy(async () => ({ default: (await import('./RewardOpening.tsx')).RewardOpening }))

function MissionsScreenView(): ReactElement {
  const missions = useStore($missions, { ssr: 'initial' })
  useEffect(watchMissions, [])
  return (
    <div className={styles.screen} aria-busy={missions.status === 'loading'}>
      <FlightPath missions={missions} />
      <Standing />
      {missions.status === 'failed' ? null : (
        <div className={styles.periods}>
          {MISSION_PERIODS.map((period) =>
            missions.status === 'ready' ? (
              <Period
                key={period}
                period={period}
                endsAt={missions.periods[period].endsAt}
                missions={missions.missions.filter((mission) => mission.period === period)}
              />
            ) : (
              <WaitingPeriod key={period} period={period} />
            ),
          )}
        </div>
      )}
      <Opened />
      <Announcement />
    </div>
  )
}

/** What stands in the way, with what to do about it; nothing when nothing does. */
function Standing(): ReactElement | null {
  const { t } = useTranslation(['missions', 'common'])
  const missions = useStore($missions, { ssr: 'initial' })
  const claiming = useStore($claiming, { ssr: 'initial' })
  if (missions.status === 'failed') {
    return (
      <NoticeBox title={t('failed.title')} text={t('failed.text')}>
        <Button icon="refresh" onClick={() => void loadMissions()}>
          {t('common:actions.retry')}
        </Button>
      </NoticeBox>
    )
  }
  if (claiming.phase === 'refused') {
    return (
      <NoticeBox title={t('refused.title')} text={claiming.message}>
        <Button onClick={closeClaim}>{t('refused.close')}</Button>
      </NoticeBox>
    )
  }
  if (claiming.phase !== 'offline' || missions.status !== 'ready') return null
  const mission = missions.missions.find(({ id }) => id === claiming.mission)
  if (mission === undefined) return null
  return (
    <NoticeBox title={t('offline.title')} text={t('offline.text')}>
      <Button onClick={() => void claimMission(mission)}>{t('offline.again')}</Button>
    </NoticeBox>
  )
}

function Opened(): ReactElement | null {
  const shown = useStore($rewardCase, { ssr: 'initial' })
  if (shown === null) return null
  return (
    <Suspense>
      <RewardOpening shown={shown} />
    </Suspense>
  )
}

/** Tells screen readers what a claim brought. */
function Announcement(): ReactElement {
  const { t } = useTranslation('missions')
  const missions = useStore($missions, { ssr: 'initial' })
  const claiming = useStore($claiming, { ssr: 'initial' })
  let words = ''
  if (claiming.phase === 'claimed' && missions.status === 'ready') {
    const mission = missions.missions.find(({ id }) => id === claiming.mission)
    const { message } = claiming.reward
    words = mission === undefined ? message : t('won.said', { goal: goalWords(t, mission), message })
  }
  return (
    <p className="unseen" role="status">
      {words}
    </p>
  )
}

export const MissionsScreen = island(MissionsScreenView)
