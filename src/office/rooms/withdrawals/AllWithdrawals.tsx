// Withdrawals in every state, the newest first, filtered by state and player; the open one is beside them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import { WITHDRAWAL_STATES } from '../../../game/withdrawal/withdrawal.ts'
import type { WithdrawalRow, WithdrawalsReply } from '../../../protocol/office/withdrawals.ts'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { Decision } from './Decision.tsx'
import { parseWithdrawalsSearch, type WithdrawalsSearch, withdrawalsQuery } from './search.ts'
import { WithdrawalPanel } from './WithdrawalPanel.tsx'
import styles from './withdrawals.module.css'

const route = getRouteApi('/frame/withdrawals')

function useColumns(): readonly Column<WithdrawalRow>[] {
  const { t, i18n } = useTranslation('officeWithdrawals')
  return [
    {
      id: 'item',
      header: t('item'),
      cell: ({ row: { original } }) => (
        <Link
          from="/withdrawals"
          to="/withdrawals"
          search={(search) => ({ ...search, withdrawal: original.id })}
          resetScroll={false}
        >
          {wornItemName(original.item, i18n.language as Language)}
        </Link>
      ),
    },
    { id: 'won', header: t('won'), cell: ({ row: { original } }) => <Money cents={original.won} /> },
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) => (
        <Link to="/players" search={{ player: String(original.player.id) }}>
          {original.player.username}
        </Link>
      ),
    },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => t(`states.${original.state}`) },
    { id: 'changed', header: t('changed'), cell: ({ row: { original } }) => <Moment at={original.changedAt} /> },
    { id: 'requested', header: t('requested'), cell: ({ row: { original } }) => <Moment at={original.requestedAt} /> },
    {
      id: 'decision',
      header: t('decided-by'),
      cell: ({ row: { original } }) =>
        original.decision === null ? null : (
          <div className={styles.words}>
            <Decision act={original.decision} />
          </div>
        ),
    },
  ]
}

function AllFilters(): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  /** Another choice begins with its newest withdrawals. */
  const filter = (change: Partial<Record<keyof WithdrawalsSearch, string | undefined>>): void =>
    void navigate({ search: (old) => parseWithdrawalsSearch({ ...old, ...change, cursor: undefined }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <FilterSelect
        label={t('state')}
        all={t('every-state')}
        value={search.state}
        values={WITHDRAWAL_STATES}
        wordsOf={(state) => t(`states.${state}`)}
        onChange={(state) => filter({ state })}
      />
      <FilterField label={t('player-number')} value={search.player} onChange={(player) => filter({ player })} />
    </Filters>
  )
}

export function AllWithdrawals(): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const search = route.useSearch()
  const { withdrawal, state, player, cursor } = search
  const query = withdrawalsQuery(search)
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [WITHDRAWALS, 'all', query],
    queryFn: () => api.get<WithdrawalsReply>('/withdrawals/all', query),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? POLL_MS : false,
  })
  return (
    <Split panel={withdrawal === undefined ? null : <WithdrawalPanel key={withdrawal} id={withdrawal} />}>
      <AllFilters />
      <Fault error={error} />
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyList
          isFiltered={state !== undefined || player !== undefined}
          isFurther={data.cursor !== null}
          title={t('none-all')}
          text={t('none-all-text')}
        />
      ) : (
        <Table
          label={t('tabs.all')}
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
          selected={withdrawal}
          numbers={['won']}
        />
      )}
      <PageLinks to="/withdrawals" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </Split>
  )
}
