// The room Alerts: what the team was told while nobody looked, and what could not be told.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_STATES } from '../../../game/office/alerts.ts'
import type { AlertRow, AlertsReply } from '../../../protocol/office/alerts.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { Room } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { jobTitle } from '../../session/job-title.ts'
import { PageLinks } from '../../session/PageLinks.tsx'
import { oneOf } from '../../session/search.ts'
import { POLL_MS } from '../../session/session.ts'
import styles from './alerts.module.css'
import { StateOfAlert } from './StateOfAlert.tsx'

const route = getRouteApi('/frame/alerts')

function What({ matters }: Pick<AlertRow, 'matters'>): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const { t: tSystem } = useTranslation('officeSystem')
  if (matters.length === 0) return <span>{t('test')}</span>
  return (
    <ul className={styles.matters}>
      {matters.map(({ kind, key, count }) => (
        <li key={key}>
          <span>{t(`kinds.${kind}`)}</span>
          {count > 1 ? <Count count={count} /> : null}
          {kind === 'job' ? <span className={styles.job}>{jobTitle(key.slice('job:'.length), tSystem)}</span> : null}
        </li>
      ))}
    </ul>
  )
}

function useColumns(): readonly Column<AlertRow>[] {
  const { t } = useTranslation('officeAlerts')
  return [
    { id: 'at', header: t('at'), cell: ({ row }) => <Moment at={row.original.at} /> },
    {
      id: 'to',
      header: t('to'),
      cell: ({ row: { original } }) =>
        original.member === null ? t('webhook') : `${original.member} · ${t(`channels.${original.channel}`)}`,
    },
    { id: 'what', header: t('what'), cell: ({ row }) => <What matters={row.original.matters} /> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ row: { original } }) => (
        <span className={styles.state}>
          <StateOfAlert state={original.state} problem={original.problem} />
        </span>
      ),
    },
    { id: 'attempts', header: t('attempts'), cell: ({ row }) => <Count count={row.original.attempts} /> },
  ]
}

export function AlertsRoom(): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['alerts', 'rows', search],
    queryFn: () => api.get<AlertsReply>('/alerts', { ...search }),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined ? POLL_MS : false,
  })
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Filters label={t('state')}>
          <FilterSelect
            label={t('state')}
            all={t('all-states')}
            value={search.state}
            values={ALERT_STATES}
            wordsOf={(state) => t(`states.${state}`)}
            onChange={(state) => void navigate({ search: { state: oneOf(ALERT_STATES, state) }, replace: true })}
          />
        </Filters>
        <Fault error={error} />
        {data === undefined ? null : data.rows.length === 0 ? (
          <EmptyList isFiltered={search.state !== undefined} title={t('none')} text={t('none-text')} />
        ) : (
          <Table label={t('title')} columns={columns} rows={data.rows} keyOf={({ id }) => id} numbers={['attempts']} />
        )}
        {data === undefined ? null : (
          <PageLinks to="/alerts" isFirst={search.cursor === undefined} next={data.cursor} />
        )}
      </div>
    </Room>
  )
}
