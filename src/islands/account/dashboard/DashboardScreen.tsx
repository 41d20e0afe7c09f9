// The dashboard: a header with the player, and a tab for items, withdrawals, history, orders, rolls and settings.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { watchAccount } from '../../../stores/account/account.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { GuestDashboard } from './GuestDashboard.tsx'
import { PlayerHeader } from './PlayerHeader.tsx'
import styles from './screen.module.css'
import { Tabs } from './Tabs.tsx'

function DashboardScreenView(): ReactElement {
  const state = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.screen} aria-busy={state.status === 'unknown'}>
      {state.status === 'unknown' ? <ScreenSkeleton /> : null}
      {state.status === 'guest' ? <GuestDashboard /> : null}
      {state.status === 'authorised' ? <PlayerDashboard /> : null}
    </div>
  )
}

/** Keeps the place of the header and the tabs until the session is known. */
function ScreenSkeleton(): ReactElement {
  return (
    <>
      <Skeleton width="100%" className={styles.headerSkeleton} shape="card" />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" className={styles.panelSkeleton} shape="card" />
    </>
  )
}

function PlayerDashboard(): ReactElement {
  useEffect(watchAccount, [])
  return (
    <>
      <PlayerHeader />
      <Tabs />
    </>
  )
}

export const DashboardScreen = island(DashboardScreenView)
