// The jobs of the site, whether each has run in time, their leases, and the kept runs of one.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { RunsReply, SystemJob, SystemReply } from '../../../protocol/office/system.ts'
import { Chip } from '../../parts/Chip.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { Panel, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { jobTitle } from '../../session/job-title.ts'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { parseSystemSearch, useSystemSearch } from './search.ts'
import styles from './system.module.css'
import { spanText } from './words.ts'

const route = getRouteApi('/frame/system')

const TONES = { fine: 'good', failing: 'bad', late: 'bad', stuck: 'bad' } as const

function useJobColumns(): readonly Column<SystemJob>[] {
  const { t, i18n } = useTranslation('officeSystem')
  const language = i18n.language as Language
  return [
    {
      id: 'job',
      header: t('columns.job'),
      cell: ({ row: { original } }) => (
        <Link from="/system" to="/system" search={{ tab: 'jobs', job: original.job }} resetScroll={false}>
          {jobTitle(original.job, t)}
        </Link>
      ),
    },
    {
      id: 'health',
      header: t('columns.state'),
      cell: ({ row: { original } }) => <Chip tone={TONES[original.health]}>{t(`health.${original.health}`)}</Chip>,
    },
    {
      id: 'end',
      header: t('columns.end'),
      cell: ({ row: { original } }) =>
        original.runningSince !== null && original.endedAt === null ? (
          t('running')
        ) : original.endedAt === null ? (
          t('never')
        ) : (
          <Moment at={original.endedAt} />
        ),
    },
    {
      id: 'every',
      header: t('columns.every'),
      cell: ({ row: { original } }) =>
        original.everyMs === null ? t('nightly') : spanText(original.everyMs, t, language),
    },
    {
      id: 'process',
      header: t('columns.process'),
      cell: ({ row: { original } }) =>
        original.instance === null
          ? t('any-process')
          : t('process', { host: original.instance.host, pid: original.instance.pid }),
    },
    {
      id: 'error',
      header: t('columns.error'),
      cell: ({ row: { original } }) =>
        original.error === null ? null : <span className={styles.error}>{original.error}</span>,
    },
  ]
}

function JobRuns({ job }: { job: string }): ReactElement {
  const { t, i18n } = useTranslation('officeSystem')
  const language = i18n.language as Language
  const { result, cursor } = useSystemSearch()
  const navigate = route.useNavigate()
  const { data, error } = useQuery({
    queryKey: ['system', 'runs', job, result, cursor],
    queryFn: () => api.get<RunsReply>('/system/runs', { job, result, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  return (
    <Panel title={jobTitle(job, t)} close={<CloseLink to="/system" drop="job" />}>
      <FilterSelect
        label={t('columns.state')}
        all={t('all-runs')}
        value={result}
        values={['failed']}
        wordsOf={(one) => t(`run.${one}`)}
        onChange={(one) =>
          void navigate({
            search: (before) => parseSystemSearch({ ...before, cursor: undefined, result: one }),
            replace: true,
          })
        }
      />
      <Fault error={error} />
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyList isFiltered={result !== undefined} title={t('no-runs')} />
      ) : (
        <ul className={styles.runs}>
          {data.rows.map((run) => (
            <li key={run.id}>
              <span className={styles.line}>
                <Chip tone={run.result === 'done' ? 'good' : 'bad'}>{t(`run.${run.result}`)}</Chip>
                <Moment at={run.startedAt} />
                {run.runs === 1 ? null : (
                  <>
                    <span>
                      – <Moment at={run.endedAt} />
                    </span>
                    <span className={styles.note}>
                      <Count count={run.runs} /> ×
                    </span>
                  </>
                )}
                <span className={styles.note}>{t('longest', { span: spanText(run.longestMs, t, language) })}</span>
                {run.host === null ? null : <span className={styles.note}>{run.host}</span>}
              </span>
              {run.error === null ? null : <span className={styles.error}>{run.error}</span>}
            </li>
          ))}
        </ul>
      )}
      <PageLinks to="/system" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </Panel>
  )
}

function Leases({ leases }: Pick<SystemReply, 'leases'>): ReactElement | null {
  const { t } = useTranslation('officeSystem')
  if (leases.length === 0) return null
  const columns: readonly Column<SystemReply['leases'][number]>[] = [
    { id: 'name', header: t('columns.lease'), cell: ({ row }) => jobTitle(row.original.name, t) },
    { id: 'until', header: t('columns.until'), cell: ({ row }) => <Moment at={row.original.nextAt} /> },
  ]
  return (
    <section className={styles.part}>
      <h2>{t('leases')}</h2>
      <p className={styles.note}>{t('leases-text')}</p>
      <Table label={t('leases')} columns={columns} rows={leases} keyOf={({ name }) => name} />
    </section>
  )
}

/** What is wrong comes first. */
function byHealth(a: SystemJob, b: SystemJob): number {
  return Number(a.health === 'fine') - Number(b.health === 'fine')
}

export function Jobs({ system: { jobs, leases } }: { system: SystemReply }): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { job } = useSystemSearch()
  // Without an error its column would only take room.
  const hasError = jobs.some(({ error }) => error !== null)
  const columns = useJobColumns().filter(({ id }) => hasError || id !== 'error')
  const keyOf = ({ job: name, instance }: SystemJob): string => `${name} ${instance?.id ?? ''}`
  const selected = jobs.find((one) => one.job === job)
  return (
    <Split panel={job === undefined ? null : <JobRuns key={job} job={job} />}>
      <Table
        label={t('tabs.jobs')}
        columns={columns}
        rows={jobs.toSorted(byHealth)}
        keyOf={keyOf}
        selected={selected === undefined ? undefined : keyOf(selected)}
      />
      <Leases leases={leases} />
    </Split>
  )
}
