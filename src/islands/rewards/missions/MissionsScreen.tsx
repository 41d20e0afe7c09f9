// The missions of the day and the week: an overview as a path, and below it a card for each.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MISSION_PERIODS } from '../../../game/rewards/rewards.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { MissionsReply } from '../../../protocol/missions.ts'
import {
  $claiming,
  $missions,
  claimMission,
  closeClaim,
  loadMissions,
  watchMissions,
} from '../../../stores/rewards/missions.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { GiftRefusal } from '../../ui/messages/GiftRefusal.tsx'
import { LockedGifts } from '../../withdrawal/LockedGifts.tsx'
import { OpenedCase } from '../parts/OpenedCase.tsx'
import { MissionPath } from './MissionPath.tsx'
import { Period, PeriodSkeleton } from './Period.tsx'
import styles from './screen.module.css'
import { goalWords } from './words.ts'

function MissionsScreenView(): ReactElement {
  const missions = useStore($missions, { ssr: 'initial' })
  useEffect(watchMissions, [])
  return (
    <div className={styles.screen} aria-busy={missions.status === 'loading'}>
      <MissionPath missions={missions} />
      <MissionsAlert />
      {missions.status === 'ready' && missions.giftRefusal !== null ? (
        <GiftRefusal text={missions.giftRefusal} />
      ) : null}
      {missions.status === 'failed' ? null : (
        <div className={styles.periods}>
          {MISSION_PERIODS.map((period) =>
            missions.status === 'ready' ? (
              <Period
                key={period}
                period={period}
                endsAt={missions.periods[period].endsAt}
                isRefused={missions.giftRefusal !== null}
                missions={missions.missions.filter((mission) => mission.period === period)}
              />
            ) : (
              <PeriodSkeleton key={period} period={period} />
            ),
          )}
        </div>
      )}
      {missions.status === 'ready' ? <LeastStakes leastStake={missions.leastStake} /> : null}
      <LockedGifts />
      <OpenedCase />
      <Announcement />
    </div>
  )
}

function LeastStakes({ leastStake }: { leastStake: MissionsReply['leastStake'] }): ReactElement {
  const { t } = useTranslation('missions')
  const { case: box, upgrade, contract, wheel, battle } = leastStake
  const sums = {
    box: formatMoney(box),
    upgrade: formatMoney(upgrade),
    contract: formatMoney(contract),
    wheel: formatMoney(wheel),
    battle: formatMoney(battle),
  }
  return <p>{t('least', sums)}</p>
}

/** Shows why the missions or a claim failed, with the button for the next step; renders nothing otherwise. */
function MissionsAlert(): ReactElement | null {
  const { t } = useTranslation(['missions', 'common'])
  const missions = useStore($missions, { ssr: 'initial' })
  const claiming = useStore($claiming, { ssr: 'initial' })
  if (missions.status === 'failed') {
    return (
      <Alert title={t('failed.title')} text={t('failed.text')}>
        <Button icon="refresh" onClick={() => void loadMissions()}>
          {t('common:actions.retry')}
        </Button>
      </Alert>
    )
  }
  if (claiming.phase === 'refused') {
    return (
      <Alert title={t('refused.title')} text={claiming.message}>
        <Button onClick={closeClaim}>{t('refused.close')}</Button>
      </Alert>
    )
  }
  if (claiming.phase !== 'offline' || missions.status !== 'ready') return null
  const mission = missions.missions.find(({ id }) => id === claiming.mission)
  if (mission === undefined) return null
  return (
    <Alert title={t('offline.title')} text={t('offline.text')}>
      <Button onClick={() => void claimMission(mission)}>{t('offline.again')}</Button>
    </Alert>
  )
}

/** Announces a claimed reward to screen readers. */
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
