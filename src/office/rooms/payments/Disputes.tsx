// Disputes: open ones by their deadline, closed ones by their end.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { DISPUTE_STATES } from '../../../game/payments/reversal.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import type { DisputeListRow, DisputesReply } from '../../../protocol/office/payments.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { Deadline } from './Deadline.tsx'
import { OrderLink, PlayerLink } from './OrderLink.tsx'
import { parsePaymentsSearch } from './search.ts'

const route = getRouteApi('/frame/payments')

function useColumns(): readonly Column<DisputeListRow>[] {
  const { t } = useTranslation('officePayments')
  return [
    { id: 'order', header: t('order'), cell: ({ row: { original } }) => <OrderLink id={original.order} /> },
    {
      id: 'due',
      header: t('disputes.due'),
      cell: ({ row: { original } }) => (
        <Deadline dueAt={original.dueAt} answeredAt={original.answeredAt} isOpen={original.state === 'open'} />
      ),
    },
    {
      id: 'minor',
      header: t('amount'),
      cell: ({ row: { original } }) => formatCharge(original.minor, original.currency),
    },
    { id: 'reason', header: t('reason'), cell: ({ row: { original } }) => original.reason },
    { id: 'opened', header: t('since'), cell: ({ row: { original } }) => <Moment at={original.openedAt} /> },
    { id: 'player', header: t('player'), cell: ({ row: { original } }) => <PlayerLink player={original.player} /> },
    { id: 'provider', header: t('provider'), cell: ({ row: { original } }) => original.provider },
  ]
}

export function Disputes(): ReactElement {
  const { t } = useTranslation(['officePayments', 'office', 'officeEvents'])
  const { order, dispute = 'open', cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, 'disputes', dispute, cursor],
    queryFn: () => api.get<DisputesReply>('/payments/disputes', { state: dispute, cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const choose = (state: string): void =>
    void navigate({
      search: (before) =>
        parsePaymentsSearch({ ...before, dispute: state === 'open' ? undefined : state, cursor: undefined }),
      replace: true,
    })
  return (
    <>
      <Filters label={t('office:filters')}>
        <SelectField label={t('state')} value={dispute} onChange={({ target }) => choose(target.value)}>
          {DISPUTE_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`officeEvents:dispute.${state}`)}
            </option>
          ))}
        </SelectField>
      </Filters>
      <Fault error={error} />
      {data === undefined ? null : data.disputes.length === 0 ? (
        <EmptyState title={t(`none.disputes.${dispute}`)} />
      ) : (
        <Table
          label={t('tabs.disputes')}
          columns={columns}
          rows={data.disputes}
          keyOf={(row) => `${row.provider}:${row.id}`}
          numbers={['minor']}
          selected={data.disputes.filter((row) => row.order === order).map((row) => `${row.provider}:${row.id}`)[0]}
        />
      )}
      <PageLinks
        to="/payments"
        order={dispute === 'open' ? 'waiting' : 'newest'}
        isFirst={cursor === undefined}
        next={data?.cursor ?? null}
      />
    </>
  )
}
