// Payments that arrive and may not be credited: they are kept apart and refunded, by the provider where it can, else by a person.
import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import type { PaymentRules } from '../../../game/payments/payment-rules.ts'
import { shareOf } from '../../../game/payments/reversal.ts'
import type { KeptReason } from '../../../game/withdrawal/kept-reasons.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Database, Queries } from '../../db/database.ts'
import { erasures } from '../../db/schema-operations.ts'
import { disputes, type KeptPayment, keptPayments, type OrderRow } from '../../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed } from '../../payments/provider.ts'
import { banIn } from '../account/bans.ts'
import { exceedsLimits, exclusionKind } from '../account/protection.ts'
import { moveKept } from '../money/kept.ts'
import { storeNotification } from '../notices/notifications.ts'
import { lockPayer } from '../referral/commission.ts'
import { cardLeft } from './card-limit.ts'
import { changeOrder } from './order-bonus.ts'
import { lockOrders } from './orders.ts'

const HOUR_MS = 3_600_000
/** Between two attempts to refund; doubled after each, a day at most. */
const AGAIN_MS = HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** After so many attempts a person has to send the money back. */
const ATTEMPTS_MOST = 10
const BATCH_SIZE = 20

/** An action on kept money is refused; `by-person`: only a person can send it back. The message says why. */
export class KeptRefused extends Error {
  readonly code: 'other-state' | 'by-person'

  constructor(message: string, code: KeptRefused['code'] = 'other-state') {
    super(message)
    this.name = 'KeptRefused'
    this.code = code
  }
}

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

/** Returns the kept payment of an order, locked; undefined for none. */
async function lockKept(tx: Queries, orderId: string): Promise<KeptPayment | undefined> {
  const [row] = await tx.select().from(keptPayments).where(eq(keptPayments.orderId, orderId)).for('update')
  return row
}

/** What became of an order with kept money, and what its player reads. */
export interface KeptChange {
  readonly row: OrderRow
  readonly notification: PlayerNotification | null
}

const noticeOf = (kind: PlayerNotification['kind'], amount: number): PlayerNotification => ({
  kind,
  amounts: { amount },
  link: '/deposit',
})

/** Keeps the whole payment of an order, which is locked; the provider is asked to refund it at once. */
export async function keepPayment(tx: Queries, row: OrderRow, reason: KeptReason, at: Date): Promise<KeptChange> {
  const { id: orderId, amount, charge: minor } = row
  await tx.insert(keptPayments).values({ orderId, reason, state: 'waiting', amount, minor, at, dueAt: at })
  await moveKept(tx, 'kept', { orderId, amount })
  return { row: await changeOrder(tx, row, { state: 'kept' }), notification: noticeOf('depositKept', amount) }
}

/**
 * Keeps what was paid beyond the charge of an order that is credited: a person sends it back.
 *
 * @param paidMinor all that was paid
 * @returns null where nothing more was paid than is known
 */
export async function keepExcess(tx: Queries, row: OrderRow, paidMinor: number, at: Date): Promise<KeptChange | null> {
  const kept = await lockKept(tx, row.id)
  if (kept !== undefined && (kept.reason !== 'overpaid' || kept.state !== 'waiting')) return null
  const more = paidMinor - row.charge - (kept?.minor ?? 0)
  const minor = paidMinor - row.charge
  const amount = shareOf(cents(row.amount), minor, row.charge) - (kept?.amount ?? 0)
  if (more <= 0 || amount <= 0) return null
  const { id: orderId } = row
  if (kept === undefined) {
    await tx.insert(keptPayments).values({ orderId, reason: 'overpaid', state: 'waiting', amount, minor, at })
  } else {
    const total = { minor, amount: kept.amount + amount }
    await tx.update(keptPayments).set(total).where(eq(keptPayments.orderId, orderId))
  }
  await moveKept(tx, 'kept', { orderId, amount })
  return { row, notification: noticeOf('depositOverpaid', amount) }
}

/** Ends a kept payment. Returns false where it ended before. */
async function endKept(
  tx: Queries,
  orderId: string,
  end: { readonly state: 'refunded' | 'credited'; readonly isReported: boolean },
  at: Date,
): Promise<boolean> {
  const isWaiting = and(eq(keptPayments.orderId, orderId), isNull(keptPayments.endedAt))
  const [ended] = await tx
    .update(keptPayments)
    .set({ ...end, endedAt: at, dueAt: null, problem: null })
    .where(isWaiting)
    .returning()
  if (ended === undefined) return false
  await moveKept(tx, 'kept-back', { orderId, amount: ended.amount })
  return true
}

/** Stores that the kept payment of an order, which is locked, was refunded. */
export async function settleKeptRefund(
  tx: Queries,
  row: OrderRow,
  isReported: boolean,
  at: Date,
): Promise<KeptChange | null> {
  if (!(await endKept(tx, row.id, { state: 'refunded', isReported }, at))) return null
  if (row.state !== 'kept') return { row, notification: null }
  const refunded = await changeOrder(tx, row, { state: 'refunded', refundedAt: at, refundedMinor: row.charge })
  return { row: refunded, notification: noticeOf('depositRefunded', row.amount) }
}

/**
 * Returns what a provider's sum of refunds means for the order itself: what was paid beyond its charge goes back first.
 *
 * @param minor all refunds so far
 */
export async function refundsOfOrder(tx: Queries, row: OrderRow, minor: number, at: Date): Promise<number> {
  const kept = await lockKept(tx, row.id)
  const isOwn = kept?.reason === 'overpaid' && (kept.state === 'waiting' || kept.isReported)
  if (!isOwn || kept === undefined) return minor
  if (kept.state === 'waiting' && minor >= kept.minor) await settleKeptRefund(tx, row, true, at)
  return Math.max(0, minor - kept.minor)
}

/** Returns what was paid beyond the charge of an order and is not refunded yet, in minor units. */
export async function excessOf(tx: Queries, { id }: OrderRow): Promise<number> {
  const kept = await lockKept(tx, id)
  return kept?.reason === 'overpaid' && (kept.state === 'waiting' || kept.isReported) ? kept.minor : 0
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
  const kept = await lockKept(tx, row.id)
  if (row.state !== 'kept' || kept?.state !== 'approved') return false
  const reason = await reasonToKeep(tx, row, rules, at)
  if (reason === null) return endKept(tx, row.id, { state: 'credited', isReported: false }, at)
  const problem = `not credited: ${reason}`
  await tx.update(keptPayments).set({ state: 'waiting', reason, problem }).where(eq(keptPayments.orderId, row.id))
  return false
}

export interface KeptParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly now: () => number
}

async function assertKept(tx: Queries, orderId: string): Promise<{ row: OrderRow; kept: KeptPayment }> {
  await lockPayer(tx, orderId)
  const [row] = await lockOrders(tx, [orderId])
  const kept = row === undefined ? undefined : await lockKept(tx, orderId)
  if (row === undefined || kept === undefined) throw new KeptRefused(`No payment of order ${orderId} is kept.`)
  if (kept.endedAt !== null) throw new KeptRefused(`The kept payment of order ${orderId} was ${kept.state} already.`)
  return { row, kept }
}

/**
 * Refunds a kept payment.
 *
 * @param byHand true when the operator has paid it back outside, because the provider cannot
 * @throws KeptRefused when nothing is kept, or a dispute may pay it back as well
 * @throws ProviderFailed when the provider did not accept the refund; then nothing has changed here
 */
export function refundKept(
  { db, providers, now }: KeptParts,
  orderId: string,
  { byHand }: { readonly byHand: boolean },
): Promise<KeptChange> {
  return db.transaction(async (tx) => {
    const { row, kept } = await assertKept(tx, orderId)
    if (!byHand) {
      if (kept.reason === 'overpaid')
        throw new KeptRefused('Only a person can send back what was paid beyond a charge.', 'by-person')
      const isOpen = and(eq(disputes.orderId, orderId), ne(disputes.state, 'won'))
      if ((await tx.$count(disputes, isOpen)) > 0)
        throw new KeptRefused(`Order ${orderId} is disputed: a refund would pay it back a second time.`)
      const provider = providers.find(({ name }) => name === row.provider)
      if (provider === undefined || row.reference === null)
        throw new ProviderFailed(`${row.provider} is not set up here`)
      const { reference, charge, refundedMinor: refunded } = row
      await provider.refund({ reference, orderId, charge, refunded, minor: charge - refunded })
    }
    const change = await settleKeptRefund(tx, row, !byHand, new Date(now()))
    if (change === null) throw new KeptRefused(`The kept payment of order ${orderId} has ended.`)
    if (change.notification !== null) await storeNotification(tx, row.playerId, change.notification)
    return change
  })
}

/**
 * Approves that a kept payment is credited; the server does it within seconds, after it has checked the limit of cards too.
 *
 * @throws KeptRefused while something still forbids it
 */
export async function approveKept({ db, now }: Pick<KeptParts, 'db' | 'now'>, orderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { row, kept } = await assertKept(tx, orderId)
    if (kept.reason === 'overpaid') throw new KeptRefused(`Order ${orderId} is credited: the rest has to be sent back.`)
    const at = new Date(now())
    const reason = await reasonToKeep(tx, row, undefined, at)
    if (reason !== null)
      throw new KeptRefused(`Order ${orderId} may not be credited now: ${reason}. Refund it, or wait.`)
    await tx.update(keptPayments).set({ state: 'approved', dueAt: at }).where(eq(keptPayments.orderId, orderId))
  })
}

/** Stores that a kept payment could not be refunded, and when it is tried again. */
export async function postponeKept({ db, now }: Pick<KeptParts, 'db' | 'now'>, orderId: string, problem: string) {
  const attempts = sql`${keptPayments.attempts} + 1`
  const [row] = await db.queries
    .update(keptPayments)
    .set({ attempts, problem })
    .where(and(eq(keptPayments.orderId, orderId), eq(keptPayments.state, 'waiting')))
    .returning({ attempts: keptPayments.attempts })
  if (row === undefined) return
  const pauseMs = Math.min(DAY_MS, AGAIN_MS * 2 ** (row.attempts - 1))
  const dueAt = row.attempts >= ATTEMPTS_MOST ? null : new Date(now() + pauseMs)
  await db.queries.update(keptPayments).set({ dueAt }).where(eq(keptPayments.orderId, orderId))
}

/** Claims kept payments that are due: a second process finds them an hour later. */
export async function claimDueKept({ db, now }: Pick<KeptParts, 'db' | 'now'>): Promise<KeptPayment[]> {
  const chosen = db.queries
    .select({ id: keptPayments.orderId })
    .from(keptPayments)
    .where(and(isNull(keptPayments.endedAt), lte(keptPayments.dueAt, new Date(now()))))
    .orderBy(asc(keptPayments.dueAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return db.queries
    .update(keptPayments)
    .set({ dueAt: new Date(now() + AGAIN_MS) })
    .where(inArray(keptPayments.orderId, chosen))
    .returning()
}

/** Returns the kept payments that have not ended, the oldest first, with their orders' players. */
export function listKept({ queries }: Database): Promise<KeptPayment[]> {
  return queries.select().from(keptPayments).where(isNull(keptPayments.endedAt)).orderBy(asc(keptPayments.at))
}
