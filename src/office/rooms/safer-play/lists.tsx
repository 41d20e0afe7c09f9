// The lists of the room: what waits for a look, limits, exclusions, months.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ExclusionRow,
  ExclusionRowsReply,
  LimitRow,
  LimitRowsReply,
  MonthsReply,
  SaferPlayMonth,
  SignalsReply,
  WaitingSignal,
} from '../../../protocol/office/safer-play.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { evidence } from './evidence.ts'
import { PlayerLink } from './PlayerLink.tsx'
import styles from './safer-play.module.css'

const route = getRouteApi('/frame/safer-play')

/** Reads the page of a list that the address names. */
function useList<Reply>(name: string): { data: Reply | undefined; error: unknown; cursor: string | undefined } {
  const { cursor } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: ['safer-play', name, cursor],
    queryFn: () => api.get<Reply>(`/safer-play/${name}`, { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  return { data, error, cursor }
}

export function Waiting(): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { player } = route.useSearch()
  const { data, error, cursor } = useList<SignalsReply>('signals')
  const columns: readonly Column<WaitingSignal>[] = [
    { id: 'player', header: t('player'), cell: ({ row }) => <PlayerLink player={row.original.player} /> },
    {
      id: 'kind',
      header: t('signal'),
      cell: ({ row }) => <Chip tone="warn">{t(`kinds.${row.original.kind}`)}</Chip>,
    },
    {
      id: 'evidence',
      header: t('why'),
      cell: ({ row: { original } }) => (
        <span className={styles.evidence}>{evidence(original.kind, original.numbers, t)}</span>
      ),
    },
    {
      id: 'waits',
      header: t('waits-since'),
      cell: ({ row }) => (row.original.waitsFrom === null ? null : <Moment at={row.original.waitsFrom} />),
    },
  ]
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.signals.length === 0 ? (
        <EmptyState title={t('none.waiting')} text={t('none.waiting-text')} />
      ) : (
        <Table
          label={t('tabs.waiting')}
          columns={columns}
          rows={data.signals}
          keyOf={({ id }) => id}
          selected={data.signals.find((signal) => String(signal.player.id) === player)?.id}
        />
      )}
      <PageLinks to="/safer-play" order="waiting" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}

const CHANGE_TONES = { set: 'calm', raised: 'warn', lowered: 'good', removed: 'warn' } as const

export function Limits(): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { data, error, cursor } = useList<LimitRowsReply>('limits')
  const sum = (amount: number | null): ReactElement =>
    amount === null ? <span>{t('no-limit')}</span> : <Money cents={amount} />
  const columns: readonly Column<LimitRow>[] = [
    { id: 'player', header: t('player'), cell: ({ row }) => <PlayerLink player={row.original.player} /> },
    { id: 'window', header: t('window'), cell: ({ row }) => t(`windows.${row.original.window}`) },
    { id: 'amount', header: t('limit'), cell: ({ row }) => sum(row.original.amount) },
    {
      id: 'pending',
      header: t('pending'),
      cell: ({ row: { original } }) =>
        original.pendingAt === null ? null : (
          <>
            {sum(original.pendingAmount)} {t('pending-from')} <Moment at={original.pendingAt} />
          </>
        ),
    },
    {
      id: 'change',
      header: t('change'),
      cell: ({ row: { original } }) => (
        <Chip tone={CHANGE_TONES[original.change]}>{t(`changes.${original.change}`)}</Chip>
      ),
    },
    { id: 'at', header: t('changed'), cell: ({ row }) => <Moment at={row.original.changedAt} /> },
  ]
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.limits.length === 0 ? (
        <EmptyState title={t('none.limits')} />
      ) : (
        <Table
          label={t('tabs.limits')}
          columns={columns}
          rows={data.limits}
          keyOf={({ player, window }) => `${player.id}:${window}`}
          numbers={['amount']}
        />
      )}
      <PageLinks to="/safer-play" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}

export function Exclusions(): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { data, error, cursor } = useList<ExclusionRowsReply>('exclusions')
  const columns: readonly Column<ExclusionRow>[] = [
    { id: 'player', header: t('player'), cell: ({ row }) => <PlayerLink player={row.original.player} /> },
    { id: 'kind', header: t('exclusion'), cell: ({ row }) => t(`exclusions.${row.original.kind}`) },
    {
      id: 'by',
      header: t('by'),
      cell: ({ row }) => t(row.original.words === null ? 'by-player' : 'by-shop'),
    },
    { id: 'at', header: t('since'), cell: ({ row }) => <Moment at={row.original.at} /> },
    {
      id: 'until',
      header: t('until'),
      cell: ({ row: { original } }) => (original.until === null ? t('for-ever') : <Moment at={original.until} />),
    },
  ]
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.exclusions.length === 0 ? (
        <EmptyState title={t('none.exclusions')} />
      ) : (
        <Table label={t('tabs.exclusions')} columns={columns} rows={data.exclusions} keyOf={({ id }) => String(id)} />
      )}
      <PageLinks to="/safer-play" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}

/** The columns of a month besides its name. */
const NUMBERS = ['prompts', 'players', 'lookedAt', 'conversations', 'limits', 'exclusions', 'before', 'after']

export function Months(): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { data, error } = useList<MonthsReply>('months')
  const count = (name: 'prompts' | 'players' | 'lookedAt' | 'conversations' | 'limits' | 'exclusions') => ({
    id: name,
    header: t(`month.${name}`),
    cell: ({ row }: { row: { original: SaferPlayMonth } }) => <Count count={row.original[name]} />,
  })
  const columns: readonly Column<SaferPlayMonth>[] = [
    {
      id: 'month',
      header: t('month.month'),
      cell: ({ row: { original } }) => {
        const [year, month] = original.month.split('-')
        return <span data-plain={`${year}-${month}`}>{`${month}.${year}`}</span>
      },
    },
    count('prompts'),
    count('players'),
    count('lookedAt'),
    count('conversations'),
    count('limits'),
    count('exclusions'),
    { id: 'before', header: t('month.before'), cell: ({ row }) => <Money cents={row.original.depositsBefore} /> },
    { id: 'after', header: t('month.after'), cell: ({ row }) => <Money cents={row.original.depositsAfter} /> },
  ]
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.months.length === 0 ? (
        <EmptyState title={t('none.months')} text={t('none.months-text')} />
      ) : (
        <>
          <p className="lead">{t('month.lead')}</p>
          <Table
            label={t('tabs.months')}
            columns={columns}
            rows={data.months}
            keyOf={({ month }) => month}
            numbers={NUMBERS}
          />
        </>
      )}
    </>
  )
}
