// Why a case waits: each reason in words, with the numbers, ids and days that it rests on beside it.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { REVIEW_REASONS, type ReviewReason } from '../../../game/withdrawal/withdrawal-review.ts'
import { formatDate, formatMoney } from '../../../i18n/format.ts'
import type { CaseReply, Evidence } from '../../../protocol/office/withdrawals.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id } from '../../parts/Plain.tsx'
import { RelatedAccount } from '../../session/RelatedAccount.tsx'
import { dayText } from '../../session/search.ts'
import styles from './withdrawals.module.css'

/** Reasons that rest on what is shared with other accounts, and what that is. */
const SHARED = {
  'shared-device': 'device',
  'shared-card': 'card',
  'shared-trade': 'trade',
  'shared-address': 'address',
} as const satisfies Partial<Record<ReviewReason, CaseReply['player']['relations'][number]['reason']>>

type SharedReason = keyof typeof SHARED

const isShared = (reason: ReviewReason): reason is SharedReason => Object.hasOwn(SHARED, reason)

/** How many accounts of a reason are named before the list of all related ones. */
const NAMED_MOST = 5

function Related({ reason, data }: { reason: SharedReason; data: CaseReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const related = data.player.relations.filter((relation) => relation.reason === SHARED[reason])
  if (related.length === 0) return <p>{t('why.gone')}</p>
  return (
    <ul className={styles.evidence}>
      {related.slice(0, NAMED_MOST).map((relation) => (
        <li key={relation.id}>
          <RelatedAccount relation={relation} />
        </li>
      ))}
      {related.length <= NAMED_MOST ? null : <li>{t('why.more', { count: related.length - NAMED_MOST })}</li>}
    </ul>
  )
}

function Battles({ battles }: Pick<Evidence, 'battles'>): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  if (battles.length === 0) return <p>{t('why.gone')}</p>
  return (
    <ul className={styles.evidence}>
      {battles.map(({ player, battles: count, isPaired, received, given, won, lost, lastDay }) => (
        <li key={player.id}>
          <Link to="/players" search={{ player: String(player.id) }}>
            {player.username}
          </Link>{' '}
          <span>{t('why.battles', { count })}</span> {isPaired ? <Chip tone="bad">{t('why.paired')}</Chip> : null}{' '}
          <span>
            {t('why.funded', {
              received: formatMoney(received),
              given: formatMoney(given),
              won: formatMoney(won),
              lost: formatMoney(lost),
            })}
          </span>{' '}
          <span className="figures">{dayText(lastDay)}</span>
        </li>
      ))}
    </ul>
  )
}

function SteamWords({ reason, evidence }: { reason: ReviewReason; evidence: Evidence }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { steam, steamAccountDays } = evidence
  if (steam === null) return <p>{t('why.steam-never')}</p>
  const created = steam.createdAt === null ? null : formatDate(steam.createdAt)
  return (
    <p>
      <span>
        {reason === 'steam-new' && created !== null
          ? t('why.steam-new', { date: created, days: steamAccountDays })
          : created === null
            ? t('why.steam-hidden')
            : t('why.steam-since', { date: created })}
      </span>{' '}
      <span>{t('why.steam-asked')}</span> <Moment at={steam.checkedAt} />
    </p>
  )
}

function DepositWords({ deposits }: Pick<Evidence, 'deposits'>): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { first, firstDepositHours } = deposits
  if (first === null) return <p>{t('why.no-deposit')}</p>
  return (
    <p>
      <span>{t('why.first-deposit', { amount: formatMoney(first.amount), hours: firstDepositHours })}</span>{' '}
      <Moment at={first.at} /> <Id id={first.order} />
    </p>
  )
}

/** What a reason rests on. */
function Ground({ reason, data }: { reason: ReviewReason; data: CaseReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { evidence } = data
  if (isShared(reason)) return <Related reason={reason} data={data} />
  switch (reason) {
    case 'value': {
      const { item, day, dayCount, itemAbove, dayAbove } = evidence.value
      const sums = {
        item: formatMoney(item),
        day: formatMoney(day),
        itemAbove: formatMoney(itemAbove),
        dayAbove: formatMoney(dayAbove),
      }
      return <p>{t('why.value', { ...sums, count: dayCount })}</p>
    }
    case 'no-deposit':
    case 'first-deposit':
      return <DepositWords deposits={evidence.deposits} />
    case 'battles-paired':
    case 'battles-funded':
      return <Battles battles={evidence.battles} />
    default:
      return <SteamWords reason={reason} evidence={evidence} />
  }
}

export function CaseReasons({ data }: { data: CaseReply }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { items, evidence } = data
  const reasons = REVIEW_REASONS.filter((reason) => items.some((item) => item.reasons.includes(reason)))
  return (
    <section className={styles.part} aria-label={t('why.title')}>
      <h3>{t('why.title')}</h3>
      <ul className={styles.reasons}>
        {reasons.map((reason) => {
          const count = items.filter((item) => item.reasons.includes(reason)).length
          return (
            <li key={reason}>
              <p>
                <strong>{t(`reasons.${reason}`)}</strong>{' '}
                {count === items.length ? null : <span className={styles.note}>{t('why.of-items', { count })}</span>}{' '}
                {evidence.weak.reasons.includes(reason) ? <Chip>{t('why.weak')}</Chip> : null}
              </p>
              <Ground reason={reason} data={data} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
