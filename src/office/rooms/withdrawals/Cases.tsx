// The queue: players whose withdrawals wait, those that wait longest first, and beside them the open case.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CLAIM_FILTERS } from '../../../game/office/cases.ts'
import { REVIEW_REASONS } from '../../../game/withdrawal/withdrawal-review.ts'
import type { CaseRow, CasesReply } from '../../../protocol/office/withdrawals.ts'
import { Chip } from '../../parts/Chip.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { useKeys } from '../../parts/Keys.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { liveCasesQuery, readLiveCases, WITHDRAWALS } from '../../session/counts.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { withTexts } from '../../session/language.ts'
import { useLive } from '../../session/live.ts'
import { PageLinks } from '../../session/PageLinks.tsx'
import { useOwnSession } from '../../session/session.ts'
import { casesQuery, parseWithdrawalsSearch, type WithdrawalsSearch } from './search.ts'
import styles from './withdrawals.module.css'

/** The case is loaded beside the list, not before it. */
const loadPanel = withTexts(['officePlayers'], () => import('./CasePanel.tsx'))
const CasePanel = lazy(async () => ({ default: (await loadPanel()).CasePanel }))

const route = getRouteApi('/frame/withdrawals')

const LIST = [WITHDRAWALS, 'list'] as const

/** Parameters that narrow the list. */
const FILTERS = ['claim', 'reason', 'least', 'hours'] as const satisfies readonly (keyof WithdrawalsSearch)[]

/** Who has a case, or that a second person decides. */
function ClaimChip({ row }: { row: CaseRow }): ReactElement | null {
  const { t } = useTranslation('officeWithdrawals')
  const { staff } = useOwnSession()
  if (row.isProposed) return <Chip tone="warn">{t('proposed')}</Chip>
  if (row.claim === null) return null
  if (row.claim.by.id === staff.id) return <Chip tone="good">{t('claim.mine')}</Chip>
  return <Chip tone="warn">{row.claim.by.name}</Chip>
}

function useColumns(): readonly Column<CaseRow>[] {
  const { t } = useTranslation('officeWithdrawals')
  return [
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) => (
        <Link
          from="/withdrawals"
          to="/withdrawals"
          search={(search) => ({ ...search, player: String(original.player.id), leave: undefined })}
          resetScroll={false}
          data-case={original.player.id}
        >
          {original.player.username}
        </Link>
      ),
    },
    { id: 'won', header: t('sum'), cell: ({ row: { original } }) => <Money cents={original.won} /> },
    { id: 'items', header: t('items'), cell: ({ row: { original } }) => <Count count={original.items} /> },
    { id: 'since', header: t('since'), cell: ({ row: { original } }) => <Moment at={original.since} /> },
    { id: 'claim', header: t('claim.has'), cell: ({ row: { original } }) => <ClaimChip row={original} /> },
    {
      id: 'reasons',
      header: t('why.title'),
      cell: ({ row: { original } }) => (
        <span className={styles.words}>{original.reasons.map((reason) => t(`reasons.${reason}`)).join(', ')}</span>
      ),
    },
  ]
}

function CaseFilters(): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another choice begins with those that wait longest. */
  const filter = (change: Partial<Record<keyof WithdrawalsSearch, string | undefined>>): void =>
    void navigate({ search: (old) => parseWithdrawalsSearch({ ...old, ...change, cursor: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterSelect
        label={t('claim.has')}
        all={t('claim.all')}
        value={search.claim}
        values={CLAIM_FILTERS}
        wordsOf={(claim) => t(`claim.${claim}`)}
        onChange={(claim) => filter({ claim })}
      />
      <FilterSelect
        label={t('why.title')}
        all={t('why.all')}
        value={search.reason}
        values={REVIEW_REASONS}
        wordsOf={(reason) => t(`reasons.${reason}`)}
        onChange={(reason) => filter({ reason })}
      />
      <FilterField label={t('least')} value={search.least} onChange={(least) => filter({ least })} />
      <FilterField label={t('hours')} value={search.hours} onChange={(hours) => filter({ hours })} />
    </Filters>
  )
}

/** Puts the focus on the row of a case. */
function focusCase(player: number): void {
  document.querySelector<HTMLElement>(`[data-case="${player}"]`)?.focus()
}

/** The cases of the list, and what moves between them. */
function useQueue() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const query = casesQuery(search)
  useLive({ queryKey: liveCasesQuery.queryKey, queryFn: readLiveCases }, [LIST, [WITHDRAWALS, 'case']])
  const { data, error } = useQuery({
    queryKey: [...LIST, query],
    queryFn: () => api.get<CasesReply>('/withdrawals', query),
    placeholderData: keepPreviousData,
  })
  const rows = data?.cases ?? []
  const place = rows.findIndex(({ player }) => String(player.id) === search.player)

  const open = (row: CaseRow | undefined): void => {
    if (row !== undefined) focusCase(row.player.id)
    const player = row === undefined ? undefined : String(row.player.id)
    void navigate({ search: (old) => ({ ...old, player, leave: undefined }), replace: true, resetScroll: false })
  }
  const step = (by: 1 | -1): void => {
    const next = rows[place === -1 ? 0 : place + by]
    if (next !== undefined) open(next)
  }
  /** Opens the next case at once, and takes the decided one off the list. */
  const leave = (player: number): void => {
    const at = rows.findIndex((row) => row.player.id === player)
    open(rows[at + 1] ?? rows[at - 1])
    queries.setQueriesData<CasesReply>({ queryKey: LIST }, (old) =>
      old === undefined ? old : { ...old, cases: old.cases.filter((row) => row.player.id !== player) },
    )
  }
  return { data, error, rows, step, leave }
}

export function Cases(): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const search = route.useSearch()
  const { player, cursor } = search
  const { data, error, rows, step, leave } = useQueue()
  useEffect(() => void loadPanel(), [])
  const columns = useColumns()
  useKeys([
    { key: 'j', run: () => step(1) },
    { key: 'k', run: () => step(-1) },
  ])
  return (
    <Split wide panel={player === undefined ? null : <CasePanel key={player} id={player} onDecided={leave} />}>
      <CaseFilters />
      <Fault error={error} />
      {data === undefined ? null : rows.length === 0 ? (
        <EmptyList
          isFiltered={FILTERS.some((name) => search[name] !== undefined)}
          title={data.isChecking ? t('none') : t('unchecked')}
          text={data.isChecking ? t('none-text') : t('unchecked-text')}
        />
      ) : (
        <Table
          label={t('title')}
          columns={columns}
          rows={rows}
          keyOf={(row) => String(row.player.id)}
          selected={player}
          numbers={['won', 'items']}
          spare={['items']}
        />
      )}
      <PageLinks to="/withdrawals" order="waiting" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </Split>
  )
}
