// Every deposit of the player, newest first, page by page.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $orders, loadOlderOrders, loadOrders, watchOrders } from '../../stores/orders.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OrderRow } from './OrderRow.tsx'

export function History(): ReactElement {
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
  const { t } = useTranslation(['deposit', 'common'])
  const orders = useStore($orders)
  if (orders.status === 'loading') return <RowsToCome label={t('orders.loading')} />
  if (orders.status === 'failed') {
    return (
      <div className="deposit-nothing" role="status">
        <Icon name="alert" size={28} />
        <p>{t('orders.failed')}</p>
        <Button icon="refresh" onClick={() => void loadOrders()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  if (orders.list.length === 0) {
    return (
      <div className="deposit-nothing">
        <Icon name="deposit" size={28} />
        <p>{t('orders.empty')}</p>
      </div>
    )
  }
  return (
    <>
      <ul className="deposit-orders">
        {orders.list.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {orders.cursor === null ? null : (
        <Button className="deposit-older" onClick={() => void loadOlderOrders()}>
          {t('orders.older')}
        </Button>
      )}
    </>
  )
}

/** The places of the rows until they are there. */
export function RowsToCome({ label }: { label: string }): ReactElement {
  return (
    <div className="deposit-orders" aria-busy="true">
      <span className="unseen">{label}</span>
      <Skeleton width="100%" height={72} shape="card" />
      <Skeleton width="100%" height={72} shape="card" />
      <Skeleton width="100%" height={72} shape="card" />
    </div>
  )
}
