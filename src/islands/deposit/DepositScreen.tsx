// The deposit page: the form and all deposits for a player, an invitation for a guest, and room for either until it is known.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $arrived, $orders } from '../../stores/orders.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Arrived } from './Arrived.tsx'
import { DepositForm } from './DepositForm.tsx'
import { History, RowsToCome } from './History.tsx'
import { Invitation } from './Invitation.tsx'
import { Returned } from './Returned.tsx'
import styles from './screen.module.css'

function DepositScreenView(): ReactElement {
  const { status } = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.screen} aria-busy={status === 'unknown'}>
      {status === 'unknown' ? <Unknown /> : null}
      {status === 'guest' ? <Invitation /> : null}
      {status === 'authorised' ? <Player /> : null}
    </div>
  )
}

function Unknown(): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <div className={styles.card}>
        <FormToCome />
      </div>
      <div className={styles.past}>
        <RowsToCome label={t('orders.loading')} />
      </div>
    </>
  )
}

function FormToCome(): ReactElement {
  return (
    <div className={styles.coming}>
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={152} />
      <Skeleton width="100%" height={126} />
      <Skeleton width="100%" height={98} />
      <Skeleton width="100%" height={148} />
    </div>
  )
}

function Player(): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <section id="deposit" className={styles.card} tabIndex={-1} aria-label={t('title')}>
        <Now />
      </section>
      <div className={styles.past}>
        <History />
      </div>
    </>
  )
}

/** The form, or how the order stands that the payment page sent the player back with: `?order=…`. */
function Now(): ReactElement {
  const orders = useStore($orders)
  const [returned, setReturned] = useState<string | null>(() => new URLSearchParams(location.search).get('order'))
  const order = orders.status === 'ready' ? orders.list.find(({ id }) => id === returned) : undefined
  useEffect(() => {
    // Without its order in the list there is nothing to say about it.
    if (returned !== null && orders.status !== 'loading' && order === undefined) setReturned(null)
  }, [returned, orders.status, order])
  if (returned !== null && order === undefined) return <FormToCome />
  if (order !== undefined) {
    const again = (): void => {
      history.replaceState(null, '', location.pathname)
      // Its arrival has just been seen.
      $arrived.set(null)
      setReturned(null)
    }
    return <Returned order={order} onAgain={again} />
  }
  return (
    <>
      <Arrived />
      <DepositForm />
    </>
  )
}

export const DepositScreen = island(DepositScreenView)
