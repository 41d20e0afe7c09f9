// What is or was kept of an order, and what can be done with it.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../../i18n/charge.ts'
import type { OrderReply } from '../../../protocol/office/orders.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { useCodeText } from '../../session/reason-text.ts'
import type { KeptAct } from './KeptDialog.tsx'
import styles from './payments.module.css'

const KeptDialog = lazy(async () => ({ default: (await import('./KeptDialog.tsx')).KeptDialog }))

export function KeptSection({ order }: { order: OrderReply }): ReactElement | null {
  const { t } = useTranslation('officePayments')
  const codeText = useCodeText()
  const [act, setAct] = useState<KeptAct | null>(null)
  if (order.kept.length === 0) return null
  const isKept = order.kept.some(({ endedAt }) => endedAt === null)
  return (
    <section className={styles.box} aria-label={t('tabs.kept')}>
      <h3>{t('tabs.kept')}</h3>
      <ul className={styles.rows}>
        {order.kept.map(({ part, amount, minor, reason, state, since, dueAt, problem }) => (
          <li key={part}>
            <Money cents={amount} />{' '}
            {order.currency === 'USD' && minor === amount ? null : <span>{formatCharge(minor, order.currency)}</span>}{' '}
            <Chip tone={state === 'waiting' ? 'warn' : 'calm'}>{t(`kept.states.${state}`)}</Chip>{' '}
            <span>{codeText(reason)}</span>
            <span className={styles.words}>
              {t('since')} <Moment at={since} />
              {dueAt === null ? null : (
                <>
                  {' · '}
                  {t('kept.again')} <Moment at={dueAt} />
                </>
              )}
            </span>
            {problem === null ? null : <span className={styles.words}>{problem}</span>}
          </li>
        ))}
      </ul>
      {isKept ? (
        <div className={styles.acts}>
          <ActButton verb="orders.return" tone="signal" onClick={() => setAct('return')}>
            {t('kept.return.do')}
          </ActButton>
          <ActButton verb="orders.credit" onClick={() => setAct('credit')}>
            {t('kept.credit.do')}
          </ActButton>
        </div>
      ) : null}
      <Suspense fallback={null}>
        <KeptDialog act={act} order={order.id} onClose={() => setAct(null)} />
      </Suspense>
    </section>
  )
}
