// The room Prices: what each item costs and why, what is held, lists that are taken, and tickets for what prices took out of its range.
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PRICE_TABS } from '../../../game/office/prices.ts'
import { Room } from '../../parts/Room.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useHeld } from './held-query.ts'
import { Items } from './Items.tsx'
import { usePricesSearch } from './search.ts'

/** The tabs that are not the first one. */
const PAGES = {
  held: lazy(async () => ({ default: (await import('./Held.tsx')).Held })),
  import: lazy(async () => ({ default: (await import('./Import.tsx')).Import })),
  rebalance: lazy(async () => ({ default: (await import('./Rebalance.tsx')).Rebalance })),
} as const

export function PricesRoom(): ReactElement {
  const { t } = useTranslation('officePrices')
  const { tab } = usePricesSearch()
  const held = useHeld().data?.items.length ?? 0
  const Page = tab === undefined ? Items : PAGES[tab]
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Tabs label={t('tabs.label')}>
          {[undefined, ...PRICE_TABS].map((name) => (
            <Link
              key={name ?? 'items'}
              to="/prices"
              search={name === undefined ? {} : { tab: name }}
              activeOptions={{ exact: true }}
              aria-current={tab === name ? 'true' : undefined}
            >
              {name === 'held' && held > 0 ? t('tabs.held-count', { count: held }) : t(`tabs.${name ?? 'items'}`)}
            </Link>
          ))}
        </Tabs>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
      </div>
    </Room>
  )
}
