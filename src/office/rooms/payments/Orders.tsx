// The orders, the newest first, with their filters.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { ORDER_MARKS } from '../../../game/office/payments.ts'
import { PAYMENT_PROVIDERS } from '../../../game/payments/payment-providers.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import type { OrderListRow, OrdersReply } from '../../../protocol/office/orders.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { OrderChip } from '../../session/OrderChip.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { POLL_MS, useOwnSession } from '../../session/session.ts'
import { Marks } from './Marks.tsx'
import { OrderLink, PlayerLink } from './OrderLink.tsx'
import styles from './payments.module.css'
import { ordersQuery, type PaymentsSearch, parsePaymentsSearch, STATES } from './search.ts'

const route = getRouteApi('/frame/payments')

/** Parameters that narrow the list. */
const FILTERS = [
  'q',
  'player',
  'provider',
  'state',
  'mark',
  'least',
  'from',
  'to',
] as const satisfies readonly (keyof PaymentsSearch)[]

type Change = Partial<Record<(typeof FILTERS)[number], string | undefined>>

function OrderFilters(): ReactElement {
  const { t } = useTranslation(['officePayments', 'office', 'officeEvents'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another range begins with its newest rows. */
  const filter = (change: Change): void =>
    void navigate({
      search: (before) => parsePaymentsSearch({ ...before, ...change, cursor: undefined }),
      replace: true,
    })
  return (
    <>
      <Filters label={t('office:filters')}>
        <FilterField label={t('filter.q')} value={search.q} onChange={(q) => filter({ q })} />
        <FilterField label={t('filter.player')} value={search.player} onChange={(player) => filter({ player })} />
        <FilterSelect
          label={t('provider')}
          all={t('filter.all')}
          value={search.provider}
          values={PAYMENT_PROVIDERS}
          wordsOf={(name) => name}
          onChange={(provider) => filter({ provider })}
        />
        <FilterSelect
          label={t('state')}
          all={t('filter.all')}
          value={search.state}
          values={STATES}
          wordsOf={(state) => t(`officeEvents:order.${state}`)}
          onChange={(state) => filter({ state })}
        />
        <FilterSelect
          label={t('filter.mark')}
          all={t('filter.all')}
          value={search.mark}
          values={ORDER_MARKS}
          wordsOf={(mark) => t(`marks.${mark}`)}
          onChange={(mark) => filter({ mark })}
        />
        <FilterField label={t('filter.least')} value={search.least} onChange={(least) => filter({ least })} />
        <PeriodFields from={search.from} to={search.to} onChange={filter} />
      </Filters>
      {FILTERS.some((name) => search[name] !== undefined) ? (
        <p>
          <Link to="/payments" search={search.order === undefined ? {} : { order: search.order }}>
            {t('office:clear')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

function useColumns(): readonly Column<OrderListRow>[] {
  const { t } = useTranslation('officePayments')
  return [
    { id: 'order', header: t('order'), cell: ({ row: { original } }) => <OrderLink id={original.id} /> },
    { id: 'at', header: t('at'), cell: ({ row: { original } }) => <Moment at={original.at} /> },
    { id: 'amount', header: t('amount'), cell: ({ row: { original } }) => <Money cents={original.amount} /> },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => <OrderChip state={original.state} /> },
    { id: 'marks', header: t('filter.mark'), cell: ({ row: { original } }) => <Marks marks={original.marks} /> },
    { id: 'player', header: t('player'), cell: ({ row: { original } }) => <PlayerLink player={original.player} /> },
    {
      id: 'provider',
      header: t('provider'),
      cell: ({ row: { original } }) => `${original.provider}, ${original.method}`,
    },
    {
      id: 'charge',
      header: t('charge'),
      cell: ({ row: { original } }) => formatCharge(original.charge, original.currency),
    },
  ]
}

export function Orders(): ReactElement {
  const { t } = useTranslation('officePayments')
  const { mode } = useOwnSession()
  const search = route.useSearch()
  const query = ordersQuery(search)
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, 'orders', query],
    queryFn: () => api.get<OrdersReply>('/orders', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      {mode === 'sandbox' ? <p className={styles.words}>{t('bots')}</p> : null}
      <OrderFilters />
      <Fault error={error} />
      {data === undefined ? null : data.orders.length === 0 ? (
        <EmptyList
          isFiltered={FILTERS.some((name) => search[name] !== undefined)}
          isFurther={data.cursor !== null}
          title={t('none.orders')}
        />
      ) : (
        <Table
          label={t('tabs.orders')}
          columns={columns}
          rows={data.orders}
          keyOf={({ id }) => id}
          selected={search.order}
          numbers={['amount', 'charge']}
          spare={['provider', 'charge']}
        />
      )}
      <PageLinks to="/payments" isFirst={search.cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
