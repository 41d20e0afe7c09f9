// The player's own rooms: who he is at the head, and below it a tab for each thing that is his. Guests are told what is in there.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { watchAccount } from '../../stores/account.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Guest } from './Guest.tsx'
import { Head } from './Head.tsx'
import styles from './screen.module.css'
import { Tabs } from './Tabs.tsx'

function DashboardScreenView(): ReactElement {
  const state = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.screen} aria-busy={state.status === 'unknown'}>
      {state.status === 'unknown' ? <Unknown /> : null}
      {state.status === 'guest' ? <Guest /> : null}
      {state.status === 'authorised' ? <Player /> : null}
    </div>
  )
}

/** Room for what is to come. */
function Unknown(): ReactElement {
  return (
    <>
      <Skeleton width="100%" className={styles.headToCome} shape="card" />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" className={styles.panelToCome} shape="card" />
    </>
  )
}

function Player(): ReactElement {
  useEffect(watchAccount, [])
  return (
    <>
      <Head />
      <Tabs />
    </>
  )
}

export const DashboardScreen = island(DashboardScreenView)
