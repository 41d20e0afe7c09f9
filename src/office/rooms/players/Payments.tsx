// A player's withdrawals in progress with what they wait for, their newest orders, and the disputes about them.
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { PlayerOrder, PlayerReply, PlayerWithdrawal } from '../../../protocol/office/players.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id, Money } from '../../parts/Plain.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { isRefundable, OrderChip } from '../../session/OrderChip.tsx'
import { RefundDialog } from '../../session/RefundDialog.tsx'
import { WithdrawalLink } from '../../session/WithdrawalLink.tsx'
import { Acts } from './Acts.tsx'
import styles from './players.module.css'

function Withdrawal({ withdrawal }: { withdrawal: PlayerWithdrawal }): ReactElement {
  const { t, i18n } = useTranslation(['officePlayers', 'officeEvents'])
  const { id, at, state, item, worth, review, problem, acts } = withdrawal
  return (
    <li>
      <p>
        <Chip tone={state === 'review' ? 'warn' : 'calm'}>{t(`officeEvents:withdrawal.${state}`)}</Chip>{' '}
        <span>{wornItemName(item, i18n.language as Language)}</span> <Money cents={worth} />
      </p>
      <p>
        <Moment at={at} /> <WithdrawalLink id={id} />
      </p>
      {state === 'review' && review.length > 0 ? (
        <p>
          {t('withdrawals.waits')} {review.map((reason) => t(`officeEvents:review.${reason}`)).join(' · ')}
        </p>
      ) : null}
      {problem === null ? null : <p>{problem}</p>}
      <Acts acts={acts} />
    </li>
  )
}

export function Withdrawals({ player: { id, withdrawals } }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <>
      <h3>{t('withdrawals.title')}</h3>
      {withdrawals.length === 0 ? <p>{t('withdrawals.none')}</p> : null}
      <ul className={styles.list}>
        {withdrawals.map((withdrawal) => (
          <Withdrawal key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
      <p>
        <Link to="/withdrawals" search={{ tab: 'all', player: String(id) }}>
          {t('withdrawals.all')}
        </Link>
      </p>
    </>
  )
}

function Order({ order, onRefund }: { order: PlayerOrder; onRefund: () => void }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const { id, at, state, provider, amount, bonus, returned, acts } = order
  return (
    <li>
      <p>
        <OrderChip state={state} /> <Money cents={amount} />{' '}
        {bonus === 0 ? null : (
          <span>
            {t('orders.bonus')} <Money cents={bonus} />
          </span>
        )}{' '}
        {returned === 0 ? null : (
          <span>
            {t('orders.returned')} <Money cents={returned} />
          </span>
        )}
      </p>
      <p>
        <Moment at={at} /> <span>{provider}</span>{' '}
        <Link to="/payments" search={{ order: id }}>
          <Id id={id} />
        </Link>
      </p>
      <Acts acts={acts} />
      {isRefundable(state) ? (
        <ActButton verb="orders.refund" prospect={{ amount: amount + bonus - returned }} onClick={onRefund}>
          {t('orders.refund')}
        </ActButton>
      ) : null}
    </li>
  )
}

export function Orders({ player }: { player: PlayerReply }): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  const [refunded, setRefunded] = useState<string | null>(null)
  if (player.orders.length === 0) return null
  return (
    <>
      <h3>{t('orders.title')}</h3>
      <ul className={styles.list}>
        {player.orders.map((order) => (
          <Order key={order.id} order={order} onRefund={() => setRefunded(order.id)} />
        ))}
      </ul>
      <RefundDialog playerId={player.id} order={refunded} onClose={() => setRefunded(null)} />
    </>
  )
}

const DISPUTE_TONES = { open: 'bad', won: 'good', lost: 'bad' } as const

export function Disputes({ player: { disputes } }: { player: PlayerReply }): ReactElement | null {
  const { t } = useTranslation(['officePlayers', 'officeEvents'])
  if (disputes.length === 0) return null
  return (
    <>
      <h3>{t('disputes.title')}</h3>
      <ul className={styles.list}>
        {disputes.map(({ id, order, state, reason, openedAt, closedAt }) => (
          <li key={id}>
            <p>
              <Chip tone={DISPUTE_TONES[state]}>{t(`officeEvents:dispute.${state}`)}</Chip> <span>{reason}</span>
            </p>
            <p>
              <Moment at={openedAt} /> {closedAt === null ? null : <Moment at={closedAt} />}{' '}
              <span>{t('disputes.order')}</span>{' '}
              <Link to="/payments" search={{ tab: 'disputes', order }}>
                <Id id={order} />
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
