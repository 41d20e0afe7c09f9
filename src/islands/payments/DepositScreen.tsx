// The deposit page: the form and all deposits of a player, or the sign-in for a guest; skeletons until the session is known.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { $user } from '../../stores/kernel/user.ts'
import { $orders, $paidOrder } from '../../stores/payments/orders.ts'
import { island } from '../island.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { DepositCredited } from './DepositCredited.tsx'
import { DepositForm } from './DepositForm.tsx'
import { DepositHistory } from './DepositHistory.tsx'
import { GuestDeposit } from './GuestDeposit.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import styles from './screen.module.css'

function DepositScreenView(): ReactElement {
  const { status } = useStore($user, { ssr: 'initial' })
  return (
    <div className={styles.screen} aria-busy={status === 'unknown'}>
      {status === 'unknown' ? <ScreenSkeleton /> : null}
      {status === 'guest' ? <GuestDeposit /> : null}
      {status === 'authorised' ? <PlayerDeposit /> : null}
    </div>
  )
}

function ScreenSkeleton(): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <div className={styles.card}>
        <FormSkeleton />
      </div>
      <div className={styles.past}>
        <RowSkeletons label={t('orders.loading')} count={3} />
      </div>
    </>
  )
}

function FormSkeleton(): ReactElement {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={152} />
      <Skeleton width="100%" height={126} />
      <Skeleton width="100%" height={98} />
      <Skeleton width="100%" height={148} />
    </div>
  )
}

function PlayerDeposit(): ReactElement {
  const { t } = useTranslation('deposit')
  return (
    <>
      <section id="deposit" className={styles.card} tabIndex={-1} aria-label={t('title')}>
        <FormOrStatus />
      </section>
      <div className={styles.past}>
        <DepositHistory />
      </div>
    </>
  )
}

/** Shows the form, or the status of the order with which the payment page sent the player back (`?order=…`). */
function FormOrStatus(): ReactElement {
  const orders = useStore($orders)
  const [returned, setReturned] = useState<string | null>(() => new URLSearchParams(location.search).get('order'))
  const order = orders.entries.find(({ id }) => id === returned)
  useEffect(() => {
    // An order that the list does not hold has no status to show.
    if (returned !== null && orders.status !== 'loading' && order === undefined) setReturned(null)
  }, [returned, orders.status, order])
  if (returned !== null && order === undefined) return <FormSkeleton />
  if (order !== undefined) {
    const again = (): void => {
      history.replaceState(null, '', location.pathname)
      // The status already shows that the deposit was credited.
      $paidOrder.set(null)
      setReturned(null)
    }
    return <OrderStatus order={order} onAgain={again} />
  }
  return (
    <>
      <DepositCredited />
      <DepositForm />
    </>
  )
}

export const DepositScreen = island(DepositScreenView)
