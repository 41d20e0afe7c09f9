// The room Words: the static pages of the shop, which content edits in three languages.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES, parseLanguage } from '../../../i18n/language.ts'
import type { ListedDraft, ShopFilesReply } from '../../../protocol/office/drafts.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { TextField } from '../../parts/Field.tsx'
import { Room } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { api } from '../../session/api.ts'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { dayOf, fileOf, headingsOf, PAGES, pageOf, titleOf } from './page-text.ts'
import styles from './words.module.css'

/** Loaded with the editor: half of the room. */
const PageEditor = lazy(async () => ({ default: (await import('./PageEditor.tsx')).PageEditor }))

const MessagesEditor = lazy(async () => ({ default: (await import('./MessagesEditor.tsx')).MessagesEditor }))

const route = getRouteApi('/frame/words')

interface ListedPage {
  readonly name: string
  readonly title: string
  readonly day: string | undefined
  readonly count: number
  readonly isOwn: boolean
}

/** Links to a draft by the first page that it changes. */
function DraftLink({ draft }: { draft: ListedDraft }): ReactElement {
  const page = draft.names.flatMap((name) => pageOf(name) ?? [])[0]
  return (
    <Link from="/words" to="/words" search={{ page, draft: String(draft.id) }}>
      {draft.title}
    </Link>
  )
}

function useColumns(): readonly Column<ListedPage>[] {
  const { t } = useTranslation('officeWords')
  return [
    {
      id: 'title',
      header: t('page'),
      cell: ({ row: { original } }) => (
        <Link from="/words" to="/words" search={{ page: original.name }}>
          {original.title}
        </Link>
      ),
    },
    { id: 'address', header: t('address'), cell: ({ row: { original } }) => `/${original.name}` },
    {
      id: 'languages',
      header: t('languages'),
      cell: () => LANGUAGES.map((language) => LANGUAGE_NAMES[language]).join(', '),
    },
    { id: 'headings', header: t('headings'), cell: ({ row: { original } }) => original.count },
    { id: 'day', header: t('updated'), cell: ({ row: { original } }) => original.day ?? '–' },
    {
      id: 'own',
      header: t('whose'),
      cell: ({ row: { original } }) => (
        <Chip tone={original.isOwn ? 'good' : 'calm'}>{t(original.isOwn ? 'own' : 'release')}</Chip>
      ),
    },
  ]
}

/** Asks for the address of a page that is new. */
function NewPage(): ReactElement {
  const { t } = useTranslation('officeWords')
  const navigate = useNavigate({ from: '/words' })
  const [page, setPage] = useState('')
  const isAddress = /^[a-z0-9]{3,}(?:-[a-z0-9]+)*$/.test(page)
  return (
    <form
      className={styles.tools}
      onSubmit={(event) => {
        event.preventDefault()
        if (isAddress) void navigate({ search: { page } })
      }}
    >
      <TextField
        label={t('new-page')}
        hint={t('new-page-hint')}
        value={page}
        maxLength={40}
        onChange={({ target }) => setPage(target.value.trim().toLowerCase())}
      />
      <Button type="submit" icon="plus" disabledReason={isAddress ? undefined : t('new-page-hint')}>
        {t('new-page-open')}
      </Button>
    </form>
  )
}

function PageList(): ReactElement {
  const { t, i18n } = useTranslation('officeWords')
  const language = parseLanguage(i18n.language) ?? 'en'
  const { data, error } = useQuery({
    queryKey: ['shop-files', PAGES],
    queryFn: () => api.get<ShopFilesReply>('/shop/files', { begins: PAGES }),
    refetchInterval: POLL_MS,
  })
  const columns = useColumns()
  const files = data?.files ?? {}
  const names = [...new Set(Object.keys(files).flatMap((file) => pageOf(file) ?? []))].sort()
  const pages = names.map((name): ListedPage => {
    const text = files[fileOf(name, language)] ?? ''
    const isOwn = data?.own.some((file) => pageOf(file) === name) === true
    return { name, title: titleOf(text) ?? name, day: dayOf(text), count: headingsOf(text).length, isOwn }
  })
  return (
    <div className="stack">
      <p className="lead">{t('lead')}</p>
      <OtherDrafts file={PAGES} linkTo={(draft) => <DraftLink draft={draft} />} />
      <Fault error={error} />
      {data === undefined ? null : (
        <Table label={t('title')} columns={columns} rows={pages} keyOf={({ name }) => name} />
      )}
      <NewPage />
    </div>
  )
}

export function WordsRoom(): ReactElement {
  const { t } = useTranslation('officeWords')
  const { tab, page, draft, preview, message } = route.useSearch()
  return (
    <Room title={t('title')}>
      <div className="stack">
        {page === undefined ? (
          <Tabs label={t('title')}>
            {([undefined, 'messages'] as const).map((name) => (
              <Link
                key={name ?? 'pages'}
                to="/words"
                search={name === undefined ? {} : { tab: name }}
                activeOptions={{ exact: true }}
                aria-current={tab === name ? 'true' : undefined}
              >
                {t(`tabs.${name ?? 'pages'}`)}
              </Link>
            ))}
          </Tabs>
        ) : null}
        <Suspense fallback={<p className={styles.day}>{t('loading')}</p>}>
          {tab === 'messages' ? (
            <MessagesEditor draft={draft} selected={message} />
          ) : page === undefined ? (
            <PageList />
          ) : (
            <PageEditor page={page} draft={draft} preview={preview} />
          )}
        </Suspense>
      </div>
    </Room>
  )
}
