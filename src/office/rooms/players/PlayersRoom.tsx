// The room Players: one field that finds everything, and the page of a player.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FindReply, Found } from '../../../protocol/office/find.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Id } from '../../parts/Plain.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { withTexts } from '../../session/language.ts'
import styles from './players.module.css'

/** The page of a player is loaded beside the list, not before it. */
const loadPanel = withTexts(
  ['officeEvents', 'officeFields', 'officeVerbs', 'replies'],
  () => import('./PlayerPanel.tsx'),
)
const PlayerPanel = lazy(async () => ({ default: (await loadPanel()).PlayerPanel }))

const loadTimeline = withTexts(['officeEvents', 'replies'], () => import('./Timeline.tsx'))
const Timeline = lazy(async () => ({ default: (await loadTimeline()).Timeline }))

const route = getRouteApi('/frame/players')

function useColumns(): readonly Column<Found>[] {
  const { t } = useTranslation('officePlayers')
  return [
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) =>
        original.player === null ? (
          <span>{t('house')}</span>
        ) : (
          <Link from="/players" to="/players" search={({ q }) => ({ q, player: String(original.player?.id) })}>
            {original.player.username}
          </Link>
        ),
    },
    {
      id: 'number',
      header: t('number'),
      cell: ({ row: { original } }) => <Id id={String(original.player?.id ?? '')} />,
    },
    { id: 'kind', header: t('found'), cell: ({ row: { original } }) => t(`kinds.${original.kind}`) },
    { id: 'id', header: t('id'), cell: ({ row: { original } }) => <Id id={original.id} /> },
    { id: 'remark', header: t('remark'), cell: ({ row: { original } }) => <Id id={original.remark} /> },
  ]
}

function FoundList({ q }: { q: string }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['players', 'find', q],
    queryFn: () => api.get<FindReply>('/find', { q }),
  })
  if (data === undefined) return <Fault error={error} />
  if (data.found.length === 0) return <EmptyState title={t('none')} text={t('none-text')} />
  return <Table label={t('results')} columns={columns} rows={data.found} keyOf={({ kind, id }) => `${kind}:${id}`} />
}

export function PlayersRoom(): ReactElement {
  const { t } = useTranslation(['officePlayers', 'office'])
  const { q, player } = route.useSearch()
  const navigate = route.useNavigate()
  useEffect(() => void loadPanel(), [])
  return (
    <Room title={t('title')}>
      <Split panel={player === undefined ? null : <PlayerPanel key={player} id={player} />}>
        <search className={styles.search} aria-label={t('office:filters')}>
          <FilterField
            label={t('search')}
            value={q}
            onChange={(text) => void navigate({ search: text === undefined ? {} : { q: text } })}
          />
        </search>
        {player !== undefined ? (
          <Suspense fallback={null}>
            <Timeline id={player} />
          </Suspense>
        ) : q !== undefined ? (
          <FoundList q={q} />
        ) : (
          <EmptyState title={t('start')} text={t('start-text')} />
        )}
      </Split>
    </Room>
  )
}
