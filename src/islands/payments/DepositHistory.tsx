// The player's deposits, newest first, in pages.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $orders, loadOlderOrders, loadOrders, watchOrders } from '../../stores/payments/orders.ts'
import { PagedList } from '../ui/lists/PagedList.tsx'
import { Pager } from '../ui/lists/Pager.tsx'
import { RowSkeletons } from '../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { OrderRow } from './OrderRow.tsx'

export function DepositHistory(): ReactElement {
  const { t } = useTranslation('deposit')
  useEffect(watchOrders, [])
  return (
    <section className="deposit-history" aria-labelledby="deposit-history">
      <h2 id="deposit-history">{t('orders.title')}</h2>
      <Rows />
    </section>
  )
}

function Rows(): ReactElement {
  const { t } = useTranslation('deposit')
  const list = useStore($orders)
  return (
    <PagedList
      list={list}
      skeletons={<RowSkeletons label={t('orders.loading')} count={3} />}
      failed={{ text: t('orders.failed') }}
      empty={<EmptyState icon="deposit" text={t('orders.empty')} size="card" />}
      size="card"
      onLoad={() => void loadOrders()}
    >
      {(orders) => (
        <>
          <ul className="deposit-orders">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
          <Pager list={list} label={t('orders.older')} onMore={() => void loadOlderOrders()} />
        </>
      )}
    </PagedList>
  )
}
