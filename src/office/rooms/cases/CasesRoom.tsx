// The room Cases: all cases of the shop, and the draft in which one changes them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../i18n/format.ts'
import type { CasesReply } from '../../../protocol/office/cases.ts'
import type { EditionFault } from '../../../protocol/office/editions.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Room } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import type { Items } from '../../session/items/catalogue.ts'
import { useShopItems } from '../../session/items/use-shop-items.ts'
import { withTexts } from '../../session/language.ts'
import { POLL_MS } from '../../session/session.ts'
import { CaseList } from './CaseList.tsx'
import { rowsOf } from './case-rows.ts'
import { addCase, type CasesFile, readCasesFile } from './cases-file.ts'
import { placeCase } from './moves.ts'
import { newCase } from './new-case.ts'

/** Loaded when a case is opened. */
const CaseEditor = lazy(
  withTexts(['officeCaseEditor', 'officeItems'], async () => ({
    default: (await import('./CaseEditor.tsx')).CaseEditor,
  })),
)

const DraftBar = lazy(
  withTexts(['officeDrafts'], async () => ({ default: (await import('../../session/draft/DraftBar.tsx')).DraftBar })),
)

const route = getRouteApi('/frame/cases')

const FILE = 'cases.json'

/** Leaves the list with its filters and nothing else. */
const withoutDraft = (search: object) => ({ ...search, draft: undefined, case: undefined })

function useRows(work: DraftWork, file: CasesFile | null, items: Items) {
  const { data, error } = useQuery({
    queryKey: ['cases'],
    queryFn: () => api.get<CasesReply>('/cases'),
    refetchInterval: POLL_MS,
  })
  const before = work.inForce[FILE]
  const inForce = useMemo(() => (before === undefined ? null : readCasesFile(before)), [before])
  const { faults } = work.check
  const rows = useMemo(() => {
    if (file === null || data === undefined) return null
    const priceOf = (id: string): number | undefined => items.byId.get(id)?.priceCents
    return rowsOf({ file, inForce, facts: data.cases, faults, priceOf, nowMs: data.now })
  }, [file, inForce, items, data, faults])
  return { rows, error }
}

interface NewCaseProps {
  work: DraftWork
  file: CasesFile
}

function NewCaseButton({ work, file }: NewCaseProps): ReactElement {
  const { t } = useTranslation('officeCases')
  const navigate = useNavigate({ from: '/cases' })
  const begin = (): void => {
    const urls = file.cases.map(({ url }) => url)
    const record = newCase(t('new.name'), file.categories[0]?.id ?? '', urls)
    work.setFile(FILE, addCase(work.texts[FILE] ?? '', record))
    void navigate({ search: (search) => ({ ...search, case: record.url }) })
  }
  return (
    <ActButton
      verb="drafts.write"
      icon="plus"
      disabledReason={work.lock === 'state' ? t('locked') : undefined}
      onClick={begin}
    >
      {t('new.act')}
    </ActButton>
  )
}

/** Returns the case whose lines have a fault. */
function caseOfFault(file: CasesFile, { file: name, line }: EditionFault): string | undefined {
  if (name !== FILE) return undefined
  return file.cases[file.lines.findIndex(({ first, last }) => line >= first && line <= last)]?.url
}

function Bar({ work, file }: { work: DraftWork; file: CasesFile | null }): ReactElement {
  const navigate = useNavigate({ from: '/cases' })
  const { draft } = route.useSearch()
  const goTo = (fault: EditionFault): void => {
    const url = file === null ? undefined : caseOfFault(file, fault)
    if (url !== undefined) void navigate({ search: (search) => ({ ...search, case: url }) })
  }
  return (
    <Suspense fallback={null}>
      <DraftBar
        work={work}
        onFault={goTo}
        onDropped={() => void navigate({ search: withoutDraft })}
        close={draft === undefined ? null : <CloseLink to="/cases" drop="draft" />}
      />
    </Suspense>
  )
}

interface InsideProps {
  work: DraftWork
  /** Null for a text that is no file of cases. */
  file: CasesFile | null
  items: Items
}

function Inside({ work, file, items }: InsideProps): ReactElement {
  const { t } = useTranslation('officeCases')
  const { case: url } = route.useSearch()
  const { rows, error } = useRows(work, file, items)
  const row = rows?.find(({ record }) => record.url === url)
  return (
    <>
      <Bar work={work} file={file} />
      <Fault error={error} />
      <OtherDrafts
        file={FILE}
        except={work.id}
        linkTo={({ id, title }) => (
          <Link from="/cases" to="/cases" search={(search) => ({ ...search, draft: String(id) })}>
            {title}
          </Link>
        )}
      />
      {file === null ? (
        <EmptyState title={t('unreadable')} text={t('unreadable-text')} />
      ) : rows === null ? null : url === undefined ? (
        <CaseList
          rows={rows}
          categories={file.categories}
          locked={work.lock === 'state' ? t('locked') : undefined}
          onPlace={(moved, target) => work.setFile(FILE, placeCase(work.texts[FILE] ?? '', moved, target))}
        />
      ) : row === undefined ? (
        <EmptyState title={t('unknown')} text={t('unknown-text')} />
      ) : (
        <Suspense fallback={null}>
          <CaseEditor key={rows.indexOf(row)} row={row} file={file} items={items} work={work} />
        </Suspense>
      )}
    </>
  )
}

export function CasesRoom(): ReactElement {
  const { t } = useTranslation('officeCases')
  const { draft, case: url } = route.useSearch()
  const navigate = useNavigate({ from: '/cases' })
  const { work, error } = useDraft({
    id: draft === undefined ? undefined : Number(draft),
    begins: FILE,
    firstTitle: t('draft-title', { day: formatDate(Date.now()) }),
    onBegin: (id) => void navigate({ search: (search) => ({ ...search, draft: String(id) }), replace: true }),
  })
  const { items, error: itemsError } = useShopItems()
  const text = work?.texts[FILE]
  const file = useMemo(() => (text === undefined ? null : readCasesFile(text)), [text])
  return (
    <Room title={t('title')} acts={work === null || file === null ? null : <NewCaseButton work={work} file={file} />}>
      <div className="stack">
        {url === undefined ? <p className="lead">{t('lead')}</p> : null}
        <Fault error={error ?? itemsError} />
        {work === null || items === null ? null : <Inside work={work} file={file} items={items} />}
      </div>
    </Room>
  )
}
