// What becomes of payments that are kept apart: a provider or a person sends them back, or they are credited once a person approved it.
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ActionRefused } from '../../base/action-refused.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState, lacksState } from '../../db/has-state.ts'
import { disputes, type KeptPayment, keptPayments, type OrderRow } from '../../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed } from '../../payments/provider.ts'
import { storeNotification } from '../notices/notifications.ts'
import { lockPayer } from '../referral/commission.ts'
import { isPart, lockKept, reasonToKeep, settleKeptRefund } from './kept.ts'
import { lockOrders } from './orders.ts'
import type { OrderChange } from './questions.ts'

const HOUR_MS = 3_600_000
/** Between two attempts to refund; doubled after each, a day at most. */
const AGAIN_MS = HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** After so many attempts a person has to send the money back. */
const ATTEMPTS_MOST = 10
const BATCH_SIZE = 20

/**
 * Why an action on kept money is refused: nothing is kept, or not any more; only a person can send it back; a dispute may pay it back as well; the
 * order is credited, or waits for the rest; something still forbids it.
 */
export type RefusedKept = 'none' | 'ended' | 'by-person' | 'disputed' | 'credited' | 'partial' | 'forbidden'

/** An action on kept money is refused. The message says why. */
export class KeptRefused extends ActionRefused<RefusedKept> {}

export interface KeptParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly now: () => number
}

/** An order with what is kept of it; each is undefined where nothing waits. */
interface KeptOrder {
  readonly row: OrderRow
  readonly payment: KeptPayment | undefined
  readonly excess: KeptPayment | undefined
}

async function assertKept(tx: Queries, orderId: string): Promise<KeptOrder> {
  await lockPayer(tx, orderId)
  const [row] = await lockOrders(tx, [orderId])
  const kept = row === undefined ? [] : [await lockKept(tx, orderId, 'payment'), await lockKept(tx, orderId, 'excess')]
  const [payment, excess] = kept.map((one) => (one?.endedAt === null ? one : undefined))
  if (row !== undefined && (payment !== undefined || excess !== undefined)) return { row, payment, excess }
  const ended = kept.find((one) => one !== undefined)
  if (ended === undefined) throw new KeptRefused('none', `No payment of order ${orderId} is kept.`)
  throw new KeptRefused('ended', `The kept payment of order ${orderId} was ${ended.state} already.`)
}

/**
 * Asks the provider for the refund of a payment that is kept as a whole, with what was paid beyond its charge.
 *
 * @param preview true to ask nothing of it
 */
async function sendBack(
  tx: Queries,
  { row, payment, excess }: KeptOrder,
  { providers, preview }: Pick<KeptParts, 'providers'> & { readonly preview: boolean },
): Promise<void> {
  const { id: orderId, reference, refundedMinor: refunded } = row
  if (payment === undefined || payment.reason === 'partial')
    throw new KeptRefused('by-person', 'Only a person can send back what was paid beyond a charge, or a part of it.')
  const isOpen = and(eq(disputes.orderId, orderId), lacksState(disputes.state, 'won'))
  if ((await tx.$count(disputes, isOpen)) > 0)
    throw new KeptRefused('disputed', `Order ${orderId} is disputed: a refund would pay it back a second time.`)
  const provider = providers.find(({ name }) => name === row.provider)
  if (provider === undefined || reference === null) throw new ProviderFailed(`${row.provider} is not set up here`)
  const charge = row.charge + (excess?.minor ?? 0)
  if (!preview) await provider.refund({ reference, orderId, charge, refunded, minor: charge - refunded })
}

/** How kept money is sent back. */
export interface KeptTerms {
  /** True when the money was paid back outside, because the provider cannot. */
  readonly byHand: boolean
  /** True to ask nothing of the provider; the caller undoes the rest (`dryRun`). */
  readonly preview?: boolean
  /** True to leave what a person has approved meanwhile. */
  readonly onlyWaiting?: boolean
  /** Why a person sends it back. */
  readonly reason?: string
}

/** What was sent back, in cents, and what became of its order. */
export interface KeptReturn {
  readonly change: OrderChange
  readonly payment: number
  readonly excess: number
  /** Both, in minor units of the order's currency. */
  readonly minor: number
}

/** Refunds what is kept of an order in a transaction, as `refundKept` does. */
export async function refundKeptIn(
  tx: Queries,
  { providers, now, by }: Omit<KeptParts, 'db'> & { readonly by: Actor },
  orderId: string,
  { byHand, preview = false, onlyWaiting = false, reason }: KeptTerms,
): Promise<KeptReturn> {
  const kept = await assertKept(tx, orderId)
  if (onlyWaiting && kept.payment?.state === 'approved')
    throw new KeptRefused('credited', `A person approved that order ${orderId} is credited.`)
  if (!byHand) await sendBack(tx, kept, { providers, preview })
  const at = new Date(now())
  const settledExcess = await settleKeptRefund(tx, kept.row, 'excess', !byHand, at)
  const change = (await settleKeptRefund(tx, kept.row, 'payment', !byHand, at)) ?? settledExcess
  if (change === null) throw new KeptRefused('ended', `The kept payment of order ${orderId} has ended.`)
  if (change.notification !== null) await storeNotification(tx, kept.row.playerId, change.notification)
  const sums = { payment: kept.payment?.amount ?? 0, excess: kept.excess?.amount ?? 0 }
  const difference = { before: { state: kept.row.state, ...sums }, after: { state: change.row.state, byHand } }
  await recordAct(tx, { by, verb: 'orders.return', kind: 'order', subject: orderId, ...difference, reason })
  return { change, ...sums, minor: (kept.payment?.minor ?? 0) + (kept.excess?.minor ?? 0) }
}

/**
 * Refunds what is kept of an order.
 *
 * @param byHand true when the operator has paid it back outside, because the provider cannot
 * @throws KeptRefused when nothing is kept, or a dispute may pay it back as well
 * @throws ProviderFailed when the provider did not accept the refund; then nothing has changed here
 */
export function refundKept(
  { db, ...parts }: KeptParts & { readonly by: Actor },
  orderId: string,
  terms: KeptTerms,
): Promise<KeptReturn> {
  return db.transaction((tx) => refundKeptIn(tx, parts, orderId, terms))
}

/**
 * Approves in a transaction that a kept payment is credited; the server does it within seconds, after it has checked the limit of cards too.
 *
 * @param why the reason of the person who approves it
 * @returns the order, and what was kept of it
 * @throws KeptRefused while something still forbids it
 */
export async function approveKeptIn(
  tx: Queries,
  { now, by }: Pick<KeptParts, 'now'> & { readonly by: Actor },
  orderId: string,
  why?: string,
): Promise<{ readonly row: OrderRow; readonly payment: KeptPayment }> {
  const { row, payment } = await assertKept(tx, orderId)
  if (payment === undefined)
    throw new KeptRefused('credited', `Order ${orderId} is credited: the rest has to be sent back.`)
  if (payment.reason === 'partial')
    throw new KeptRefused('partial', `Order ${orderId} is paid in part: it is credited when the rest arrives.`)
  const at = new Date(now())
  const reason = await reasonToKeep(tx, row, undefined, at)
  if (reason !== null) throw new KeptRefused('forbidden', `Order ${orderId} may not be credited now: ${reason}.`)
  await tx.update(keptPayments).set({ state: 'approved', dueAt: at }).where(isPart(orderId, 'payment'))
  const difference = { before: { state: payment.state, amount: payment.amount }, after: { state: 'approved' } }
  await recordAct(tx, { by, verb: 'orders.credit', kind: 'order', subject: orderId, ...difference, reason: why })
  return { row, payment }
}

/** Approves that a kept payment is credited, as `approveKeptIn` does. */
export async function approveKept(
  { db, ...parts }: Pick<KeptParts, 'db' | 'now'> & { readonly by: Actor },
  orderId: string,
): Promise<void> {
  await db.transaction((tx) => approveKeptIn(tx, parts, orderId))
}

/** Stores that a kept payment could not be refunded, and when it is tried again. */
export async function postponeKept({ db, now }: Pick<KeptParts, 'db' | 'now'>, orderId: string, problem: string) {
  const attempts = sql`${keptPayments.attempts} + 1`
  const [row] = await db.queries
    .update(keptPayments)
    .set({ attempts, problem })
    .where(and(isPart(orderId, 'payment'), hasState(keptPayments.state, 'waiting')))
    .returning({ attempts: keptPayments.attempts })
  if (row === undefined) return
  const pauseMs = Math.min(DAY_MS, AGAIN_MS * 2 ** (row.attempts - 1))
  const dueAt = row.attempts >= ATTEMPTS_MOST ? null : new Date(now() + pauseMs)
  await db.queries
    .update(keptPayments)
    .set({ dueAt })
    .where(and(isPart(orderId, 'payment'), hasState(keptPayments.state, 'waiting')))
}

/** Claims kept payments that are due: a second process finds them an hour later. */
export async function claimDueKept({ db, now }: Pick<KeptParts, 'db' | 'now'>): Promise<KeptPayment[]> {
  const chosen = db.queries
    .select({ id: keptPayments.orderId })
    .from(keptPayments)
    .where(
      and(eq(keptPayments.part, 'payment'), isNull(keptPayments.endedAt), lte(keptPayments.dueAt, new Date(now()))),
    )
    .orderBy(asc(keptPayments.dueAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return db.queries
    .update(keptPayments)
    .set({ dueAt: new Date(now() + AGAIN_MS) })
    .where(and(eq(keptPayments.part, 'payment'), inArray(keptPayments.orderId, chosen)))
    .returning()
}

/** Returns the kept payments that have not ended, the oldest first, with their orders' players. */
export function listKept({ queries }: Database): Promise<KeptPayment[]> {
  return queries.select().from(keptPayments).where(isNull(keptPayments.endedAt)).orderBy(asc(keptPayments.at))
}
