// One order with all that is stored about it: what its provider reported, what was kept, disputed, taken back and moved, and who did what.
import { and, asc, desc, eq } from 'drizzle-orm'
import { LIMIT_WINDOWS } from '../../../../protocol/limits.ts'
import type { OrderEvent, OrderReply } from '../../../../protocol/office/orders.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { audit } from '../../../db/schema-office.ts'
import {
  depositLimits,
  type KeptPayment,
  keptPayments,
  type OrderRow,
  webhookEvents,
} from '../../../db/schema-payments.ts'
import { accountOf, botsAmong } from '../../account/lookup.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { type AnswerRow, answersOfOrder, newestEvidence } from '../../payments/dispute-answers.ts'
import { findOrder, freezesOfOrder, reversalsOfOrder, transfersOfOrder } from '../../payments/order-lookup.ts'
import { type DisputeRow, disputesOf } from '../../payments/reconcile.ts'
import { authorOf } from '../authors.ts'
import { listedOrder } from './orders.ts'

const ms = (at: Date | null): number | null => at?.getTime() ?? null

/** Returns what is or was kept of an order. */
function keptOf(queries: Queries, orderId: string): Promise<KeptPayment[]> {
  return queries.select().from(keptPayments).where(eq(keptPayments.orderId, orderId)).orderBy(asc(keptPayments.at))
}

function keptReply({ part, reason, state, amount, minor, at, endedAt, dueAt, attempts, problem }: KeptPayment) {
  const moments = { since: at.getTime(), endedAt: ms(endedAt), dueAt: ms(dueAt) }
  return { part, reason, state, amount, minor, ...moments, attempts, problem }
}

function disputeReply(row: DisputeRow, answers: readonly AnswerRow[]): OrderReply['disputes'][number] {
  const { reference, state, reason, minor, openedAt, dueAt, closedAt } = row
  return {
    id: reference,
    state,
    reason,
    minor,
    openedAt: openedAt.getTime(),
    dueAt: ms(dueAt),
    closedAt: ms(closedAt),
    answers: answers
      .filter(({ dispute }) => dispute === reference)
      .map(({ id, at, author, sent, evidence }) => ({ id, at: at.getTime(), author, sent, evidence })),
  }
}

/** Returns the newest acts about an order. */
function actsOf(queries: Queries, orderId: string) {
  return queries
    .select({
      id: audit.id,
      at: audit.at,
      verb: audit.verb,
      actor: audit.actor,
      actorKind: audit.actorKind,
      reason: audit.reason,
    })
    .from(audit)
    .where(and(eq(audit.subject, orderId), eq(audit.subjectKind, 'order')))
    .orderBy(desc(audit.id))
    .limit(PAGE_LIMIT)
}

/** Returns the newest notices of an order's provider. */
function reportsOf(queries: Queries, orderId: string) {
  return queries
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.orderId, orderId))
    .orderBy(desc(webhookEvents.id))
    .limit(PAGE_LIMIT)
}

interface Told {
  readonly order: OrderRow
  readonly reported: Awaited<ReturnType<typeof reportsOf>>
  readonly acts: Awaited<ReturnType<typeof actsOf>>
  readonly kept: readonly KeptPayment[]
  readonly disputes: readonly DisputeRow[]
  readonly reversals: Awaited<ReturnType<typeof reversalsOfOrder>>
}

/** Returns what happened to an order, the oldest first; what the provider reported comes before what it caused. Of notices and acts the newest. */
function historyOf({ order, reported, acts, kept, disputes, reversals }: Told) {
  const notices = pageOf(reported, ({ event }) => event)
  const done = pageOf(acts, ({ id }) => id)
  const eventOf = (
    id: string,
    what: OrderEvent['what'],
    at: Date,
    words: string | null = null,
    act: OrderEvent['act'] = null,
  ): OrderEvent => ({ id, at: at.getTime(), what, words, act })
  const events = [
    eventOf('created', 'created', order.createdAt),
    ...notices.rows
      .toReversed()
      .map(({ id, at, said, event }) => eventOf(`reported:${id}`, 'reported', at, `${said} · ${event}`)),
    ...(order.paidAt === null ? [] : [eventOf('paid', 'paid', order.paidAt)]),
    ...kept.flatMap(({ part, at, reason, endedAt, state }) => [
      eventOf(`kept:${part}`, 'kept', at, reason),
      ...(endedAt === null
        ? []
        : [eventOf(`kept-end:${part}`, state === 'credited' ? 'kept-credited' : 'kept-refunded', endedAt)]),
    ]),
    ...disputes.flatMap(({ reference, reason, openedAt, closedAt, state }) => [
      eventOf(`dispute:${reference}`, 'disputed', openedAt, `${reason} · ${reference}`),
      ...(closedAt === null
        ? []
        : [eventOf(`dispute-end:${reference}`, state === 'won' ? 'won' : 'lost', closedAt, reference)]),
    ]),
    ...reversals.map(({ id, at, cause }) => eventOf(`reversal:${id}`, 'returned', at, cause)),
    ...done.rows
      .toReversed()
      .map((act) => eventOf(`act:${act.id}`, 'act', act.at, act.reason, { verb: act.verb, by: authorOf(act) })),
  ]
  return {
    events: events.toSorted((a, b) => a.at - b.at),
    hasEarlierEvents: notices.cursor !== null || done.cursor !== null,
  }
}

async function limitsOf(queries: Queries, playerId: number): Promise<OrderReply['limits']> {
  const rows = await queries.select().from(depositLimits).where(eq(depositLimits.playerId, playerId))
  return LIMIT_WINDOWS.flatMap((window) =>
    rows.flatMap(({ window: of, amount }) => (of === window && amount !== null ? [{ window, amount }] : [])),
  )
}

/** What an order itself holds beyond its row in the list. */
function ownFacts(order: OrderRow) {
  const { question, questionedAt } = order
  return {
    kind: order.kind,
    bonusPercent: order.bonusPercent,
    refunded: order.refundedMinor,
    shortfall: order.shortfall,
    remark: order.remark,
    question:
      question === null || questionedAt === null
        ? null
        : { text: question, at: questionedAt.getTime(), answeredAt: ms(order.answeredAt) },
    expiresAt: order.expiresAt.getTime(),
    paidAt: ms(order.paidAt),
    heldUntil: ms(order.heldUntil),
    refundedAt: ms(order.refundedAt),
    askedAt: ms(order.askedAt),
  }
}

/** Returns an order. Throws ProtocolError 'unknown'. */
export async function orderPage(queries: Queries, id: string): Promise<OrderReply> {
  const match = await findOrder(queries, id)
  if (match === undefined) throw new ProtocolError(404, 'unknown', 'There is no such order')
  const { order, username, code } = match
  const { playerId } = order
  const [kept, known, answers, evidence, freezes, reversals, reported, acts, moved, limits, account, bots] =
    await Promise.all([
      keptOf(queries, id),
      disputesOf(queries, id),
      answersOfOrder(queries, id),
      newestEvidence(queries, id),
      freezesOfOrder(queries, order),
      reversalsOfOrder(queries, id),
      reportsOf(queries, id),
      actsOf(queries, id),
      transfersOfOrder(queries, id),
      limitsOf(queries, playerId),
      accountOf(queries, playerId),
      botsAmong(queries, [playerId]),
    ])
  return {
    ...listedOrder(order, username, {
      isPartial: kept.some(({ reason }) => reason === 'partial'),
      isBot: bots.has(playerId),
    }),
    ...ownFacts(order),
    code,
    debt: account.debt,
    limits,
    kept: kept.map(keptReply),
    disputes: known.map((row) => disputeReply(row, answers)),
    evidence: evidence === undefined ? null : { ...evidence, at: evidence.at.getTime() },
    freezes: freezes.map(({ id: freeze, reason, at, liftedAt }) => ({
      id: freeze,
      reason,
      at: at.getTime(),
      liftedAt: ms(liftedAt),
    })),
    reversals: reversals.map(({ id: reversal, at, cause, amount, bonus, prizes, debt, commission }) => ({
      id: reversal,
      at: at.getTime(),
      cause,
      amount,
      bonus,
      prizes,
      debt,
      commission,
    })),
    ...historyOf({ order, reported, acts, kept, disputes: known, reversals }),
    transfers: moved.map(({ transfer, from, to }) => ({
      id: transfer.id,
      at: transfer.at.getTime(),
      from,
      to,
      amount: transfer.amount,
    })),
  }
}
