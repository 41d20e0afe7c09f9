// The cases to choose from: found by name, by contents and by price, as on the home page.

import { useStore } from '@nanostores/react'
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import {
  CASE_ORDERS,
  type CaseContents,
  createCaseFind,
  type FindQuery,
  PRICE_BANDS,
  readFindQuery,
} from '../../../game/cases/case-find.ts'
import { CASE_CONTENTS_PATH } from '../../../game/cases/case-path.ts'
import { formatShortMoney } from '../../../i18n/format.ts'
import { $draft } from '../../../stores/battles/battle-create.ts'
import { canAdd, countOf } from '../../../stores/battles/battle-draft.ts'
import { unlessLeaving } from '../../../stores/kernel/page-leave.ts'
import { Choice, Search } from '../../inventory/Filters.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Chips } from '../../ui/controls/Chips.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { CaseTile } from './CaseTile.tsx'
import styles from './case-picker.module.css'
import type { OfferedCase } from './offered-case.ts'

const ANYTHING: FindQuery = readFindQuery(() => undefined)

/** How many cases are shown until all are wanted. */
const FIRST_CASES = 12

async function readContents(): Promise<CaseContents> {
  const response = await fetch(CASE_CONTENTS_PATH)
  if (!response.ok) throw new Error(`The contents of cases: ${response.status}`)
  return (await response.json()) as CaseContents
}

/** Returns what cases contain, null until it is loaded, and the function that loads it: with the first use of the search. */
function useContents(): [CaseContents | null, () => void] {
  const [contents, setContents] = useState<CaseContents | 'loading' | null>(null)
  const load = (): void => {
    if (contents !== null) return
    setContents('loading')
    // A failure leaves the search by name, and is tried again at the next use.
    unlessLeaving(readContents).then(setContents, (fault: unknown) => {
      console.error('Failed to load what cases contain', fault)
      setContents(null)
    })
  }
  return [contents === 'loading' ? null : contents, load]
}

export function CasePicker({ cases }: { cases: readonly OfferedCase[] }): ReactElement {
  const { t, i18n } = useTranslation(['battleNew', 'home'])
  const language = i18n.language as Language
  const draft = useStore($draft)
  const [query, setQuery] = useState(ANYTHING)
  const [isWhole, setWhole] = useState(false)
  const [contents, loadContents] = useContents()
  const find = useMemo(() => createCaseFind(cases, contents, language), [cases, contents, language])
  const { cases: found } = useMemo(() => find(query), [find, query])
  const shown = isWhole ? found : found.slice(0, FIRST_CASES)
  const change = (part: Partial<FindQuery>): void => setQuery({ ...query, ...part })
  return (
    <section className={styles.picker} aria-labelledby="battle-cases">
      <h2 id="battle-cases">{t('cases.title')}</h2>
      <div className={styles.filters}>
        <Search
          label={t('home:search.label')}
          placeholder={t('home:search.placeholder')}
          value={query.text}
          onFocus={loadContents}
          onChange={(text) => change({ text })}
        />
        <Choice
          label={t('home:sort.label')}
          icon="sort"
          options={CASE_ORDERS.map((value) => ({ value, label: t(`home:sort.${value}`) }))}
          value={query.order}
          onChange={(order) => change({ order })}
        />
        <Chips
          label={t('home:price.label')}
          options={PRICE_BANDS.map(({ id, from, to }) => ({ value: id, label: bandWords(from, to) }))}
          value={query.band}
          onChange={(band) => change({ band })}
        />
      </div>
      <p className="unseen" aria-live="polite">
        {query === ANYTHING ? '' : t('home:found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('home:nothing.title')} text={t('home:nothing.text')} size="card">
          <Button onClick={() => setQuery(ANYTHING)}>{t('home:nothing.action')}</Button>
        </EmptyState>
      ) : (
        <ul className={styles.tiles}>
          {shown.map(({ box, skin }) => (
            <li key={box.url}>
              <CaseTile box={box} skin={skin} count={countOf(draft, box.url)} canAdd={canAdd(draft, box.url)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < found.length ? (
        <Button className={styles.more} onClick={() => setWhole(true)}>
          {t('cases.all', { count: found.length })}
        </Button>
      ) : null}
    </section>
  )

  /** Returns a price range as text. */
  function bandWords(from: number, to: number): string {
    const ends = { from: formatShortMoney(from), to: formatShortMoney(to) }
    if (to === Number.POSITIVE_INFINITY) return from === 0 ? t('home:price.all') : t('home:price.over', ends)
    return from === 0 ? t('home:price.under', ends) : t('home:price.between', ends)
  }
}
