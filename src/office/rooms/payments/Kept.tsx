// Money that arrived and may not be credited, what is kept longest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../../i18n/charge.ts'
import type { KeptReply, KeptRow } from '../../../protocol/office/payments.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { useCodeText } from '../../session/reason-text.ts'
import { POLL_MS } from '../../session/session.ts'
import { OrderLink, PlayerLink } from './OrderLink.tsx'

const route = getRouteApi('/frame/payments')

function useColumns(): readonly Column<KeptRow>[] {
  const { t } = useTranslation('officePayments')
  const codeText = useCodeText()
  return [
    { id: 'order', header: t('order'), cell: ({ row: { original } }) => <OrderLink id={original.order} /> },
    { id: 'since', header: t('since'), cell: ({ row: { original } }) => <Moment at={original.since} /> },
    { id: 'amount', header: t('amount'), cell: ({ row: { original } }) => <Money cents={original.amount} /> },
    {
      id: 'minor',
      header: t('kept.received'),
      cell: ({ row: { original } }) => formatCharge(original.minor, original.currency),
    },
    { id: 'reason', header: t('reason'), cell: ({ row: { original } }) => codeText(original.reason) },
    {
      id: 'way',
      header: t('kept.next'),
      cell: ({ row: { original } }) => (
        <Chip tone={original.way === 'person' ? 'warn' : 'calm'}>{t(`kept.ways.${original.way}`)}</Chip>
      ),
    },
    { id: 'player', header: t('player'), cell: ({ row: { original } }) => <PlayerLink player={original.player} /> },
    { id: 'provider', header: t('provider'), cell: ({ row: { original } }) => original.provider },
  ]
}

export function Kept(): ReactElement {
  const { t } = useTranslation('officePayments')
  const { order, cursor } = route.useSearch()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, 'kept', cursor],
    queryFn: () => api.get<KeptReply>('/payments/kept', { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.kept.length === 0 ? (
        <EmptyState title={t('none.kept')} />
      ) : (
        <Table
          label={t('tabs.kept')}
          columns={columns}
          rows={data.kept}
          keyOf={(row) => `${row.order}:${row.part}`}
          selected={order === undefined ? undefined : `${order}:payment`}
          numbers={['amount', 'minor']}
        />
      )}
      <PageLinks to="/payments" order="waiting" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
