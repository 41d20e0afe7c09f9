// All cases of the shop: what they cost and return, what was sold, whether they are on.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { Chip } from '../../parts/Chip.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { CratePicture } from '../../session/crate/CratePicture.tsx'
import { EmptyList } from '../../session/EmptyList.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { Share } from '../../session/items/Share.tsx'
import { type CaseRow, caseName, chosenRows } from './case-rows.ts'
import styles from './cases.module.css'
import type { CategoryRecord } from './cases-file.ts'
import { MoveArea, MoveCell, type Place } from './MoveCell.tsx'
import { StateChip } from './StateChip.tsx'
import { CASE_ORDERS, CASE_STATES, type CasesSearch } from './search.ts'

const route = getRouteApi('/frame/cases')

interface CaseListProps {
  rows: readonly CaseRow[]
  categories: readonly CategoryRecord[]
  /** Why nothing may be moved. */
  locked: string | undefined
  onPlace: Place
}

function CaseFilters({ categories }: Pick<CaseListProps, 'categories'>): ReactElement {
  const { t, i18n } = useTranslation('officeCases')
  const language = i18n.language as Language
  const { q, state, category, order } = route.useSearch()
  const navigate = useNavigate({ from: '/cases' })
  const set = (change: Partial<CasesSearch>): void => {
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true })
  }
  return (
    <Filters label={t('filters.label')}>
      <FilterField label={t('filters.name')} value={q} onChange={(words) => set({ q: words })} />
      <FilterSelect
        label={t('filters.state')}
        all={t('filters.any')}
        value={state}
        values={CASE_STATES}
        wordsOf={(one) => t(`states.${one}`)}
        onChange={(value) => set({ state: CASE_STATES.find((one) => one === value) })}
      />
      <FilterSelect
        label={t('filters.category')}
        all={t('filters.all')}
        value={category}
        values={categories.map(({ id }) => id)}
        wordsOf={(id) => {
          const name = categories.find((one) => one.id === id)?.name
          return name?.[language] ?? name?.en ?? id
        }}
        onChange={(value) => set({ category: value === '' ? undefined : value })}
      />
      <FilterSelect
        label={t('filters.order')}
        all={t('orders.site')}
        value={order}
        values={CASE_ORDERS}
        wordsOf={(one) => t(`orders.${one}`)}
        onChange={(value) => set({ order: CASE_ORDERS.find((one) => one === value) })}
      />
    </Filters>
  )
}

function Name({ row: { record, change, faults }, category }: { row: CaseRow; category: string }): ReactElement {
  const { t, i18n } = useTranslation('officeCases')
  return (
    <span className={styles.name}>
      <CratePicture art={record.art} size={44} />
      <span>
        <Link from="/cases" to="/cases" search={(search) => ({ ...search, case: record.url })} className={styles.link}>
          {caseName(record, i18n.language as Language)}
        </Link>
        <span className={styles.category}>{category}</span>
        <span className={styles.chips}>
          {change === null ? null : <Chip tone="warn">{t(`change.${change}`)}</Chip>}
          {faults === 0 ? null : <Chip tone="bad">{t('faulty', { count: faults })}</Chip>}
        </span>
      </span>
    </span>
  )
}

/** The column that moves a case, where the list is in the order of the site. */
function useMoveColumn({ rows, locked, onPlace }: Omit<CaseListProps, 'categories'>): Column<CaseRow> {
  const { t, i18n } = useTranslation('officeCases')
  const records = rows.map(({ record }) => record)
  return {
    id: 'move',
    header: t('columns.move'),
    cell: ({ row: { original } }) => (
      <MoveCell
        record={original.record}
        name={caseName(original.record, i18n.language as Language)}
        records={records}
        locked={locked}
        onPlace={onPlace}
      />
    ),
  }
}

const NUMBERS = ['price', 'return', 'sold', 'staked', 'measured']

function useColumns(categories: readonly CategoryRecord[]): readonly Column<CaseRow>[] {
  const { t, i18n } = useTranslation('officeCases')
  const language = i18n.language as Language
  const categoryName = (id: string): string => {
    const name = categories.find((one) => one.id === id)?.name
    return name?.[language] ?? name?.en ?? id
  }
  return [
    {
      id: 'name',
      header: t('columns.name'),
      cell: ({ row: { original } }) => <Name row={original} category={categoryName(original.record.category)} />,
    },
    { id: 'state', header: t('columns.state'), cell: ({ row }) => <StateChip state={row.original.state} /> },
    { id: 'price', header: t('columns.price'), cell: ({ row }) => <Money cents={row.original.record.price} /> },
    { id: 'return', header: t('columns.return'), cell: ({ row }) => <Share part={row.original.returns} /> },
    {
      id: 'sold',
      header: t('columns.sold'),
      cell: ({ row: { original } }) => (original.facts === undefined ? '–' : <Count count={original.facts.sold} />),
    },
    {
      id: 'staked',
      header: t('columns.staked'),
      cell: ({ row: { original } }) => (original.facts === undefined ? '–' : <Money cents={original.facts.staked} />),
    },
    {
      id: 'measured',
      header: t('columns.measured'),
      cell: ({ row }) => <Share part={row.original.facts?.measured ?? null} />,
    },
    {
      id: 'changed',
      header: t('columns.changed'),
      cell: ({ row: { original } }) => {
        const changed = original.facts?.changed ?? null
        if (changed === null) return '–'
        return (
          <Link to="/editions" search={{ edition: String(changed.edition) }} className={styles.edition}>
            <Moment at={changed.at} />
          </Link>
        )
      },
    },
  ]
}

export function CaseList({ rows, categories, locked, onPlace }: CaseListProps): ReactElement {
  const { t, i18n } = useTranslation('officeCases')
  const search = route.useSearch()
  const language = i18n.language as Language
  const chosen = chosenRows(rows, search, { categories: categories.map(({ id }) => id), language })
  const columns = useColumns(categories)
  const move = useMoveColumn({ rows: chosen, locked, onPlace })
  const isFiltered = search.q !== undefined || search.state !== undefined || search.category !== undefined
  const isSiteOrder = search.order === undefined && search.q === undefined && search.state === undefined
  const table = (
    <Table
      label={t('title')}
      columns={isSiteOrder ? [...columns, move] : columns}
      rows={chosen}
      keyOf={({ record }) => record.url}
      numbers={NUMBERS}
    />
  )
  return (
    <>
      <CaseFilters categories={categories} />
      <p className={styles.count}>{t('count', { count: chosen.length })}</p>
      {chosen.length === 0 ? (
        <EmptyList isFiltered={isFiltered} title={t('none')} text={t('none-text')} />
      ) : isSiteOrder ? (
        <MoveArea records={chosen.map(({ record }) => record)} onPlace={onPlace}>
          {table}
        </MoveArea>
      ) : (
        table
      )}
    </>
  )
}
