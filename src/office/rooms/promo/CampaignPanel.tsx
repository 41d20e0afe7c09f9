// One campaign: the players who came by it in the period, the newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignName, CampaignPlayer, CampaignPlayersReply } from '../../../protocol/office/campaigns.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Panel } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { POLL_MS } from '../../session/session.ts'
import { campaignOfKey } from './campaign-key.ts'
import styles from './promo.module.css'

const route = getRouteApi('/frame/promo')

function useColumns(): readonly Column<CampaignPlayer>[] {
  const { t } = useTranslation('officeCampaigns')
  return [
    {
      id: 'player',
      header: t('player'),
      cell: ({ row: { original } }) => (
        <>
          <Link to="/players" search={{ player: String(original.player.id) }}>
            {original.player.username}
          </Link>{' '}
          {original.player.isBanned ? <Chip tone="bad">{t('banned')}</Chip> : null}
        </>
      ),
    },
    { id: 'at', header: t('at'), cell: ({ row: { original } }) => <Moment at={original.at} /> },
    ...(['content', 'term'] as const).map(
      (name): Column<CampaignPlayer> => ({
        id: name,
        header: t(name),
        cell: ({ row: { original } }) => <span className={styles.name}>{original[name] || '—'}</span>,
      }),
    ),
    {
      id: 'deposited',
      header: t('deposited'),
      cell: ({ row: { original } }) => <Money cents={original.deposited} />,
    },
    { id: 'margin', header: t('margin'), cell: ({ row: { original } }) => <Money cents={original.margin} /> },
  ]
}

function Players({ name }: { name: CampaignName }): ReactElement {
  const { t } = useTranslation('officeCampaigns')
  const { from, to, uses } = route.useSearch()
  const query = { ...name, from, to, cursor: uses }
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['promo', 'campaign', query],
    queryFn: () => api.get<CampaignPlayersReply>('/promo/campaigns/players', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : data.players.length === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <Table
          label={t('players')}
          columns={columns}
          rows={data.players}
          keyOf={({ player }) => String(player.id)}
          numbers={['deposited', 'margin']}
        />
      )}
      <PageLinks to="/promo" name="uses" isFirst={uses === undefined} next={data?.cursor ?? null} />
    </>
  )
}

export function CampaignPanel({ open }: { open: string }): ReactElement | null {
  const { t } = useTranslation('officeCampaigns')
  const name = campaignOfKey(open)
  if (name === undefined) return null
  const words = [name.source, name.medium, name.campaign].filter((text) => text !== '').join(' · ')
  return (
    <Panel title={words === '' ? t('unnamed') : words} close={<CloseLink to="/promo" drop="open" />}>
      <Players name={name} />
    </Panel>
  )
}
