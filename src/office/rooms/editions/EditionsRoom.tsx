// The room Editions: what the shop is made of, since when, by whom, and the way back.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditionsReply, ListedEdition } from '../../../protocol/office/editions.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './editions.module.css'
import { ListedLine } from './ListedLine.tsx'
import { WriterOf } from './WriterOf.tsx'

/** Loaded beside the list, not before it. */
const EditionPanel = lazy(async () => ({ default: (await import('./EditionPanel.tsx')).EditionPanel }))

const route = getRouteApi('/frame/editions')

/** Why an edition was published, how much it changed, and the beginning of that. */
function Changes({ edition: { note, count, first } }: { edition: ListedEdition }): ReactElement | null {
  const { t } = useTranslation('officeEditions')
  if (note === '' && count === 0) return null
  return (
    <div className={styles.summary}>
      {note === '' ? null : <p>{note}</p>}
      {count === 0 ? null : <p className={styles.count}>{t('count', { count })}</p>}
      <ul>
        {first.map((text) => (
          <li key={text}>
            <ListedLine text={text} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useColumns(inForce: number | null): readonly Column<ListedEdition>[] {
  const { t } = useTranslation('officeEditions')
  const { edition } = route.useSearch()
  const changes: Column<ListedEdition> = {
    id: 'changes',
    header: t('changed'),
    cell: ({ row: { original } }) => <Changes edition={original} />,
  }
  return [
    {
      id: 'number',
      header: t('number'),
      cell: ({ row: { original } }) => (
        <>
          <Link
            from="/editions"
            to="/editions"
            search={(search) => ({ ...search, edition: String(original.id) })}
            resetScroll={false}
            aria-label={t('edition', { number: original.id })}
          >
            {original.id}
          </Link>
          {original.id === inForce ? (
            <span className={styles.state}>
              <Chip tone="good">{t('in-force')}</Chip>
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'at', header: t('since'), cell: ({ row: { original } }) => <Moment at={original.at} /> },
    {
      id: 'author',
      header: t('author'),
      cell: ({ row: { original } }) => <WriterOf edition={original} />,
    },
    // The panel has them, and leaves no room.
    ...(edition === undefined ? [changes] : []),
  ]
}

function EditionList(): ReactElement {
  const { t } = useTranslation('officeEditions')
  const { cursor, edition } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: ['editions', 'list', cursor],
    queryFn: () => api.get<EditionsReply>('/editions', { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  const columns = useColumns(data?.inForce ?? null)
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.editions.length === 0 ? (
        <EmptyState title={t('none')} text={t('none-text')} />
      ) : (
        <Table
          label={t('title')}
          columns={columns}
          rows={data.editions}
          keyOf={({ id }) => String(id)}
          selected={edition}
        />
      )}
      <PageLinks to="/editions" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}

export function EditionsRoom(): ReactElement {
  const { t } = useTranslation('officeEditions')
  const { edition } = route.useSearch()
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <Split wide panel={edition === undefined ? null : <EditionPanel key={edition} number={edition} />}>
          <EditionList />
        </Split>
      </div>
    </Room>
  )
}
