// Withdrawals that do not go on by themselves: those that fail or take too long, and those that the shop lacks.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { StuckKind } from '../../../game/office/cases.ts'
import type { StuckReply, StuckRow } from '../../../protocol/office/withdrawals.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Split } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { WithdrawalPanel } from './WithdrawalPanel.tsx'
import styles from './withdrawals.module.css'

const route = getRouteApi('/frame/withdrawals')

function useColumns(): readonly Column<StuckRow>[] {
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
    { id: 'player', header: t('player'), cell: ({ row: { original } }) => original.player.username },
    { id: 'state', header: t('state'), cell: ({ row: { original } }) => t(`states.${original.state}`) },
    { id: 'since', header: t('since'), cell: ({ row: { original } }) => <Moment at={original.since} /> },
    {
      id: 'problem',
      header: t('problem'),
      cell: ({ row: { original } }) => <span className={styles.words}>{original.problem ?? ''}</span>,
    },
  ]
}

/** What to buy. */
function Lacking({ lacking }: Pick<StuckReply, 'lacking'>): ReactElement | null {
  const { t, i18n } = useTranslation('officeWithdrawals')
  if (lacking.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('lacking')}>
      <h3>{t('lacking')}</h3>
      <ul className={styles.evidence}>
        {lacking.map(({ item, count }) => (
          <li key={item.id}>
            <span>{wornItemName(item, i18n.language as Language)}</span> × <Count count={count} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Stuck({ kind }: { kind: StuckKind }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { withdrawal, cursor } = route.useSearch()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [WITHDRAWALS, 'stuck', kind, cursor],
    queryFn: () => api.get<StuckReply>('/withdrawals/stuck', { kind, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <Split panel={withdrawal === undefined ? null : <WithdrawalPanel key={withdrawal} id={withdrawal} />}>
      <Fault error={error} />
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyState title={t(`none-${kind}`)} text={t('none-stuck-text')} />
      ) : (
        <Table
          label={t(`tabs.${kind}`)}
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
          selected={withdrawal}
          numbers={['won']}
        />
      )}
      <Lacking lacking={data?.lacking ?? []} />
      <PageLinks to="/withdrawals" order="waiting" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </Split>
  )
}
