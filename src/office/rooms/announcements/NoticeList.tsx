// Notices to groups of players: to whom, how many were told, and whether it goes on.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticesReply, OfficeNotice } from '../../../protocol/office/notices.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './announcements.module.css'
import { useGroupText, useTitle } from './words.ts'

const route = getRouteApi('/frame/announcements')

/** How often a list is read while a notice is on its way. */
const SENDING_MS = 2_000

const TONES = { sending: 'warn', sent: 'good', stopped: 'calm' } as const

export function NoticeState({ state }: Pick<OfficeNotice, 'state'>): ReactElement {
  const { t } = useTranslation('officeEvents')
  return <Chip tone={TONES[state]}>{t(`notice.${state}`)}</Chip>
}

function useColumns(): readonly Column<OfficeNotice>[] {
  const { t } = useTranslation('officeAnnouncements')
  const [title, groupText] = [useTitle(), useGroupText()]
  const { id } = route.useSearch()
  const others: readonly Column<OfficeNotice>[] = [
    { id: 'group', header: t('group'), cell: ({ row: { original } }) => groupText(original.group) },
    { id: 'leftOut', header: t('left-out'), cell: ({ row: { original } }) => original.leftOut },
    { id: 'at', header: t('sent'), cell: ({ row: { original } }) => <Moment at={original.madeAt} /> },
    {
      id: 'author',
      header: t('author'),
      cell: ({ row: { original } }) => <span className={styles.title}>{original.author}</span>,
    },
  ]
  return [
    {
      id: 'title',
      header: t('title'),
      cell: ({ row: { original } }) => (
        <Link
          from="/announcements"
          to="/announcements"
          search={(search) => ({ ...search, id: original.id })}
          resetScroll={false}
          className={styles.title}
        >
          {title(original)}
        </Link>
      ),
    },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => <NoticeState state={original.state} /> },
    { id: 'told', header: t('told'), cell: ({ row: { original } }) => original.told },
    // The panel has them, and leaves no room.
    ...(id === undefined ? others : []),
  ]
}

export function NoticeList(): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const { cursor, id } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: ['announcements', 'notices', cursor],
    queryFn: () => api.get<NoticesReply>('/notices', { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.notices.some((notice) => notice.state === 'sending') ? SENDING_MS : POLL_MS,
  })
  const columns = useColumns()
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.notices.length === 0 ? (
        <EmptyState title={t('none.notices')} text={t('none-notices-text')} />
      ) : (
        <Table
          label={t('notices')}
          columns={columns}
          rows={data.notices}
          keyOf={(notice) => notice.id}
          numbers={['told', 'leftOut']}
          selected={id}
        />
      )}
      <PageLinks to="/announcements" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
