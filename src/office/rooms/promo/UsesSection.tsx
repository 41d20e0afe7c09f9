// The paid orders with a code or with the codes of a batch, or the cases that they opened, the newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { PromoUse, PromoUsesReply } from '../../../protocol/office/promo.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { OrderChip } from '../../session/OrderChip.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './promo.module.css'

const route = getRouteApi('/frame/promo')

function useColumns(isOfBatch: boolean, isCase: boolean): readonly Column<PromoUse>[] {
  const { t } = useTranslation('officePromo')
  const code: Column<PromoUse> = {
    id: 'code',
    header: t('code'),
    cell: ({ row: { original } }) => (
      <Link to="/promo" search={{ code: original.code }} className={styles.code}>
        {original.code}
      </Link>
    ),
  }
  const won: readonly Column<PromoUse>[] = [
    { id: 'result', header: t('uses.result'), cell: ({ row: { original } }) => <Id id={original.id} /> },
    { id: 'won', header: t('uses.won'), cell: ({ row: { original } }) => <Money cents={original.won} /> },
  ]
  const ofOrder: readonly Column<PromoUse>[] = [
    {
      id: 'order',
      header: t('uses.order'),
      cell: ({ row: { original } }) => (
        <Link to="/payments" search={{ order: original.id }}>
          <Id id={original.id} />
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ row: { original } }) => (original.order === null ? null : <OrderChip state={original.order.state} />),
    },
    {
      id: 'amount',
      header: t('uses.amount'),
      cell: ({ row: { original } }) => <Money cents={original.order?.amount ?? 0} />,
    },
    {
      id: 'bonus',
      header: t('uses.bonus'),
      cell: ({ row: { original } }) => <Money cents={original.order?.bonus ?? 0} />,
    },
  ]
  return [
    {
      id: 'player',
      header: t('uses.player'),
      cell: ({ row: { original } }) => (
        <>
          <Link to="/players" search={{ player: String(original.player.id) }}>
            {original.player.username}
          </Link>{' '}
          {original.player.isBot ? <Chip>{t('uses.bot')}</Chip> : null}
        </>
      ),
    },
    {
      id: 'at',
      header: t(isCase ? 'uses.opened' : 'uses.at'),
      cell: ({ row: { original } }) => <Moment at={original.at} />,
    },
    ...(isOfBatch ? [code] : []),
    ...(isCase ? won : ofOrder),
  ]
}

interface UsesSectionProps {
  path: string
  isOfBatch: boolean
  /** Whether it opens a case, instead of adding to a deposit. */
  isCase: boolean
}

export function UsesSection({ path, isOfBatch, isCase }: UsesSectionProps): ReactElement {
  const { t } = useTranslation('officePromo')
  const { uses: cursor } = route.useSearch()
  const columns = useColumns(isOfBatch, isCase)
  const { data, error } = useQuery({
    queryKey: ['promo', 'uses', path, cursor],
    queryFn: () => api.get<PromoUsesReply>(`/promo/${path}/uses`, { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <div className={styles.part}>
      <h3>{t('uses.title')}</h3>
      <Fault error={error} />
      {data === undefined ? null : data.uses.length === 0 ? (
        <p>{t('uses.none')}</p>
      ) : (
        <Table
          label={t('uses.title')}
          columns={columns}
          rows={data.uses}
          keyOf={({ id }) => id}
          numbers={['amount', 'bonus', 'won']}
        />
      )}
      <PageLinks to="/promo" name="uses" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </div>
  )
}
