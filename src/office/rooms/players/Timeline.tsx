// Everything that happened to a player, by kind, period and amount.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { TIMELINE_KINDS } from '../../../game/office/timeline.ts'
import type { TimelineEvent, TimelineReply } from '../../../protocol/office/timeline.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { uuidOf } from '../../session/search.ts'
import { WithdrawalLink } from '../../session/WithdrawalLink.tsx'
import { Acts, AuthorName } from './Acts.tsx'
import { EventRemark, EventText } from './EventText.tsx'
import styles from './players.module.css'
import { type PlayersSearch, parsePlayersSearch, timelineQuery } from './search.ts'

const route = getRouteApi('/frame/players')

/** Parameters that narrow the list. */
const FILTERS = ['kind', 'from', 'to', 'least'] as const satisfies readonly (keyof PlayersSearch)[]

/** What an event is about: an act of the staff leads to its entry in the audit, letters and orders are opened, and letters written about an order or a withdrawal. */
function Reference({ event, player }: { event: TimelineEvent; player: string }): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  const { kind, what, reference } = event
  // A case, or how many items were sold, is in the words of the event.
  if (reference === null || uuidOf(reference) === undefined) return null
  const subject = /^(order|withdrawal)\./.exec(what)?.[1]
  return (
    <>
      {kind === 'letter' ? (
        <Link to="/letters" search={{ letter: reference }}>
          <Id id={reference} />
        </Link>
      ) : kind === 'act' ? (
        <Link to="/audit" search={{ entry: reference }}>
          <Id id={reference} />
        </Link>
      ) : subject === 'order' ? (
        <Link to="/payments" search={{ order: reference }}>
          <Id id={reference} />
        </Link>
      ) : subject === 'withdrawal' ? (
        <WithdrawalLink id={reference} />
      ) : (
        <Id id={reference} />
      )}{' '}
      {subject === undefined ? null : (
        <Link to="/letters" search={{ to: player, about: `${subject}:${reference}` }}>
          {t('letters.write')}
        </Link>
      )}
    </>
  )
}

function useColumns(player: string): readonly Column<TimelineEvent>[] {
  const { t } = useTranslation('officePlayers')
  return [
    { id: 'at', header: t('at'), cell: ({ row: { original } }) => <Moment at={original.at} /> },
    { id: 'kind', header: t('kind'), cell: ({ row: { original } }) => t(`events.${original.kind}`) },
    {
      id: 'what',
      header: t('what'),
      cell: ({ row: { original } }) => (
        <div className={styles.event}>
          <EventText event={original} />
          <EventRemark event={original} />
          <Acts acts={original.acts} />
        </div>
      ),
    },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ row: { original } }) => (original.amount === null ? '' : <Money cents={original.amount} />),
    },
    {
      id: 'by',
      header: t('by'),
      cell: ({ row: { original } }) => (original.by === null ? '' : <AuthorName by={original.by} />),
    },
    {
      id: 'reference',
      header: t('reference'),
      cell: ({ row: { original } }) => <Reference event={original} player={player} />,
    },
  ]
}

function TimelineFilters(): ReactElement {
  const { t } = useTranslation(['officePlayers', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another choice begins with its newest events. */
  const filter = (change: Partial<Record<keyof PlayersSearch, string | undefined>>): void =>
    void navigate({ search: (old) => parsePlayersSearch({ ...old, ...change, before: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterSelect
        label={t('kind')}
        all={t('all-kinds')}
        value={search.kind}
        values={TIMELINE_KINDS}
        wordsOf={(kind) => t(`events.${kind}`)}
        onChange={(kind) => filter({ kind })}
      />
      <PeriodFields from={search.from} to={search.to} onChange={filter} />
      <FilterField label={t('least')} value={search.least} onChange={(least) => filter({ least })} />
    </Filters>
  )
}

export function Timeline({ id }: { id: string }): ReactElement {
  const { t } = useTranslation(['officePlayers', 'office'])
  const search = route.useSearch()
  const query = timelineQuery(search)
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  const columns = useColumns(id)
  const { data, error } = useQuery({
    queryKey: ['players', id, 'timeline', query],
    queryFn: () => api.get<TimelineReply>(`/players/${id}/timeline`, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <TimelineFilters />
      <Fault error={error} />
      {data === undefined ? null : data.events.length === 0 ? (
        <EmptyList isFiltered={isFiltered} isFurther={data.before !== null} title={t('no-events')} />
      ) : (
        <Table
          label={t('timeline')}
          columns={columns}
          rows={data.events}
          keyOf={(event) => event.id}
          numbers={['amount']}
        />
      )}
      <p>
        {search.before === undefined ? null : (
          <Link from="/players" to="/players" search={(old) => ({ ...old, before: undefined })}>
            {t('office:pages.newest')}
          </Link>
        )}{' '}
        {data?.before == null ? null : (
          <Link from="/players" to="/players" search={(old) => ({ ...old, before: String(data.before) })}>
            {t('office:pages.older')}
          </Link>
        )}
      </p>
    </>
  )
}
