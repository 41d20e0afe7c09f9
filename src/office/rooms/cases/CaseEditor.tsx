// One case in a draft: its items and chances, price, names, crate and times, and what playing it means.
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import type { DraftWork } from '../../session/draft/use-draft.ts'
import type { Items } from '../../session/items/catalogue.ts'
import { ItemsCard } from '../../session/items/ItemsCard.tsx'
import { CrateCard } from './CrateCard.tsx'
import type { CardProps } from './card-props.ts'
import { type CaseRow, caseName } from './case-rows.ts'
import styles from './cases.module.css'
import { addCase, type CasesFile, changeCase, removeCase } from './cases-file.ts'
import { NamesCard } from './NamesCard.tsx'
import { copyOf } from './new-case.ts'
import { ScheduleCard } from './ScheduleCard.tsx'
import { StateChip } from './StateChip.tsx'

/** Loaded beside the fields: the rules of new tickets and of rolls. */
const PriceCard = lazy(async () => ({ default: (await import('./PriceCard.tsx')).PriceCard }))
const SimulationCard = lazy(async () => ({ default: (await import('./SimulationCard.tsx')).SimulationCard }))

const FILE = 'cases.json'

interface CaseEditorProps {
  row: CaseRow
  file: CasesFile
  items: Items
  work: DraftWork
}

function Acts({ row: { record, change }, file, work }: CaseEditorProps): ReactElement {
  const { t } = useTranslation(['officeCaseEditor', 'officeCases'])
  const navigate = useNavigate({ from: '/cases' })
  const text = work.texts[FILE] ?? ''
  const locked = work.lock === 'state' ? t('officeCases:locked') : undefined
  const open = (url: string | undefined): void => {
    void navigate({ search: (search) => ({ ...search, case: url }) })
  }
  const copy = (): void => {
    const duplicate = copyOf(
      record,
      file.cases.map(({ url }) => url),
    )
    work.setFile(FILE, addCase(text, duplicate, record.url))
    open(duplicate.url)
  }
  const turn = (): void => work.setFile(FILE, changeCase(text, record.url, { ...record, enabled: !record.enabled }))
  const remove = (): void => {
    work.setFile(FILE, removeCase(text, record.url))
    open(undefined)
  }
  return (
    <div className={styles.acts}>
      <ActButton verb="drafts.write" disabledReason={locked} onClick={turn}>
        {t(record.enabled ? 'pause' : 'resume')}
      </ActButton>
      <ActButton verb="drafts.write" icon="copy" disabledReason={locked} onClick={copy}>
        {t('copy')}
      </ActButton>
      <ActButton
        verb="drafts.write"
        icon="trash"
        tone="ghost"
        disabledReason={locked ?? (change === 'new' ? undefined : t('remove-not'))}
        onClick={remove}
      >
        {t('remove')}
      </ActButton>
    </div>
  )
}

export function CaseEditor(props: CaseEditorProps): ReactElement {
  const { row, file, items, work } = props
  const { record, state, change } = row
  const { t, i18n } = useTranslation(['officeCaseEditor', 'officeCases'])
  const locked =
    work.lock === undefined ? undefined : t(work.lock === 'role' ? 'officeCases:locked-role' : 'officeCases:locked')
  const card: CardProps = {
    record,
    items,
    locked,
    onChange: (next) => work.setFile(FILE, changeCase(work.texts[FILE] ?? '', record.url, next)),
  }
  const name = caseName(record, i18n.language as Language)
  return (
    <section className="stack" aria-label={name}>
      <header className={styles.head}>
        <Link from="/cases" to="/cases" search={(search) => ({ ...search, case: undefined })} className={styles.back}>
          <Icon name="chevron-left" />
          <span>{t('all')}</span>
        </Link>
        <h2 className={styles.title}>{name}</h2>
        <StateChip state={state} />
        {change === null ? null : <Chip tone="warn">{t(`officeCases:change.${change}`)}</Chip>}
        <Acts {...props} />
      </header>
      <div className={styles.editor}>
        <div className={styles.column}>
          <ItemsCard
            entries={record.entries}
            items={items}
            locked={locked}
            onChange={(entries) => card.onChange({ ...record, entries })}
          />
          <Suspense fallback={null}>
            <SimulationCard record={record} items={items} />
          </Suspense>
        </div>
        <div className={styles.column}>
          <Suspense fallback={null}>
            <PriceCard {...card} />
          </Suspense>
          <NamesCard {...card} file={file} isNew={change === 'new'} />
          <CrateCard {...card} />
          <ScheduleCard {...card} />
        </div>
      </div>
    </section>
  )
}
