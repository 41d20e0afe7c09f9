// The room Announcements: what the shop says beside its pages, now, later and before.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ANNOUNCEMENT_STATES, type AnnouncementState } from '../../../game/office/announcements.ts'
import type { AnnouncementsReply, OfficeAnnouncement } from '../../../protocol/office/announcements.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api, OfficeError } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { POLL_MS } from '../../session/session.ts'
import { AnnouncementPanel, useAnnouncement } from './AnnouncementPanel.tsx'
import styles from './announcements.module.css'
import { Editor } from './Editor.tsx'
import { NoticeEditor } from './NoticeEditor.tsx'
import { NoticeList } from './NoticeList.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import { parseAnnouncementsSearch } from './search.ts'
import { useTitle } from './words.ts'

const route = getRouteApi('/frame/announcements')

function useColumns(): readonly Column<OfficeAnnouncement>[] {
  const { t } = useTranslation('officeAnnouncements')
  const title = useTitle()
  const { id } = route.useSearch()
  const others: readonly Column<OfficeAnnouncement>[] = [
    { id: 'from', header: t('from'), cell: ({ row: { original } }) => <Moment at={original.from} /> },
    {
      id: 'until',
      header: t('until'),
      cell: ({ row: { original } }) => {
        const end = original.endedAt ?? original.until
        return end === null ? t('by-hand') : <Moment at={end} />
      },
    },
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
        <>
          <Link
            from="/announcements"
            to="/announcements"
            search={(search) => ({ ...search, id: original.id })}
            resetScroll={false}
            className={styles.title}
          >
            {title(original)}
          </Link>{' '}
          {original.isCovered ? <Chip tone="warn">{t('covered')}</Chip> : null}
        </>
      ),
    },
    { id: 'place', header: t('place'), cell: ({ row: { original } }) => t(`places.${original.place}`) },
    // The panel has them, and leaves no room.
    ...(id === undefined ? others : []),
  ]
}

/** The first tab is an address without a state, which every other address begins with. */
const ONLY_ITSELF = { exact: true, includeSearch: true } as const

function StateTabs(): ReactElement {
  const { t } = useTranslation(['officeAnnouncements', 'officeEvents'])
  const { state: selected = 'shown' } = route.useSearch()
  return (
    <Tabs label={t('states')}>
      {ANNOUNCEMENT_STATES.map((state) => (
        <Link
          key={state}
          to="/announcements"
          search={parseAnnouncementsSearch({ state })}
          activeOptions={ONLY_ITSELF}
          aria-current={state === selected ? 'true' : undefined}
        >
          {t(`officeEvents:notice.${state}`)}
        </Link>
      ))}
      <Link
        to="/announcements"
        search={parseAnnouncementsSearch({ state: 'notices' })}
        activeOptions={ONLY_ITSELF}
        aria-current={selected === 'notices' ? 'true' : undefined}
      >
        {t('notices')}
      </Link>
    </Tabs>
  )
}

function AnnouncementList({ state }: { state: AnnouncementState }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const { cursor, id } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: ['announcements', 'list', state, cursor],
    queryFn: () => api.get<AnnouncementsReply>('/announcements', { state, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const columns = useColumns()
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.announcements.length === 0 ? (
        <EmptyState title={t(`none.${state}`)} text={t('none-text')} />
      ) : (
        <Table
          label={t('room')}
          columns={columns}
          rows={data.announcements}
          keyOf={(announcement) => announcement.id}
          selected={id}
        />
      )}
      <PageLinks to="/announcements" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}

/** What is selected: an address from the audit does not say which of the two it is. */
function Selected({ id, isNotice }: { id: string; isNotice: boolean }): ReactElement {
  const { error } = useAnnouncement(isNotice ? undefined : id)
  const isOther = error instanceof OfficeError && error.code === 'unknown'
  return isNotice || isOther ? <NoticePanel id={id} /> : <AnnouncementPanel id={id} />
}

function WritingNotice(): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  return (
    <Room title={t('write.notice')}>
      <NoticeEditor />
    </Room>
  )
}

function Writing({ write, id }: { write: 'new' | 'copy' | 'correct'; id: string | undefined }): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const { data: old, error } = useAnnouncement(write === 'new' ? undefined : id)
  return (
    <Room title={t(`write.${write}`)}>
      <div className="stack">
        <Fault error={error} />
        {write === 'new' || id === undefined ? <Editor old={null} isCorrection={false} /> : null}
        {write !== 'new' && old !== undefined ? <Editor old={old} isCorrection={write === 'correct'} /> : null}
      </div>
    </Room>
  )
}

function Lists(): ReactElement {
  const { t } = useTranslation('officeAnnouncements')
  const { id, state = 'shown' } = route.useSearch()
  const navigate = route.useNavigate()
  const isNotices = state === 'notices'
  const [notPublish, notSend] = [useDisabledReason('announcements.publish'), useDisabledReason('notices.send')]
  const actions = useMemo(
    () => [
      { label: t('write.new'), run: () => void navigate({ search: { write: 'new' } }), disabledReason: notPublish },
      { label: t('write.notice'), run: () => void navigate({ search: { write: 'notice' } }), disabledReason: notSend },
    ],
    [t, navigate, notPublish, notSend],
  )
  usePageActions(actions)
  return (
    <Room
      title={t('room')}
      acts={
        <ActButton
          verb={isNotices ? 'notices.send' : 'announcements.publish'}
          tone="signal"
          icon="plus"
          onClick={() => void navigate({ search: { write: isNotices ? 'notice' : 'new' } })}
        >
          {t(isNotices ? 'write.notice' : 'write.new')}
        </ActButton>
      }
    >
      <div className="stack">
        <p className="lead">{t(isNotices ? 'notices-lead' : 'lead')}</p>
        <StateTabs />
        <Split wide panel={id === undefined ? null : <Selected key={id} id={id} isNotice={isNotices} />}>
          {isNotices ? <NoticeList /> : <AnnouncementList state={state} />}
        </Split>
      </div>
    </Room>
  )
}

export function AnnouncementsRoom(): ReactElement {
  const { write, id } = route.useSearch()
  if (write === 'notice') return <WritingNotice />
  return write === undefined ? <Lists /> : <Writing key={`${write} ${id}`} write={write} id={id} />
}
