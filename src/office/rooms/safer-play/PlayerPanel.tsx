// One player: signals with what they rest on, the last month, limits with their history, exclusions, conversations.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { SaferPlayerReply } from '../../../protocol/office/safer-play.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { evidence } from './evidence.ts'
import { ConversationForm, ExcludeForm, LookForm } from './forms.tsx'
import styles from './safer-play.module.css'

const HOUR_MS = 3_600_000

interface PageProps {
  readonly page: SaferPlayerReply
}

function Signals({ page: { signals } }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  if (signals.length === 0) return <p>{t('no-signals')}</p>
  return (
    <ul className="stack">
      {signals.map(({ id, kind, numbers, firstSeen, lastSeen, waitsFrom, lookedAt, lookedBy }) => (
        <li key={id}>
          <p className={styles.signal}>
            <Chip tone={waitsFrom === null ? 'calm' : 'warn'}>{t(`kinds.${kind}`)}</Chip>{' '}
            <span>{evidence(kind, numbers, t)}</span>
          </p>
          <Facts
            facts={[
              [t('first-seen'), <Moment key="first" at={firstSeen} />],
              [t('last-seen'), <Moment key="last" at={lastSeen} />],
              ...(lookedAt === null
                ? []
                : [
                    [
                      t('looked'),
                      <span key="looked">
                        {lookedBy} <Moment at={lookedAt} />
                      </span>,
                    ] as const,
                  ]),
              ...(lookedAt === null || waitsFrom === null
                ? []
                : [[t('next-look'), <Moment key="next" at={waitsFrom} />] as const]),
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

function LastMonth({ page: { month } }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  return (
    <Facts
      facts={[
        [
          t('last.deposits'),
          <span key="deposits">
            <Money cents={month.deposited} /> (<Count count={month.deposits} />)
          </span>,
        ],
        [t('last.staked'), <Money key="staked" cents={month.staked} />],
        [t('last.result'), <Money key="result" cents={month.won - month.staked} />],
        [t('last.hours'), <Count key="hours" count={Math.round(month.playedMs / HOUR_MS)} />],
        [t('last.sessions'), <Count key="sessions" count={month.sessions} />],
      ]}
    />
  )
}

function Limits({ page: { limits, limitChanges } }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const sum = (amount: number | null): ReactElement =>
    amount === null ? <span>{t('no-limit')}</span> : <Money cents={amount} />
  if (limits.length === 0) return <p>{t('none.limits')}</p>
  return (
    <>
      <Facts facts={limits.map(({ window, amount }) => [t(`windows.${window}`), sum(amount)] as const)} />
      <ul>
        {limitChanges.map(({ id, window, before, after, at }) => (
          <li key={id}>
            <Moment at={at} /> <span>{t(`windows.${window}`)}:</span> {sum(before)} → {sum(after)}
          </li>
        ))}
      </ul>
    </>
  )
}

function Exclusions({ page: { exclusions } }: PageProps): ReactElement {
  const { t, i18n } = useTranslation('officeSaferPlay')
  if (exclusions.length === 0) return <p>{t('none.exclusions')}</p>
  return (
    <ul>
      {exclusions.map(({ id, kind, at, until, words }) => (
        <li key={id}>
          <span>{t(`exclusions.${kind}`)}</span>, <span>{t(words === null ? 'by-player' : 'by-shop')}</span>:{' '}
          <Moment at={at} /> – {until === null ? <span>{t('for-ever')}</span> : <Moment at={until} />}
          {words === null ? null : <p>{words[i18n.language as Language]}</p>}
        </li>
      ))}
    </ul>
  )
}

function Conversations({ page: { conversations } }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  if (conversations.length === 0) return <p>{t('none.conversations')}</p>
  return (
    <ul>
      {conversations.map(({ id, at, by, outcome, text }) => (
        <li key={id}>
          <strong>{by}</strong> <Moment at={at} /> <Chip>{t(`outcomes.${outcome}`)}</Chip>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

const ACTS = { note: ConversationForm, look: LookForm, exclude: ExcludeForm } as const

type Act = keyof typeof ACTS

function Acts({ page }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const [act, setAct] = useState<Act | null>(null)
  const prospect = { state: page.state }
  const close = (): void => setAct(null)
  const Form = act === null ? null : ACTS[act]
  const nothing = page.signals.length === 0 ? t('no-signals') : undefined
  return (
    <>
      <DialogActions>
        <ActButton verb="saferPlay.note" prospect={prospect} tone="signal" onClick={() => setAct('note')}>
          {t('note.act')}
        </ActButton>
        <ActButton verb="saferPlay.look" prospect={prospect} disabledReason={nothing} onClick={() => setAct('look')}>
          {t('look.act')}
        </ActButton>
        <ActButton verb="saferPlay.exclude" prospect={prospect} tone="danger" onClick={() => setAct('exclude')}>
          {t('exclude.act')}
        </ActButton>
      </DialogActions>
      <Dialog open={act !== null} onClose={close} title={t(`${act ?? 'note'}.title`, { name: page.player.username })}>
        {Form === null ? <span /> : <Form page={page} onClose={close} />}
      </Dialog>
    </>
  )
}

function Page({ page }: PageProps): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  return (
    <>
      <Acts page={page} />
      <h3>{t('headings.signals')}</h3>
      <Signals page={page} />
      <h3>{t('headings.month')}</h3>
      <LastMonth page={page} />
      <h3>{t('headings.conversations')}</h3>
      <Conversations page={page} />
      <h3>{t('headings.limits')}</h3>
      <Limits page={page} />
      <h3>{t('headings.exclusions')}</h3>
      <Exclusions page={page} />
      <DialogActions>
        <Link to="/players" search={{ player: String(page.player.id) }}>
          {t('show-player')}
        </Link>
      </DialogActions>
    </>
  )
}

export function PlayerPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officeSaferPlay')
  const { data, error } = useQuery({
    queryKey: ['safer-play', 'player', id],
    queryFn: () => api.get<SaferPlayerReply>(`/safer-play/players/${id}`),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title={data?.player.username ?? t('player')} close={<CloseLink to="/safer-play" drop="player" />}>
      <Fault error={error} />
      {data === undefined ? null : <Page page={data} />}
    </Panel>
  )
}
