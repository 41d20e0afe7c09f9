// The codes: those of their own, the newest first, those of a batch, or those with a beginning.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { PROMO_STATES } from '../../../game/office/promo.ts'
import type { ListedCode, PromoCodesReply } from '../../../protocol/office/promo.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Count } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './promo.module.css'
import { type PromoSearch, parsePromoSearch } from './search.ts'
import { BonusText, Bound, StateChip } from './terms.tsx'

const route = getRouteApi('/frame/promo')

/** The most uses that a list counts (protocol/office/promo.ts). */
const USED_SHOWN = 1_000

/** Parameters that narrow the list. */
const FILTERS = ['q', 'state', 'batch'] as const satisfies readonly (keyof PromoSearch)[]

type Change = Partial<Record<(typeof FILTERS)[number], string | undefined>>

function CodeFilters(): ReactElement {
  const { t } = useTranslation(['officePromo', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = (change: Change): void =>
    void navigate({
      search: (before) => parsePromoSearch({ ...before, ...change, cursor: undefined }),
      replace: true,
    })
  return (
    <>
      <Filters label={t('office:filters')}>
        <FilterField label={t('filter.q')} value={search.q} onChange={(q) => filter({ q })} />
        <FilterSelect
          label={t('state')}
          all={t('filter.all')}
          value={search.state}
          values={PROMO_STATES}
          wordsOf={(state) => t(`states.${state}`)}
          onChange={(state) => filter({ state })}
        />
        <FilterField label={t('filter.batch')} value={search.batch} onChange={(batch) => filter({ batch })} />
      </Filters>
      {FILTERS.some((name) => search[name] !== undefined) ? (
        <p>
          <Link to="/promo" search={search.code === undefined ? {} : { code: search.code }}>
            {t('office:clear')}
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** How often a code was used, and how often it may be. */
function Uses({ code: { used, usesMax } }: { code: ListedCode }): ReactElement {
  const { t } = useTranslation('officePromo')
  return (
    <>
      <Count count={Math.min(used, USED_SHOWN)} />
      {used > USED_SHOWN ? <span>+</span> : null}
      {usesMax === null ? null : (
        <>
          {' '}
          {t('of')} <Count count={usesMax} />
        </>
      )}
    </>
  )
}

function useColumns(): readonly Column<ListedCode>[] {
  const { t } = useTranslation('officePromo')
  const { code } = route.useSearch()
  const bounds: readonly Column<ListedCode>[] = [
    { id: 'from', header: t('from'), cell: ({ row: { original } }) => <Bound at={original.startsAt} /> },
    { id: 'until', header: t('until'), cell: ({ row: { original } }) => <Bound at={original.endsAt} /> },
  ]
  return [
    {
      id: 'code',
      header: t('code'),
      cell: ({ row: { original } }) => (
        <Link
          from="/promo"
          to="/promo"
          search={(search) => ({ ...search, code: original.code, uses: undefined })}
          resetScroll={false}
          className={styles.code}
        >
          {original.code}
        </Link>
      ),
    },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => <StateChip state={original.state} /> },
    { id: 'bonus', header: t('gives'), cell: ({ row: { original } }) => <BonusText bonus={original} /> },
    { id: 'used', header: t('used'), cell: ({ row: { original } }) => <Uses code={original} /> },
    // The panel has them, and leaves no room.
    ...(code === undefined ? bounds : []),
  ]
}

export function Codes(): ReactElement {
  const { t } = useTranslation('officePromo')
  const { q, state, batch, cursor, code } = route.useSearch()
  const query = { q, state, batch, cursor }
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['promo', 'codes', query],
    queryFn: () => api.get<PromoCodesReply>('/promo/codes', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const isFiltered = q !== undefined || state !== undefined || batch !== undefined
  return (
    <>
      <CodeFilters />
      <Fault error={error} />
      {data === undefined ? null : data.codes.length === 0 ? (
        <EmptyList
          isFiltered={isFiltered}
          isFurther={data.cursor !== null}
          title={t('none.codes')}
          text={t('none.codes-text')}
        />
      ) : (
        <Table
          label={t('tabs.codes')}
          columns={columns}
          rows={data.codes}
          keyOf={(row) => row.code}
          selected={code}
          numbers={['used']}
        />
      )}
      <PageLinks
        to="/promo"
        order={q === undefined ? 'newest' : 'waiting'}
        isFirst={cursor === undefined}
        next={data?.cursor ?? null}
      />
    </>
  )
}
