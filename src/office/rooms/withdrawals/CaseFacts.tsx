// The player of a case: what stops them, their account, deposits and play, related accounts, and the notes of colleagues.
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../i18n/format.ts'
import { parseLanguage } from '../../../i18n/language.ts'
import type { CaseReply } from '../../../protocol/office/withdrawals.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Id, Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { RelatedAccount } from '../../session/RelatedAccount.tsx'
import styles from './withdrawals.module.css'

/** What holds withdrawals after an approval too, and open disputes. */
function Stops({ data: { player, disputes } }: { data: CaseReply }): ReactElement | null {
  const { t } = useTranslation(['officeWithdrawals', 'officePlayers'])
  const { holds, ban, exclusion } = player
  if (holds.length === 0 && ban === null && exclusion === null && disputes.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('stops')}>
      <h3>{t('stops')}</h3>
      <ul className={styles.evidence}>
        {ban === null ? null : (
          <li>
            <Chip tone="bad">{t('officePlayers:holds.ban')}</Chip> <span>{ban.reason}</span> <Moment at={ban.at} />
          </li>
        )}
        {holds
          .filter(({ reason }) => reason !== 'ban')
          .map(({ reason, since, until }) => (
            <li key={reason}>
              <Chip tone="warn">{t(`officePlayers:holds.${reason}`)}</Chip> <Moment at={until ?? since} />
            </li>
          ))}
        {exclusion === null ? null : (
          <li>
            <span>{t(`officePlayers:holds.${exclusion.kind}`)}</span>{' '}
            {exclusion.until === null ? null : <Moment at={exclusion.until} />}
          </li>
        )}
        {disputes.map(({ order, provider, reference, reason, amount, openedAt }) => (
          <li key={reference}>
            <Chip tone="bad">{t('dispute')}</Chip> <Money cents={amount} /> <span>{`${provider}: ${reason}`}</span>{' '}
            <Moment at={openedAt} /> <Id id={order} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useFacts({ player, evidence, approved }: CaseReply): readonly (readonly [string, ReactNode])[] {
  const { t, i18n } = useTranslation(['officeWithdrawals', 'officePlayers'])
  const language = parseLanguage(i18n.language) ?? 'en'
  const { money } = player
  const { count, sum, first, last } = evidence.deposits
  const sums = ['balance', 'locked', 'worth', 'debt', 'turnoverMissing'] as const
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    [t('officePlayers:number'), <Id key="number" id={String(player.id)} />],
    [t('officePlayers:steamid'), <Id key="steamid" id={player.steamid} />],
    [t('officePlayers:since'), <Moment key="since" at={player.createdAt} />],
    [
      t('deposits'),
      <span key="deposits">
        <Money cents={sum} /> · <Count count={count} />
      </span>,
    ],
    first === null ? null : [t('first-deposit'), <Moment key="first" at={first.at} />],
    last === null ? null : [t('last-deposit'), <Moment key="last" at={last.at} />],
    [t('staked'), <Money key="staked" cents={money.spent} />],
    [
      t('returned'),
      <span key="returned">
        <Money cents={money.won} />
        {money.spent === 0 ? null : <span> · {formatPercent(money.won / money.spent, language)}</span>}
      </span>,
    ],
    ...sums.map((name) => [t(`officePlayers:money.${name}`), <Money key={name} cents={money[name]} />] as const),
    [t('approved-today'), <Money key="approved" cents={approved} />],
  ]
  return facts.filter((fact) => fact !== null)
}

function Relations({ relations }: { relations: CaseReply['player']['relations'] }): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  if (relations.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('relations.title')}>
      <h3>{t('relations.title')}</h3>
      <ul className={styles.evidence}>
        {relations.map((relation) => (
          <li key={`${relation.id}:${relation.reason}`}>
            <RelatedAccount relation={relation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ player }: Pick<CaseReply, 'player'>): ReactElement {
  const { t } = useTranslation(['officePlayers', 'officeWithdrawals'])
  return (
    <section className={styles.part} aria-label={t('notes.title')}>
      <h3>{t('notes.title')}</h3>
      {player.notes.length === 0 ? <p className={styles.note}>{t('officeWithdrawals:no-notes')}</p> : null}
      <ul className={styles.evidence}>
        {player.notes.map(({ id, at, by, text }) => (
          <li key={id}>
            <strong>{by}</strong> <Moment at={at} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CaseFacts({ data }: { data: CaseReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const facts = useFacts(data)
  return (
    <>
      <Stops data={data} />
      <section className={styles.part} aria-label={t('account')}>
        <h3>{t('account')}</h3>
        <Facts facts={facts} />
      </section>
      <Relations relations={data.player.relations} />
      <Notes player={data.player} />
      <p>
        <Link to="/audit" search={{ subject: `player:${data.player.id}` }}>
          {t('audit')}
        </Link>
      </p>
    </>
  )
}
