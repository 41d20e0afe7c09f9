// Players who owe, the greatest debt first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { DebtRow, DebtsReply } from '../../../protocol/office/payments.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { OrderLink, PlayerLink } from './OrderLink.tsx'

const route = getRouteApi('/frame/payments')

function useColumns(): readonly Column<DebtRow>[] {
  const { t } = useTranslation('officePayments')
  return [
    { id: 'player', header: t('player'), cell: ({ row: { original } }) => <PlayerLink player={original.player} /> },
    { id: 'debt', header: t('debts.debt'), cell: ({ row: { original } }) => <Money cents={original.debt} /> },
    { id: 'paid', header: t('debts.paid'), cell: ({ row: { original } }) => <Money cents={original.paid} /> },
    {
      id: 'since',
      header: t('since'),
      cell: ({ row: { original } }) => (original.since === null ? t('unknown') : <Moment at={original.since} />),
    },
    {
      id: 'order',
      header: t('order'),
      cell: ({ row: { original } }) => (original.order === null ? t('unknown') : <OrderLink id={original.order} />),
    },
  ]
}

export function Debts(): ReactElement {
  const { t } = useTranslation('officePayments')
  const { cursor } = route.useSearch()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, 'debts', cursor],
    queryFn: () => api.get<DebtsReply>('/payments/debts', { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.debts.length === 0 ? (
        <EmptyState title={t('none.debts')} />
      ) : (
        <Table
          label={t('tabs.debts')}
          columns={columns}
          rows={data.debts}
          keyOf={({ player }) => String(player.id)}
          numbers={['debt', 'paid']}
        />
      )}
      <PageLinks to="/payments" order="greatest" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
