// A dispute of an order: its deadline, the file of evidence, and what was answered.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../../i18n/charge.ts'
import type { OrderDispute, OrderReply } from '../../../protocol/office/orders.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Id } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { PAYMENTS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { saveFile } from '../../session/save-file.ts'
import { useAct } from '../../session/use-act.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { Deadline } from './Deadline.tsx'
import styles from './payments.module.css'

const TONES = { open: 'bad', won: 'good', lost: 'bad' } as const

export function DisputeSection({ order, dispute }: { order: OrderReply; dispute: OrderDispute }): ReactElement {
  const { t } = useTranslation(['officePayments', 'officeEvents'])
  const [isAnswering, setAnswering] = useState(false)
  const { state, reason, minor, openedAt, dueAt, closedAt, answers } = dispute
  const evidence = useAct(
    'orders.evidence',
    async () => saveFile(await api.download(`/orders/${order.id}/evidence`, {}), `evidence-${order.id}.html`),
    [[PAYMENTS]],
  )
  return (
    <section className={styles.box} aria-label={t('disputes.title')}>
      <h3>
        {t('disputes.title')} <Chip tone={TONES[state]}>{t(`officeEvents:dispute.${state}`)}</Chip>
      </h3>
      <Facts
        facts={[
          [t('reason'), reason],
          [t('amount'), formatCharge(minor, order.currency)],
          [t('since'), <Moment key="opened" at={openedAt} />],
          [
            t('disputes.due'),
            <Deadline key="due" dueAt={dueAt} answeredAt={answers.at(-1)?.at ?? null} isOpen={state === 'open'} />,
          ],
          ...(closedAt === null ? [] : [[t('disputes.closed'), <Moment key="closed" at={closedAt} />] as const]),
          [t('disputes.id'), <Id key="id" id={dispute.id} />],
          ...(order.evidence === null
            ? []
            : [
                [
                  t('disputes.file'),
                  <span key="file">
                    <Moment at={order.evidence.at} /> {order.evidence.by} <Id id={order.evidence.digest} />
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {answers.length === 0 ? null : (
        <ul className={styles.rows}>
          {answers.map(({ id, at, author, sent }) => (
            <li key={id}>
              <Moment at={at} /> <span>{author}</span> <span className={styles.words}>{sent}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        <ActButton verb="orders.evidence" busy={evidence.isPending} onClick={() => evidence.mutate(undefined)}>
          {t('disputes.download')}
        </ActButton>
        <ActButton
          verb="orders.answer"
          tone="signal"
          disabledReason={state === 'open' ? undefined : t('disputes.over')}
          onClick={() => setAnswering(true)}
        >
          {t('disputes.answer')}
        </ActButton>
      </div>
      <Fault error={evidence.error} />
      <AnswerDialog open={isAnswering} order={order.id} dispute={dispute.id} onClose={() => setAnswering(false)} />
    </section>
  )
}
