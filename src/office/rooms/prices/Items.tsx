// All items: what each costs and since when, searched, narrowed and ordered.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRICE_FILTERS, PRICE_ORDERS } from '../../../game/office/prices.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { PricedItem, PricesReply } from '../../../protocol/office/prices.ts'
import { Chip } from '../../parts/Chip.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { AgedMoment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './prices.module.css'
import { type PricesSearch, parsePricesSearch, pricesQuery, usePricesSearch } from './search.ts'
import { usePriceWords } from './words.ts'

/** Loaded beside the list, not before it. */
const ItemPanel = lazy(async () => ({ default: (await import('./ItemPanel.tsx')).ItemPanel }))
const PriceDraft = lazy(async () => ({ default: (await import('./PriceDraft.tsx')).PriceDraft }))

const route = getRouteApi('/frame/prices')

function HeldCell({ held }: Pick<PricedItem, 'held'>): ReactElement | null {
  const { t } = useTranslation('officePrices')
  const { move } = usePriceWords()
  if (held === null) return null
  return (
    <span className={styles.returns}>
      <Chip tone="warn">{t('held')}</Chip>
      <span className={styles.quiet}>{t('held-text', { seen: formatMoney(held.seen), moved: move(held.moved) })}</span>
    </span>
  )
}

function useColumns(now: number, isNarrow: boolean): readonly Column<PricedItem>[] {
  const { t } = useTranslation('officePrices')
  const { itemName } = usePriceWords()
  const columns: readonly Column<PricedItem>[] = [
    {
      id: 'name',
      header: t('item'),
      cell: ({ row: { original } }) => (
        <Link
          from="/prices"
          to="/prices"
          search={(search) => ({ ...search, item: original.id })}
          resetScroll={false}
          className={styles.name}
        >
          {itemName(original)}
        </Link>
      ),
    },
    {
      id: 'price',
      header: t('price'),
      cell: ({ row: { original } }) =>
        original.price === null ? <Chip>{t('no-price')}</Chip> : <Money cents={original.price} />,
    },
    {
      id: 'age',
      header: t('age'),
      cell: ({ row: { original } }) =>
        original.price === null ? null : original.at === null ? (
          t('not-known')
        ) : (
          <AgedMoment at={original.at} now={now} />
        ),
    },
    {
      id: 'spread',
      header: t('spread'),
      cell: ({
        row: {
          original: { spread },
        },
      }) =>
        spread === null ? null : (
          <span className="figures">{`${formatMoney(spread.lowest)} – ${formatMoney(spread.highest)}`}</span>
        ),
    },
    { id: 'held', header: t('held'), cell: ({ row: { original } }) => <HeldCell held={original.held} /> },
    { id: 'cases', header: t('cases'), cell: ({ row: { original } }) => <Count count={original.cases} /> },
  ]
  // The panel leaves no room for all of them.
  return isNarrow ? columns.filter(({ id }) => ['name', 'price', 'held'].includes(id ?? '')) : columns
}

function ItemFilters(): ReactElement {
  const { t } = useTranslation(['officePrices', 'office'])
  const search = usePricesSearch()
  const navigate = route.useNavigate()
  /** Another choice begins with the first page. */
  const filter = (change: Partial<Record<keyof PricesSearch, string | undefined>>): void =>
    void navigate({ search: (old) => parsePricesSearch({ ...old, ...change, cursor: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterField label={t('name')} value={search.q} onChange={(q) => filter({ q })} />
      <FilterSelect
        label={t('show')}
        all={t('filters.all')}
        value={search.filter}
        values={PRICE_FILTERS}
        wordsOf={(name) => t(`filters.${name}`)}
        onChange={(name) => filter({ filter: name })}
      />
      <FilterSelect
        label={t('order')}
        all={t('orders.most-expensive')}
        value={search.order}
        values={PRICE_ORDERS}
        wordsOf={(name) => t(`orders.${name}`)}
        onChange={(order) => filter({ order })}
      />
    </Filters>
  )
}

/** How many there are, and the list that their prices are from. */
function ListLine({ data, now }: { data: PricesReply; now: number }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { source: sourceOf } = usePriceWords()
  const { count, source, at, isShipped } = data
  return (
    <p className={styles.line}>
      <span>{t('count', { count })}</span>
      {source === null ? null : (
        <span className={styles.quiet}>
          {t(isShipped ? 'shipped' : 'from', { source: sourceOf(source) })}
          {at === null ? null : (
            <>
              {', '}
              <AgedMoment at={at} now={now} />
            </>
          )}
        </span>
      )}
    </p>
  )
}

export function Items(): ReactElement {
  const { t } = useTranslation('officePrices')
  const search = usePricesSearch()
  const { item, draft, cursor } = search
  const [now] = useState(() => Date.now())
  const query = pricesQuery(search)
  const { data, error } = useQuery({
    queryKey: ['prices', 'list', query],
    queryFn: () => api.get<PricesReply>('/prices', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const columns = useColumns(now, item !== undefined)
  return (
    <div className="stack">
      {draft === undefined ? (
        <OtherDrafts
          file="prices.json"
          linkTo={({ id, title }) => (
            <Link from="/prices" to="/prices" search={(old) => ({ ...old, draft: String(id) })}>
              {title}
            </Link>
          )}
        />
      ) : (
        <Suspense fallback={null}>
          <PriceDraft key={draft} id={Number(draft)} />
        </Suspense>
      )}
      <Split wide panel={item === undefined ? null : <ItemPanel key={item} id={item} />}>
        <ItemFilters />
        <Fault error={error} />
        {data === undefined ? null : <ListLine data={data} now={now} />}
        {data === undefined ? null : data.items.length === 0 ? (
          <EmptyList isFiltered={search.q !== undefined || search.filter !== undefined} title={t('none')} />
        ) : (
          <Table
            label={t('title')}
            columns={columns}
            rows={data.items}
            keyOf={({ id }) => id}
            selected={item}
            numbers={['price', 'cases']}
          />
        )}
        <PageLinks to="/prices" order="greatest" isFirst={cursor === undefined} next={data?.cursor ?? null} />
      </Split>
    </div>
  )
}
