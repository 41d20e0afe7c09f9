// The room Payments: orders, money that is kept, disputes, debts; beside each list the order that is open.
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PAYMENT_TABS } from '../../../game/office/payments.ts'
import { Room, Split } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { withTexts } from '../../session/language.ts'
import { Orders } from './Orders.tsx'

/** The page of an order is loaded beside the list, not before it. */
const loadPanel = withTexts(['officePlayers', 'officeFields', 'officeVerbs'], () => import('./OrderPanel.tsx'))
const OrderPanel = lazy(async () => ({ default: (await loadPanel()).OrderPanel }))

const route = getRouteApi('/frame/payments')

/** The lists that are not the first one. */
const LISTS = {
  kept: lazy(async () => ({ default: (await import('./Kept.tsx')).Kept })),
  disputes: lazy(async () => ({ default: (await import('./Disputes.tsx')).Disputes })),
  debts: lazy(async () => ({ default: (await import('./Debts.tsx')).Debts })),
} as const

export function PaymentsRoom(): ReactElement {
  const { t } = useTranslation('officePayments')
  const { tab, order } = route.useSearch()
  useEffect(() => void loadPanel(), [])
  const List = tab === undefined ? Orders : LISTS[tab]
  return (
    <Room title={t('title')}>
      <div className="stack">
        <Tabs label={t('tabs.label')}>
          {[undefined, ...PAYMENT_TABS].map((name) => (
            <Link
              key={name ?? 'orders'}
              to="/payments"
              search={name === undefined ? {} : { tab: name }}
              activeOptions={{ exact: true }}
              aria-current={tab === name ? 'true' : undefined}
            >
              {t(`tabs.${name ?? 'orders'}`)}
            </Link>
          ))}
        </Tabs>
        <Split panel={order === undefined ? null : <OrderPanel key={order} id={order} />}>
          <Suspense fallback={null}>
            <List />
          </Suspense>
        </Split>
      </div>
    </Room>
  )
}
