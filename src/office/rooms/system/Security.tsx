// Events of security by hour: what was refused, who signed in how often, what was cut. Persons and addresses are in the log and the audit.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecurityReply } from '../../../protocol/office/system.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { oneOf } from '../../session/search.ts'
import { POLL_MS } from '../../session/session.ts'
import { parseSystemSearch, type SystemSearch, securityQuery, useSystemSearch } from './search.ts'
import styles from './system.module.css'
import { eventTitle, SECURITY_EVENTS } from './words.ts'

const route = getRouteApi('/frame/system')

type Row = SecurityReply['rows'][number]

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('officeSystem')
  return [
    { id: 'hour', header: t('columns.hour'), cell: ({ row }) => <Moment at={row.original.hour} /> },
    { id: 'event', header: t('columns.event'), cell: ({ row }) => eventTitle(row.original.event, t) },
    { id: 'count', header: t('columns.count'), cell: ({ row }) => <Count count={row.original.count} /> },
    { id: 'source', header: t('columns.source'), cell: ({ row }) => t(`source.${row.original.source}`) },
    {
      id: 'code',
      header: t('columns.code'),
      cell: ({ row }) => <span className={styles.code}>{row.original.code}</span>,
    },
    {
      id: 'call',
      header: t('columns.call'),
      cell: ({ row }) => <span className={styles.code}>{row.original.call}</span>,
    },
    { id: 'last', header: t('columns.last'), cell: ({ row }) => <Moment at={row.original.lastAt} /> },
  ]
}

/** Tells whether a filter narrows the list. */
function isFiltered({ event, from, to }: SystemSearch): boolean {
  return event !== undefined || from !== undefined || to !== undefined
}

function SecurityFilters(): ReactElement {
  const { t } = useTranslation(['officeSystem', 'office'])
  const search = useSystemSearch()
  const navigate = route.useNavigate()
  const filter = (change: Partial<Record<'event' | 'from' | 'to', string>>): void =>
    void navigate({
      search: (before: SystemSearch) => parseSystemSearch({ ...before, ...change, cursor: undefined }),
      replace: true,
    })
  return (
    <>
      <Filters label={t('office:filters')}>
        <FilterSelect
          label={t('columns.event')}
          all={t('all-events')}
          value={oneOf(SECURITY_EVENTS, search.event)}
          values={SECURITY_EVENTS}
          wordsOf={(event) => t(`event.${event}`)}
          onChange={(event) => filter({ event })}
        />
        <PeriodFields from={search.from} to={search.to} onChange={filter} />
      </Filters>
      {isFiltered(search) ? (
        <p>
          <Link to="/system" search={{ tab: 'security' }}>
            {t('office:clear')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

export function Security(): ReactElement {
  const { t } = useTranslation('officeSystem')
  const search = useSystemSearch()
  const query = securityQuery(search)
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['system', 'security', query],
    queryFn: () => api.get<SecurityReply>('/system/security', query),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined ? POLL_MS : false,
  })
  return (
    <>
      <p className={styles.note}>
        {t('security-text')} <Link to="/audit">{t('audit-link')}</Link>
      </p>
      <SecurityFilters />
      <Fault error={error} />
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyList isFiltered={isFiltered(search)} title={t('no-events')} />
      ) : (
        <Table
          label={t('tabs.security')}
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => String(id)}
          numbers={['count']}
        />
      )}
      <PageLinks to="/system" isFirst={search.cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
