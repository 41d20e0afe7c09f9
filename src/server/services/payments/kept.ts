// Payments that arrive and may not be credited: they are kept apart until they are sent back or credited (kept-returns.ts).
import { and, eq, isNull } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import type { PaymentRules } from '../../../game/payments/payment-rules.ts'
import { shareOf } from '../../../game/payments/reversal.ts'
import type { KeptReason } from '../../../game/withdrawal/kept-reasons.ts'
import { jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { erasures } from '../../db/schema-operations.ts'
import { type KeptPart, type KeptPayment, keptPayments, type OrderRow } from '../../db/schema-payments.ts'
import { banIn } from '../account/bans.ts'
import { exceedsLimits, exclusionKind } from '../account/protection.ts'
import { moveKept } from '../money/kept.ts'
import { cardLeft } from './card-limit.ts'
import { changeOrder } from './order-bonus.ts'
import { answerPartial, type OrderChange, PARTIAL, raiseQuestion } from './questions.ts'

/** What was paid after that cannot be told from what went back. */
export const PAID_AGAIN = 'more was paid after a part had been sent back: see the provider'

/**
 * Returns why a payment of an order may not be credited now; null where it may. The player is locked.
 *
 * @param rules the operator's limit of cards; undefined for none
 */
export async function reasonToKeep(
  tx: Queries,
  { playerId, amount, kind }: OrderRow,
  rules: PaymentRules | undefined,
  at: Date,
): Promise<KeptReason | null> {
  if ((await tx.$count(erasures, eq(erasures.playerId, playerId))) > 0) return 'erasure'
  if ((await banIn(tx, playerId)) !== null) return 'ban'
  const exclusion = await exclusionKind(tx, playerId, at)
  if (exclusion !== null) return exclusion
  if (await exceedsLimits(tx, { playerId, amount: cents(amount), at })) return 'limit'
  const left = kind === 'card' ? await cardLeft(tx, rules, playerId, at, 'paid') : null
  return left !== null && amount > left ? 'card-limit' : null
}

/** The condition of a part of an order's payment. */
export const isPart = (orderId: string, part: KeptPart) =>
  and(eq(keptPayments.orderId, orderId), eq(keptPayments.part, part))

/** Returns what is or was kept of an order's payment, locked; undefined for nothing. */
export async function lockKept(tx: Queries, orderId: string, part: KeptPart): Promise<KeptPayment | undefined> {
  const [row] = await tx.select().from(keptPayments).where(isPart(orderId, part)).for('update')
  return row
}

const isWaiting = (kept: KeptPayment | undefined): boolean => kept?.state === 'waiting'

const noticeOf = (kind: PlayerNotification['kind'], amount: number): PlayerNotification => ({
  kind,
  amounts: { amount },
  link: '/deposit',
})

/** Keeps a sum of an order's payment, or changes what is kept of it, and moves the difference. */
async function keepSum(
  tx: Queries,
  kept: KeptPayment | undefined,
  sum: Pick<KeptPayment, 'orderId' | 'part' | 'reason' | 'amount' | 'minor' | 'dueAt'>,
  at: Date,
): Promise<void> {
  const { orderId, part } = sum
  if (kept === undefined) await tx.insert(keptPayments).values({ ...sum, state: 'waiting', at })
  else await tx.update(keptPayments).set(sum).where(isPart(orderId, part))
  const amount = sum.amount - (kept?.amount ?? 0)
  const difference = { before: { kept: kept?.amount ?? 0 }, after: { kept: sum.amount, part } }
  const by = jobActor('payments')
  await recordAct(tx, { by, verb: 'orders.keep', kind: 'order', subject: orderId, ...difference, reason: sum.reason })
  if (amount > 0) await moveKept(tx, 'kept', { orderId, amount })
}

/** Keeps the whole payment of an order, which is locked; the provider is asked to refund it at once. */
export async function keepPayment(tx: Queries, row: OrderRow, reason: KeptReason, at: Date): Promise<OrderChange> {
  const { id: orderId, amount, charge: minor } = row
  const kept = await lockKept(tx, orderId, 'payment')
  await keepSum(tx, kept, { orderId, part: 'payment', reason, amount, minor, dueAt: at }, at)
  const changed = await changeOrder(tx, await answerPartial(tx, row, at), { state: 'kept' })
  return { row: changed, notification: noticeOf('depositKept', amount) }
}

/**
 * Keeps what has arrived of an order that is paid in part, which is locked. A person sends it back, unless the rest arrives.
 *
 * @param paidMinor all that was paid
 * @returns null where nothing more was paid than is known
 */
export async function keepPartial(
  tx: Queries,
  row: OrderRow,
  paidMinor: number,
  at: Date,
): Promise<OrderChange | null> {
  const kept = await lockKept(tx, row.id, 'payment')
  if (paidMinor <= (kept?.minor ?? 0)) return null
  if (kept !== undefined && !isWaiting(kept)) return raiseQuestion(tx, row, PAID_AGAIN, at)
  const amount = shareOf(cents(row.amount), paidMinor, row.charge)
  const raised = await raiseQuestion(tx, row, PARTIAL, at)
  // Less than half a cent is only in question.
  if (amount === 0) return raised
  const sum = { orderId: row.id, part: 'payment', reason: 'partial', amount, minor: paidMinor, dueAt: null } as const
  await keepSum(tx, kept, sum, at)
  const notification = { kind: 'depositPartial', amounts: { amount, need: row.amount }, link: '/deposit' } as const
  return { row: raised?.row ?? row, notification }
}

/** Returns the part of an unpaid order's charge that arrived before; once it was sent back, not all that its provider counts as paid is here. */
export const partOf = (tx: Queries, { id }: OrderRow): Promise<KeptPayment | undefined> => lockKept(tx, id, 'payment')

/** Ends the keeping of a part of a payment, if there is one, whose rest has arrived: the order can be credited. */
export async function takePartial(
  tx: Queries,
  row: OrderRow,
  part: KeptPayment | undefined,
  at: Date,
): Promise<OrderRow> {
  if (part !== undefined) await endKept(tx, row.id, 'payment', { state: 'credited', isReported: false }, at)
  return answerPartial(tx, row, at)
}

/**
 * Keeps what was paid beyond the charge of an order: a person sends it back, or its provider together with a payment that is kept too.
 *
 * @param paidMinor all that was paid
 * @returns null where nothing more was paid than is known
 */
export async function keepExcess(tx: Queries, row: OrderRow, paidMinor: number, at: Date): Promise<OrderChange | null> {
  const minor = paidMinor - row.charge
  if (minor <= 0) return null
  const kept = await lockKept(tx, row.id, 'excess')
  if (minor <= (kept?.minor ?? 0)) return null
  if (kept !== undefined && !isWaiting(kept)) return raiseQuestion(tx, row, PAID_AGAIN, at)
  const amount = shareOf(cents(row.amount), minor, row.charge)
  const more = amount - (kept?.amount ?? 0)
  // Less than half a cent.
  if (more <= 0) return null
  await keepSum(tx, kept, { orderId: row.id, part: 'excess', reason: 'overpaid', amount, minor, dueAt: null }, at)
  return { row, notification: noticeOf('depositOverpaid', more) }
}

/** Ends a kept payment. Returns false where it ended before. */
async function endKept(
  tx: Queries,
  orderId: string,
  part: KeptPart,
  end: { readonly state: 'refunded' | 'credited'; readonly isReported: boolean },
  at: Date,
): Promise<boolean> {
  const [ended] = await tx
    .update(keptPayments)
    .set({ ...end, endedAt: at, dueAt: null, problem: null })
    .where(and(isPart(orderId, part), isNull(keptPayments.endedAt)))
    .returning()
  if (ended === undefined) return false
  await moveKept(tx, 'kept-back', { orderId, amount: ended.amount })
  return true
}

/** Stores that what was kept of an order, which is locked, was refunded. */
export async function settleKeptRefund(
  tx: Queries,
  row: OrderRow,
  part: KeptPart,
  isReported: boolean,
  at: Date,
): Promise<OrderChange | null> {
  const kept = await lockKept(tx, row.id, part)
  if (!(await endKept(tx, row.id, part, { state: 'refunded', isReported }, at))) return null
  if (part === 'excess') return { row, notification: null }
  const notification = noticeOf('depositRefunded', kept?.amount ?? row.amount)
  if (row.state !== 'kept') return { row: await answerPartial(tx, row, at), notification }
  const refunded = await changeOrder(tx, row, { state: 'refunded', refundedAt: at, refundedMinor: row.charge })
  return { row: refunded, notification }
}

/** Stores that what was kept of an order that is paid in part was refunded, as far as a sum of refunds covers it. */
export async function settlePartialRefund(tx: Queries, row: OrderRow, minor: number, at: Date): Promise<OrderChange> {
  const kept = await lockKept(tx, row.id, 'payment')
  const isRefunded = kept?.reason === 'partial' && isWaiting(kept) && minor >= kept.minor
  return (isRefunded ? await settleKeptRefund(tx, row, 'payment', true, at) : null) ?? { row, notification: null }
}

/** Returns what was paid beyond the charge of an order, and is not refunded yet or was by its provider; undefined for nothing. */
async function ownExcess(tx: Queries, { id }: OrderRow): Promise<KeptPayment | undefined> {
  const kept = await lockKept(tx, id, 'excess')
  return kept !== undefined && (isWaiting(kept) || kept.isReported) ? kept : undefined
}

/**
 * Returns what a provider's sum of refunds means for the order itself: what was paid beyond its charge goes back first.
 *
 * @param minor all refunds so far
 */
export async function refundsOfOrder(tx: Queries, row: OrderRow, minor: number, at: Date): Promise<number> {
  const kept = await ownExcess(tx, row)
  if (kept === undefined) return minor
  if (isWaiting(kept) && minor >= kept.minor) await settleKeptRefund(tx, row, 'excess', true, at)
  return Math.max(0, minor - kept.minor)
}

/** Returns what was paid beyond the charge of an order and is not refunded yet, or was by its provider, in minor units. */
export async function excessOf(tx: Queries, row: OrderRow): Promise<number> {
  return (await ownExcess(tx, row))?.minor ?? 0
}

/**
 * Ends the keeping of a payment that a person approved, so that it can be credited. The order is locked.
 *
 * @returns false where it is not approved, or something forbids it again: then it waits
 */
export async function takeApproved(
  tx: Queries,
  row: OrderRow,
  rules: PaymentRules | undefined,
  at: Date,
): Promise<boolean> {
  const kept = await lockKept(tx, row.id, 'payment')
  if (row.state !== 'kept' || kept?.state !== 'approved') return false
  const reason = await reasonToKeep(tx, row, rules, at)
  if (reason === null) return endKept(tx, row.id, 'payment', { state: 'credited', isReported: false }, at)
  const problem = `not credited: ${reason}`
  await tx.update(keptPayments).set({ state: 'waiting', reason, problem }).where(isPart(row.id, 'payment'))
  return false
}
