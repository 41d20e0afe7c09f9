// One order: what can be done about it, what is kept and disputed of it, its facts, its history.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCharge } from '../../../i18n/charge.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { OrderReply } from '../../../protocol/office/orders.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Id, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { PAYMENTS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { isRefundable, OrderChip } from '../../session/OrderChip.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { DisputeSection } from './DisputeSection.tsx'
import { History } from './History.tsx'
import { KeptSection } from './KeptSection.tsx'
import { Marks } from './Marks.tsx'
import { PlayerLink } from './OrderLink.tsx'
import styles from './payments.module.css'

const RefundDialog = lazy(async () => ({ default: (await import('../../session/RefundDialog.tsx')).RefundDialog }))

function OrderActs({ order }: { order: OrderReply }): ReactElement {
  const { t } = useTranslation('officePayments')
  const [isRefunding, setRefunding] = useState(false)
  const { id, player, state, amount, bonus, returned } = order
  return (
    <div className={styles.acts}>
      <ActButton
        verb="orders.refund"
        prospect={{ amount: amount + bonus - returned }}
        disabledReason={isRefundable(state) ? undefined : t('not-refundable')}
        onClick={() => setRefunding(true)}
      >
        {t('refund')}
      </ActButton>
      <Suspense fallback={null}>
        <RefundDialog playerId={player.id} order={isRefunding ? id : null} onClose={() => setRefunding(false)} />
      </Suspense>
    </div>
  )
}

/** What the provider reported and the site could not book. */
function Question({ order: { id, question } }: { order: OrderReply }): ReactElement | null {
  const { t } = useTranslation('officePayments')
  const [isOpen, setOpen] = useState(false)
  if (question === null) return null
  return (
    <section className={styles.box} aria-label={t('question.title')}>
      <h3>{t('question.title')}</h3>
      <p>{question.text}</p>
      <p>
        <Moment at={question.at} />
        {question.answeredAt === null ? null : (
          <>
            {' · '}
            {t('question.answered')} <Moment at={question.answeredAt} />
          </>
        )}
      </p>
      {question.answeredAt === null ? (
        <div className={styles.acts}>
          <ActButton verb="orders.answer" tone="signal" onClick={() => setOpen(true)}>
            {t('question.answer')}
          </ActButton>
        </div>
      ) : null}
      <AnswerDialog open={isOpen} order={id} onClose={() => setOpen(false)} />
    </section>
  )
}

/** Freezes of withdrawals because of the order: a person ends that of a warning, the provider's events end the others. */
function Freezes({ order }: { order: OrderReply }): ReactElement | null {
  const { t } = useTranslation(['officePayments', 'officePlayers'])
  const release = useAct(
    'players.unfreeze',
    () => api.post<ActReply>(`/players/${order.player.id}/unfreeze`, { order: order.id }),
    [[PAYMENTS], ['players']],
  )
  if (order.freezes.length === 0) return null
  const isWarned = order.freezes.some(({ reason, liftedAt }) => reason === 'fraud-warning' && liftedAt === null)
  return (
    <section className={styles.box} aria-label={t('freezes.title')}>
      <h3>{t('freezes.title')}</h3>
      <ul className={styles.rows}>
        {order.freezes.map(({ id, reason, at, liftedAt }) => (
          <li key={id}>
            <span>{t(`officePlayers:holds.${reason}`)}</span> <Moment at={at} />
            {liftedAt === null ? null : (
              <span>
                {t('freezes.lifted')} <Moment at={liftedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {isWarned ? (
        <div className={styles.acts}>
          <ActButton verb="players.unfreeze" busy={release.isPending} onClick={() => release.mutate(undefined)}>
            {t('freezes.release')}
          </ActButton>
        </div>
      ) : null}
      <Fault error={release.error} />
    </section>
  )
}

type Fact = readonly [string, ReactNode]

const momentFact = (name: string, at: number | null): readonly Fact[] =>
  at === null ? [] : [[name, <Moment key={name} at={at} />]]

const moneyFact = (name: string, cents: number): readonly Fact[] =>
  cents === 0 ? [] : [[name, <Money key={name} cents={cents} />]]

function useFacts(order: OrderReply): readonly Fact[] {
  const { t } = useTranslation(['officePayments', 'officeEvents'])
  return [
    [t('state'), <OrderChip key="state" state={order.state} />],
    ...(order.marks.length === 0 ? [] : [[t('filter.mark'), <Marks key="marks" marks={order.marks} />] as const]),
    [t('player'), <PlayerLink key="player" player={order.player} />],
    [t('amount'), <Money key="amount" cents={order.amount} />],
    ...moneyFact(t('facts.bonus'), order.bonus),
    ...(order.code === null ? [] : [[t('facts.code'), order.code] as const]),
    [t('charge'), formatCharge(order.charge, order.currency)],
    ...(order.refunded === 0 ? [] : [[t('facts.refunded'), formatCharge(order.refunded, order.currency)] as const]),
    ...moneyFact(t('facts.returned'), order.returned),
    ...moneyFact(t('facts.shortfall'), order.shortfall),
    ...moneyFact(t('debts.debt'), order.debt),
    [t('provider'), `${order.provider}, ${order.method}`],
    ...(order.reference === null ? [] : [[t('facts.reference'), <Id key="ref" id={order.reference} />] as const]),
    ...momentFact(t('at'), order.at),
    ...momentFact(t('facts.expires'), order.expiresAt),
    ...momentFact(t('facts.paid'), order.paidAt),
    ...momentFact(t('facts.held'), order.heldUntil),
    ...momentFact(t('facts.asked'), order.askedAt),
    ...order.limits.map(
      ({ window, amount }) => [t(`officeEvents:limit.${window}`), <Money key={window} cents={amount} />] as const,
    ),
    ...(order.remark === null ? [] : [[t('facts.remark'), order.remark] as const]),
    [t('order'), <Id key="id" id={order.id} />],
  ]
}

function Page({ order }: { order: OrderReply }): ReactElement {
  const facts = useFacts(order)
  return (
    <>
      <OrderActs order={order} />
      {order.disputes.map((dispute) => (
        <DisputeSection key={dispute.id} order={order} dispute={dispute} />
      ))}
      <Question order={order} />
      <KeptSection order={order} />
      <Freezes order={order} />
      <Facts facts={facts} />
      <History order={order} />
    </>
  )
}

export function OrderPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officePayments')
  const { data, error } = useQuery({
    queryKey: [PAYMENTS, 'order', id],
    queryFn: () => api.get<OrderReply>(`/orders/${id}`),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title={t('order')} close={<CloseLink to="/payments" drop="order" />}>
      <Fault error={error} />
      {data === undefined ? null : <Page order={data} />}
    </Panel>
  )
}
