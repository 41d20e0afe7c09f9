// What happened to an order, and the ledger's entries.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderEvent, OrderReply } from '../../../protocol/office/orders.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { useAuthorText } from '../../session/author-text.ts'
import { AccountName } from '../../session/difference-words.tsx'
import { useReasonText } from '../../session/reason-text.ts'
import { useVerbText } from '../../session/verb-text.ts'
import styles from './payments.module.css'

function Event({ event: { at, what, words, act } }: { event: OrderEvent }): ReactElement {
  const { t } = useTranslation('officePayments')
  const authorText = useAuthorText()
  const verbText = useVerbText()
  const reasonText = useReasonText()
  const details =
    words === null
      ? null
      : what === 'returned'
        ? t(`history.causes.${words as 'refund'}`)
        : reasonText(words, what === 'kept' || act?.by.isJob === true)
  return (
    <li>
      <Moment at={at} /> <strong>{act === null ? t(`history.${what}`) : verbText(act.verb)}</strong>{' '}
      {act === null ? null : <span>{authorText(act.by)}</span>}
      {details === null ? null : <span className={styles.words}>{details}</span>}
    </li>
  )
}

export function History({ order }: { order: OrderReply }): ReactElement {
  const { t } = useTranslation(['officePayments', 'office'])
  return (
    <>
      <section className={styles.part} aria-label={t('history.title')}>
        <h3>{t('history.title')}</h3>
        {order.hasEarlierEvents ? (
          <p>
            {t('history.earlier')}{' '}
            <Link to="/audit" search={{ subject: `order:${order.id}` }}>
              {t('history.all-acts')}
            </Link>
          </p>
        ) : null}
        <ul className={styles.rows}>
          {order.events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
      </section>
      {order.transfers.length === 0 ? null : (
        <section className={styles.part} aria-label={t('office:entries')}>
          <h3>{t('office:entries')}</h3>
          <ul className={styles.rows}>
            {order.transfers.map(({ id, at, from, to, amount }) => (
              <li key={id}>
                <Moment at={at} /> <AccountName account={from} /> <span>→</span> <AccountName account={to} />{' '}
                <Money cents={amount} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
