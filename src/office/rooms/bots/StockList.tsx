// The stock by item: what is in it, what players hold, what waits and is on its way, and what was missing how often.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { StockItemReply, StockReply, StockRow } from '../../../protocol/office/bots.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { AgedMoment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts, Panel, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './bots.module.css'
import { parseBotsSearch, STOCK_VIEWS, useBotsSearch } from './search.ts'

const route = getRouteApi('/frame/bots')

function isShort({ stock, waiting, lacking }: StockRow): boolean {
  return waiting + lacking - (stock ?? waiting) > 0
}

/** Returns a function that names the item of a row in the reader's language. */
function useStockName(): (row: Pick<StockRow, 'id' | 'item'>) => string {
  const { i18n } = useTranslation('officeBots')
  return ({ id, item }) => (item === null ? id : wornItemName(item, i18n.language as Language))
}

function useColumns(): readonly Column<StockRow>[] {
  const { t } = useTranslation('officeBots')
  const nameOf = useStockName()
  const count = (id: 'held' | 'waiting' | 'sending' | 'offered' | 'missing' | 'replaced'): Column<StockRow> => ({
    id,
    header: t(`columns.${id}`),
    cell: ({ row }) => <Count count={row.original[id]} />,
  })
  return [
    {
      id: 'item',
      header: t('columns.item'),
      cell: ({ row: { original } }) => (
        <Link from="/bots" to="/bots" search={(search) => ({ ...search, item: original.id })} resetScroll={false}>
          {nameOf(original)}
        </Link>
      ),
    },
    {
      id: 'stock',
      header: t('columns.stock'),
      cell: ({ row: { original } }) => (original.stock === null ? '–' : <Count count={original.stock} />),
    },
    count('waiting'),
    {
      id: 'lacking',
      header: t('columns.lacking'),
      cell: ({ row: { original } }) => (
        <span className={isShort(original) ? styles.short : undefined}>
          <Count count={original.lacking} />
        </span>
      ),
    },
    count('sending'),
    count('held'),
    { id: 'worth', header: t('columns.worth'), cell: ({ row }) => <Money cents={row.original.worth} /> },
    count('offered'),
    count('missing'),
    count('replaced'),
  ]
}

/** All columns besides those of words. */
const NUMBERS = ['stock', 'waiting', 'lacking', 'sending', 'held', 'worth', 'offered', 'missing', 'replaced']

function ItemPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officeBots')
  const nameOf = useStockName()
  const { data, error } = useQuery({
    queryKey: ['bots', 'item', id],
    queryFn: () => api.get<StockItemReply>(`/bots/stock/${encodeURIComponent(id)}`),
  })
  const columns: readonly Column<StockItemReply['history'][number]>[] = [
    { id: 'day', header: t('columns.day'), cell: ({ row }) => row.original.day },
    { id: 'offered', header: t('columns.offered'), cell: ({ row }) => <Count count={row.original.offered} /> },
    { id: 'missing', header: t('columns.missing'), cell: ({ row }) => <Count count={row.original.missing} /> },
    { id: 'replaced', header: t('columns.replaced'), cell: ({ row }) => <Count count={row.original.replaced} /> },
  ]
  return (
    <Panel title={data === undefined ? id : nameOf(data)} close={<CloseLink to="/bots" drop="item" />}>
      <Fault error={error} />
      {data === undefined ? null : (
        <>
          <Facts
            facts={[
              [t('columns.stock'), data.stock === null ? t('unknown') : <Count key="stock" count={data.stock} />],
              [t('columns.held'), <Count key="held" count={data.held} />],
              [t('columns.worth'), <Money key="worth" cents={data.worth} />],
              [t('columns.waiting'), <Count key="waiting" count={data.waiting} />],
              [t('columns.lacking'), <Count key="lacking" count={data.lacking} />],
              [t('columns.sending'), <Count key="sending" count={data.sending} />],
            ]}
          />
          <h3>{t('days-utc')}</h3>
          {data.history.length === 0 ? (
            <p className={styles.note}>{t('no-days')}</p>
          ) : (
            <Table
              label={t('days-utc')}
              columns={columns}
              rows={data.history}
              keyOf={({ day }) => day}
              numbers={NUMBERS}
            />
          )}
          {data.lacking === 0 ? null : (
            <p>
              <Link to="/withdrawals" search={{ tab: 'unavailable' }}>
                {t('lacking-link')}
              </Link>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function Totals({ data: { totals, stockAt, heldAt }, now }: { data: StockReply; now: number }): ReactElement {
  const { t } = useTranslation('officeBots')
  const stock = totals.stock === null ? t('unknown') : <Count count={totals.stock} />
  return (
    <Facts
      facts={[
        [
          t('totals.stock'),
          <span key="stock">
            {stock}{' '}
            {stockAt === null ? null : (
              <span className={styles.note}>
                {t('looked')} <AgedMoment at={stockAt} now={now} />
              </span>
            )}
          </span>,
        ],
        [
          t('totals.held'),
          <span key="held">
            <Count count={totals.held} />, <Money cents={totals.worth} />{' '}
            <span className={styles.note}>
              {heldAt === null ? (
                t('not-counted')
              ) : (
                <>
                  {t('counted')} <AgedMoment at={heldAt} now={now} />
                </>
              )}
            </span>
          </span>,
        ],
        [t('totals.waiting'), <Count key="waiting" count={totals.waiting} />],
        [t('totals.lacking'), <Count key="lacking" count={totals.lacking} />],
      ]}
    />
  )
}

function StockFilters(): ReactElement {
  const { t } = useTranslation(['officeBots', 'office'])
  const search = useBotsSearch()
  const navigate = route.useNavigate()
  const filter = (change: { view?: string; q?: string | undefined }): void =>
    void navigate({ search: (before) => parseBotsSearch({ ...before, ...change, cursor: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterSelect
        label={t('view.label')}
        all={t('view.all')}
        value={search.view}
        values={STOCK_VIEWS}
        wordsOf={(view) => t(`view.${view}`)}
        onChange={(view) => filter({ view })}
      />
      <FilterField label={t('columns.item')} value={search.q} onChange={(q) => filter({ q })} />
    </Filters>
  )
}

export function StockList(): ReactElement {
  const { t } = useTranslation('officeBots')
  const { view, q, item, cursor } = useBotsSearch()
  const columns = useColumns()
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['bots', 'stock', view, q, cursor],
    queryFn: () => api.get<StockReply>('/bots/stock', { view, q, after: cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <Split panel={item === undefined ? null : <ItemPanel key={item} id={item} />}>
      <h2>{t('stock-title')}</h2>
      <Fault error={error} />
      {data === undefined ? null : <Totals data={data} now={dataUpdatedAt} />}
      <StockFilters />
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyList isFiltered={view !== undefined || q !== undefined} title={t('no-items')} />
      ) : (
        <>
          <p className={styles.note}>{t('days-text', { count: data.days })}</p>
          <Table
            label={t('stock-title')}
            columns={columns}
            rows={data.rows}
            keyOf={({ id }) => id}
            selected={item}
            numbers={NUMBERS}
          />
        </>
      )}
      <PageLinks to="/bots" order="waiting" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </Split>
  )
}
