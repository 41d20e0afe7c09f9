// The batches of codes, the newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BATCH_STATES } from '../../../game/office/promo.ts'
import type { ListedBatch, PromoBatchesReply } from '../../../protocol/office/promo.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './promo.module.css'
import { parsePromoSearch } from './search.ts'
import { BonusText, Bound, StateChip } from './terms.tsx'

const route = getRouteApi('/frame/promo')

function useColumns(): readonly Column<ListedBatch>[] {
  const { t } = useTranslation('officePromo')
  const { batch } = route.useSearch()
  const moments: readonly Column<ListedBatch>[] = [
    { id: 'until', header: t('until'), cell: ({ row: { original } }) => <Bound at={original.endsAt} /> },
    { id: 'created', header: t('created'), cell: ({ row: { original } }) => <Moment at={original.createdAt} /> },
  ]
  return [
    {
      id: 'batch',
      header: t('batch.number'),
      cell: ({ row: { original } }) => (
        <Link
          from="/promo"
          to="/promo"
          search={(search) => ({ ...search, batch: String(original.id), uses: undefined })}
          resetScroll={false}
          className={styles.code}
        >
          {t('batch.name', { number: original.id, prefix: original.prefix })}
        </Link>
      ),
    },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => <StateChip state={original.state} /> },
    { id: 'bonus', header: t('gives'), cell: ({ row: { original } }) => <BonusText bonus={original} /> },
    {
      id: 'used',
      header: t('used'),
      cell: ({ row: { original } }) => (
        <>
          <Count count={original.used} /> {t('of')} <Count count={original.count} />
        </>
      ),
    },
    // The panel has them, and leaves no room.
    ...(batch === undefined ? moments : []),
  ]
}

export function Batches(): ReactElement {
  const { t } = useTranslation(['officePromo', 'office'])
  const { state, batch, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { state, cursor }
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['promo', 'batches', query],
    queryFn: () => api.get<PromoBatchesReply>('/promo/batches', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Filters label={t('office:filters')}>
        <FilterSelect
          label={t('state')}
          all={t('filter.all')}
          value={state}
          values={BATCH_STATES}
          wordsOf={(one) => t(`states.${one}`)}
          onChange={(one) =>
            void navigate({
              search: (before) => parsePromoSearch({ ...before, state: one, cursor: undefined }),
              replace: true,
            })
          }
        />
      </Filters>
      <Fault error={error} />
      {data === undefined ? null : data.batches.length === 0 ? (
        <EmptyList isFiltered={state !== undefined} title={t('none.batches')} text={t('none.batches-text')} />
      ) : (
        <Table
          label={t('tabs.batches')}
          columns={columns}
          rows={data.batches}
          keyOf={({ id }) => String(id)}
          selected={batch}
          numbers={['used']}
        />
      )}
      <PageLinks to="/promo" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
