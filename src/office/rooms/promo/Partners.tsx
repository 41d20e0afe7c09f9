// The partners: players with a referral code, those who were paid most first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedPartner, PartnersReply } from '../../../protocol/office/promo.ts'
import { Chip } from '../../parts/Chip.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './promo.module.css'

const route = getRouteApi('/frame/promo')

function useColumns(): readonly Column<ListedPartner>[] {
  const { t } = useTranslation('officePromo')
  return [
    {
      id: 'player',
      header: t('partner.player'),
      cell: ({ row: { original } }) => (
        <>
          <Link
            from="/promo"
            to="/promo"
            search={(search) => ({ ...search, partner: String(original.player.id) })}
            resetScroll={false}
          >
            {original.player.username}
          </Link>{' '}
          {original.player.isBanned ? <Chip tone="bad">{t('partner.banned')}</Chip> : null}
        </>
      ),
    },
    {
      id: 'code',
      header: t('partner.code'),
      cell: ({ row: { original } }) => <span className={styles.code}>{original.code}</span>,
    },
    { id: 'visits', header: t('partner.visits'), cell: ({ row: { original } }) => <Count count={original.visits} /> },
    { id: 'joined', header: t('partner.joined'), cell: ({ row: { original } }) => <Count count={original.joined} /> },
    {
      id: 'own',
      header: t('partner.own'),
      cell: ({ row: { original } }) => (
        <span className="figures">
          {original.ownPercent === null ? t('no-bound') : t('partner.own-percent', { percent: original.ownPercent })}
        </span>
      ),
    },
    { id: 'paid', header: t('partner.paid'), cell: ({ row: { original } }) => <Money cents={original.paid} /> },
  ]
}

export function Partners(): ReactElement {
  const { t } = useTranslation('officePromo')
  const { cursor, partner } = route.useSearch()
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['promo', 'partners', cursor],
    queryFn: () => api.get<PartnersReply>('/promo/partners', { cursor }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <p className="lead">{t('partner.lead')}</p>
      <Fault error={error} />
      {data === undefined ? null : data.partners.length === 0 ? (
        <EmptyState title={t('none.partners')} text={t('none.partners-text')} />
      ) : (
        <Table
          label={t('tabs.partners')}
          columns={columns}
          rows={data.partners}
          keyOf={({ player }) => String(player.id)}
          selected={partner}
          numbers={['visits', 'joined', 'own', 'paid']}
        />
      )}
      <PageLinks to="/promo" order="greatest" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
