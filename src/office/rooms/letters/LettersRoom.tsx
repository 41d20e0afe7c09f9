// The room Letters: what players wrote, those that wait longest first, and the thread beside the list.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LETTER_STATES, LETTER_SUBJECTS } from '../../../game/letters/letters.ts'
import type { OfficeLetter, OfficeLettersReply } from '../../../protocol/office/letters.ts'
import { Chip } from '../../parts/Chip.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Room, Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { ComposePanel } from './ComposePanel.tsx'
import { LetterPanel } from './LetterPanel.tsx'
import styles from './letters.module.css'
import { type LettersSearch, parseLettersSearch } from './search.ts'

const route = getRouteApi('/frame/letters')

function useColumns(): readonly Column<OfficeLetter>[] {
  const { t } = useTranslation('officeLetters')
  const { state = 'waiting' } = route.useSearch()
  return [
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) => (
        <Link
          from="/letters"
          to="/letters"
          search={(search) => ({ ...search, letter: original.id, to: undefined, about: undefined })}
          resetScroll={false}
        >
          {original.player.username}
        </Link>
      ),
    },
    {
      id: 'kind',
      header: t('kind'),
      cell: ({ row: { original } }) => (
        <>
          <span>{t(`kinds.${original.about.kind}`)}</span>{' '}
          {original.isAppeal ? <Chip tone="warn">{t('appeal')}</Chip> : null}
        </>
      ),
    },
    {
      id: 'excerpt',
      header: t('excerpt'),
      cell: ({ row: { original } }) => <span className={styles.excerpt}>{original.excerpt}</span>,
    },
    { id: 'since', header: t(`since.${state}`), cell: ({ row: { original } }) => <Moment at={original.since} /> },
    {
      id: 'staff',
      header: t('staff'),
      cell: ({ row: { original } }) => <span>{original.staff?.name ?? t('nobody')}</span>,
    },
  ]
}

/** The first tab is an address without a state, which every other address begins with. */
const ONLY_ITSELF = { exact: true, includeSearch: true } as const

function StateTabs(): ReactElement {
  const { t } = useTranslation('officeLetters')
  const { state: selected = 'waiting', mine, kind, appeal } = route.useSearch()
  return (
    <Tabs label={t('states')}>
      {LETTER_STATES.map((state) => (
        <Link
          key={state}
          to="/letters"
          search={parseLettersSearch({ state, mine, kind, appeal })}
          activeOptions={ONLY_ITSELF}
          aria-current={state === selected ? 'true' : undefined}
        >
          {t(`state.${state}`)}
        </Link>
      ))}
    </Tabs>
  )
}

function LetterFilters(): ReactElement {
  const { t } = useTranslation(['officeLetters', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another choice begins with its first page. */
  const filter = (change: Partial<Record<keyof LettersSearch, string | undefined>>): void =>
    void navigate({ search: (old) => parseLettersSearch({ ...old, ...change, cursor: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterSelect
        label={t('filters-mine')}
        all={t('everyone')}
        value={search.mine}
        values={['1']}
        wordsOf={() => t('mine')}
        onChange={(mine) => filter({ mine })}
      />
      <FilterSelect
        label={t('kind')}
        all={t('all-kinds')}
        value={search.kind}
        values={LETTER_SUBJECTS}
        wordsOf={(kind) => t(`kinds.${kind}`)}
        onChange={(kind) => filter({ kind })}
      />
      <FilterSelect
        label={t('appeals')}
        all={t('all')}
        value={search.appeal}
        values={['1']}
        wordsOf={() => t('appeals-only')}
        onChange={(appeal) => filter({ appeal })}
      />
    </Filters>
  )
}

export function LettersRoom(): ReactElement {
  const { t } = useTranslation('officeLetters')
  const search = route.useSearch()
  const { state = 'waiting', mine, kind, appeal, cursor, letter, to } = search
  const query = { state, mine, kind, appeal, cursor }
  const { data, error } = useQuery({
    queryKey: ['letters', 'list', query],
    queryFn: () => api.get<OfficeLettersReply>('/letters', query),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  const columns = useColumns()
  return (
    <Room title={t('title')}>
      <Split
        panel={
          letter !== undefined ? (
            <LetterPanel key={letter} id={letter} />
          ) : to === undefined ? null : (
            <ComposePanel key={`${to}:${search.about}`} />
          )
        }
      >
        <StateTabs />
        <LetterFilters />
        <Fault error={error} />
        {data === undefined ? null : data.letters.length === 0 ? (
          <EmptyList isFiltered={[mine, kind, appeal].some((one) => one !== undefined)} title={t(`none.${state}`)} />
        ) : (
          <Table label={t('title')} columns={columns} rows={data.letters} keyOf={({ id }) => id} selected={letter} />
        )}
        <PageLinks to="/letters" isFirst={cursor === undefined} next={data?.cursor ?? null} />
      </Split>
    </Room>
  )
}
