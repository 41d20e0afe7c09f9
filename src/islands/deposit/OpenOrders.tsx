// In the dialog, below the form: the orders that wait for their payment, and the way to all of them.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $open, $orders, watchOrders } from '../../stores/orders.ts'
import { OrderRow } from './OrderRow.tsx'

/** As many as fit below the form; the page has them all. */
const SHOWN = 3

export function OpenOrders(): ReactElement | null {
  const { t } = useTranslation('deposit')
  const orders = useStore($orders)
  const open = useStore($open)
  useEffect(watchOrders, [])
  if (orders.status !== 'ready' || orders.list.length === 0) return null
  return (
    <section className="deposit-open" aria-label={t('orders.title')}>
      {open.length === 0 ? null : (
        <>
          <h3>{t('orders.open')}</h3>
          <ul className="deposit-orders">
            {open.slice(0, SHOWN).map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </>
      )}
      <a className="deposit-all" href="/deposit">
        {t('orders.all')}
      </a>
    </section>
  )
}
