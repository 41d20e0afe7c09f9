// The orders that wait for payment, below the form in the dialog, and a link to all orders.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $open, $orders, watchOrders } from '../../stores/payments/orders.ts'
import { OrderRow } from './OrderRow.tsx'

/** The most orders shown: the dialog has no room for more. */
const SHOWN = 3

export function OpenOrders(): ReactElement | null {
  const { t } = useTranslation('deposit')
  const orders = useStore($orders)
  const open = useStore($open)
  useEffect(watchOrders, [])
  if (orders.entries.length === 0) return null
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
