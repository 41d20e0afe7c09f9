// Orders in question: their provider reported something that the site could not book. What is known stays, and a person decides.
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import { freezeWithdrawals, liftFreezes } from '../account/freezes.ts'
import { lockPayer } from '../referral/commission.ts'
import { changeOrder } from './order-bonus.ts'
import { lockOrders } from './orders.ts'

/** The question of an order that was paid in part. */
export const PARTIAL = 'paid in part: see the provider'

const BETWEEN = '; '

/** What became of an order, and what its player reads. */
export interface OrderChange {
  readonly row: OrderRow
  readonly notification: PlayerNotification | null
}

/** Tells whether a person has to look into an order. */
export function isInQuestion({ question, answeredAt }: Pick<OrderRow, 'question' | 'answeredAt'>): boolean {
  return question !== null && answeredAt === null
}

/** Tells whether something was asked about an order before, settled or not. */
export function wasAsked({ question }: Pick<OrderRow, 'question'>, what: string): boolean {
  return question?.split(BETWEEN).includes(what) ?? false
}

/**
 * Puts an order, which is locked, in question. The same report again changes nothing, even after a person has settled it: providers are polled.
 *
 * @param what the report, in words for the operator
 * @returns null where it was asked before
 */
export async function raiseQuestion(tx: Queries, row: OrderRow, what: string, at: Date): Promise<OrderChange | null> {
  const part = what.replaceAll(BETWEEN, ', ')
  if (wasAsked(row, part)) return null
  const question = row.question === null ? part : `${row.question}${BETWEEN}${part}`
  const changed = await changeOrder(tx, row, { question, questionedAt: at, answeredAt: null })
  const isKnown = isInQuestion(row)
  const notice = { kind: 'depositCheck', amounts: { amount: row.amount }, link: '/deposit' } as const
  return { row: changed, notification: isKnown ? null : notice }
}

/** Puts a paid order in question because of a refund that cannot be booked: its money must not leave meanwhile. The player is locked. */
export async function questionRefund(tx: Queries, row: OrderRow, what: string, at: Date): Promise<OrderChange | null> {
  const raised = await raiseQuestion(tx, row, what, at)
  if (raised === null || row.paidAt === null) return raised
  await freezeWithdrawals(tx, { playerId: row.playerId, reason: 'deposit-check', orderId: row.id }, at)
  return raised
}

/** Settles the question of an order that was paid in part, once the rest has arrived or the part has gone back. */
export async function answerPartial(tx: Queries, row: OrderRow, at: Date): Promise<OrderRow> {
  return isInQuestion(row) && row.question === PARTIAL ? changeOrder(tx, row, { answeredAt: at }) : row
}

/**
 * Settles the question of an order after a person has looked into it, and ends the freeze that it made.
 *
 * @param note what was decided, kept as the order's remark
 * @returns false where the order is not in question
 */
export async function answerQuestionIn(
  tx: Queries,
  orderId: string,
  note: string,
  at: Date,
  by: Actor,
): Promise<boolean> {
  await lockPayer(tx, orderId)
  const [row] = await lockOrders(tx, [orderId])
  if (row === undefined || !isInQuestion(row)) return false
  const remark = [row.remark, note].filter((text) => text !== null && text !== '').join(BETWEEN)
  await changeOrder(tx, row, { answeredAt: at, remark })
  await liftFreezes(tx, { playerId: row.playerId, reason: 'deposit-check', orderId }, at, by)
  const before = { question: row.question }
  await recordAct(tx, { by, verb: 'orders.answer', kind: 'order', subject: orderId, before, reason: note })
  return true
}

/** Settles the question of an order, as `answerQuestionIn` does. */
export function answerQuestion(db: Database, orderId: string, note: string, at: Date, by: Actor): Promise<boolean> {
  return db.transaction((tx) => answerQuestionIn(tx, orderId, note, at, by))
}
