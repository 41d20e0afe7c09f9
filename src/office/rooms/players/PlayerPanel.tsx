// One player: what they hold, what holds them, their orders and withdrawals, who is related, and the notes of colleagues.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMPAIGN_FIELDS } from '../../../game/rewards/campaign.ts'
import type { PlayerReply } from '../../../protocol/office/players.ts'
import { Chip } from '../../parts/Chip.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { CopyButton, Count, Id, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { RelatedAccount } from '../../session/RelatedAccount.tsx'
import { POLL_MS } from '../../session/session.ts'
import { Holds, Limits } from './Holds.tsx'
import { Letters } from './Letters.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Disputes, Orders, Withdrawals } from './Payments.tsx'
import { PlayerActs } from './PlayerActs.tsx'

function Holdings({ player }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const { money } = player
  const sums = [
    'balance',
    'locked',
    'worth',
    'debt',
    'deposited',
    'turnoverMissing',
    'spent',
    'won',
    'margin',
    'unlocked',
  ] as const
  return (
    <Facts
      facts={[
        ...sums.map((name) => [t(`money.${name}`), <Money key={name} cents={money[name]} />] as const),
        [t('money.items'), <Count key="items" count={money.items} />],
      ]}
    />
  )
}

function Relations({ relations }: Pick<PlayerReply, 'relations'>): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  if (relations.length === 0) return null
  return (
    <>
      <h3>{t('relations.title')}</h3>
      <ul>
        {relations.map((relation) => (
          <li key={`${relation.id}:${relation.reason}`}>
            <RelatedAccount relation={relation} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Notes({ player }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <>
      <h3>{t('notes.title')}</h3>
      <NoteForm id={player.id} />
      <ul>
        {player.notes.map(({ id, at, by, text }) => (
          <li key={id}>
            <strong>{by}</strong> <Moment at={at} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

const TONES = { active: 'good', banned: 'bad', erasing: 'warn', erased: 'calm' } as const

/** Returns what the link of an advertisement said, in its order. */
const campaignWords = (campaign: NonNullable<PlayerReply['campaign']>): string =>
  CAMPAIGN_FIELDS.map((field) => campaign[field])
    .filter((text) => text !== '')
    .join(' · ')

function Page({ player }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <>
      <Facts
        facts={[
          [
            t('state'),
            <Chip key="state" tone={TONES[player.state]}>
              {t(`states.${player.state}`)}
            </Chip>,
          ],
          [t('number'), <Id key="number" id={String(player.id)} />],
          [t('steamid'), <Id key="steamid" id={player.steamid} />],
          [t('since'), <Moment key="since" at={player.createdAt} />],
          ...(player.campaign === null ? [] : [[t('came-by'), campaignWords(player.campaign)] as const]),
        ]}
      />
      <PlayerActs player={player} />
      <Holds player={player} />
      <Withdrawals player={player} />
      <Holdings player={player} />
      <Limits player={player} />
      <Orders player={player} />
      <Disputes player={player} />
      <Relations relations={player.relations} />
      <Letters id={player.id} />
      <Notes player={player} />
      <DialogActions>
        <Link to="/audit" search={{ subject: `player:${player.id}` }}>
          {t('about-them')}
        </Link>
        <CopyButton text={player.steamid} label={t('copy-steamid')} />
      </DialogActions>
    </>
  )
}

export function PlayerPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const { data, error } = useQuery({
    queryKey: ['players', id],
    queryFn: () => api.get<PlayerReply>(`/players/${id}`),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title={data?.username ?? t('player')} close={<CloseLink to="/players" drop="player" />}>
      <Fault error={error} />
      {data === undefined ? null : <Page player={data} />}
    </Panel>
  )
}
