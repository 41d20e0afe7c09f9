// The room Audit: what was done in the shop, by whom, and why.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditReply, AuditRow } from '../../../protocol/office/audit.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { useAuthorText } from '../../session/author-text.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { withTexts } from '../../session/language.ts'
import { PageLinks } from '../../session/PageLinks.tsx'
import { useReasonText } from '../../session/reason-text.ts'
import { SubjectLink } from '../../session/SubjectLink.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useVerbText } from '../../session/verb-text.ts'
import { AuditFilters } from './AuditFilters.tsx'
import styles from './audit.module.css'
import { type AuditSearch, auditQuery } from './search.ts'

/** Loaded beside the list, not before it. */
const loadPanel = withTexts(['officePlayers', 'officeFields'], () => import('./EntryPanel.tsx'))
const EntryPanel = lazy(async () => ({ default: (await loadPanel()).EntryPanel }))

const route = getRouteApi('/frame/audit')

/** Parameters that narrow the list. */
const FILTERS = ['verb', 'actor', 'subject', 'from', 'to'] as const satisfies readonly (keyof AuditSearch)[]

function Reason({ row: { reason, actor } }: { row: AuditRow }): ReactElement | null {
  const reasonText = useReasonText()
  if (reason === null) return null
  const text = reasonText(reason, actor.kind === 'job')
  return (
    <span className={styles.words} title={text}>
      {text}
    </span>
  )
}

function useColumns(): readonly Column<AuditRow>[] {
  const { t } = useTranslation(['officeAudit', 'office'])
  const verbText = useVerbText()
  const authorText = useAuthorText()
  return [
    {
      id: 'sequence',
      header: '#',
      cell: ({ row: { original } }) =>
        original.sequence === null ? t('unsealed') : <Count count={original.sequence} />,
    },
    {
      id: 'at',
      header: t('at'),
      cell: ({ row: { original } }) => (
        <Link
          from="/audit"
          to="/audit"
          search={(search) => ({ ...search, entry: original.id })}
          resetScroll={false}
          className={styles.moment}
        >
          <Moment at={original.at} />
        </Link>
      ),
    },
    {
      id: 'actor',
      header: t('actor'),
      cell: ({ row: { original } }) => (
        <>
          {/* The filter and a copy know a job by its own name. */}
          <span data-plain={original.actor.name}>
            {authorText({ name: original.actor.name, isJob: original.actor.kind === 'job' })}
          </span>
          {original.actor.kind === 'command' ? <span className={styles.kind}>{t('actors.command')}</span> : null}
        </>
      ),
    },
    { id: 'verb', header: t('verb'), cell: ({ row: { original } }) => verbText(original.verb) },
    {
      id: 'subject',
      header: t('subject'),
      cell: ({ row: { original } }) => <SubjectLink subject={original.subject} />,
    },
    {
      id: 'reason',
      header: t('reason'),
      cell: ({ row: { original } }) =>
        original.alone || original.reason !== null ? (
          <span className={styles.reason}>
            {original.alone ? <Chip tone="warn">{t('alone')}</Chip> : null}
            <Reason row={original} />
          </span>
        ) : null,
    },
  ]
}

function AuditList(): ReactElement {
  const { t } = useTranslation('officeAudit')
  const search = route.useSearch()
  const query = auditQuery(search)
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['audit', 'rows', query],
    queryFn: () => api.get<AuditReply>('/audit', query),
    placeholderData: keepPreviousData,
    refetchInterval: search.cursor === undefined ? POLL_MS : false,
  })
  if (data === undefined) return <Fault error={error} />
  return (
    <>
      <Fault error={error} />
      {data.rows.length === 0 ? (
        <EmptyList
          isFiltered={FILTERS.some((name) => search[name] !== undefined)}
          title={t('none')}
          text={t('none-text')}
        />
      ) : (
        <Table
          label={t('title')}
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
          selected={search.entry}
          spare={['reason']}
        />
      )}
      <PageLinks to="/audit" isFirst={search.cursor === undefined} next={data.cursor} />
    </>
  )
}

export function AuditRoom(): ReactElement {
  const { t } = useTranslation('officeAudit')
  const { entry } = route.useSearch()
  return (
    <Room title={t('title')}>
      <Split panel={entry === undefined ? null : <EntryPanel key={entry} id={entry} />}>
        <AuditFilters />
        <AuditList />
      </Split>
    </Room>
  )
}
