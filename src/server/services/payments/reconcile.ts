// Brings a paid order into agreement with what its provider has reported: refunds and disputes, in any order and any number.
import { asc, eq, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { returnedOf, shareOf, stateOfPaid } from '../../../game/payments/reversal.ts'
import { jobActor } from '../../audit/actor.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { disputes, type OrderRow, orderReversals, orders } from '../../db/schema-payments.ts'
import { type Freeze, freezeWithdrawals, liftFreezes } from '../account/freezes.ts'
import { type Claim, type Reversal, type ReversalContext, reinstate, takeBack } from './reversal.ts'

export type DisputeRow = typeof disputes.$inferSelect

/** The result of reconciling an order; the reversal is null when nothing had to be taken or given again. */
export interface Reconciled {
  readonly row: OrderRow
  readonly reversal: Reversal | null
  readonly notifications: readonly PlayerNotification[]
}

/** Returns the disputes of an order, the oldest first. */
export function disputesOf(queries: Queries, orderId: string): Promise<DisputeRow[]> {
  return queries
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.openedAt), asc(disputes.reference))
}

/** Returns the part of an order's commission that was due back so far. */
async function commissionDue(tx: Queries, orderId: string): Promise<Cents> {
  const [row] = await tx
    .select({ due: sql<string>`coalesce(sum(${orderReversals.commission}), 0)` })
    .from(orderReversals)
    .where(eq(orderReversals.orderId, orderId))
  return cents(Number(row?.due ?? 0))
}

/** Freezes the player's withdrawals while a dispute of the order is open, and lifts the freeze afterwards. */
export async function freezeWhileDisputed(
  tx: Queries,
  row: OrderRow,
  known: readonly Pick<DisputeRow, 'state'>[],
  at: Date,
): Promise<void> {
  const freeze: Freeze = { playerId: row.playerId, reason: 'dispute', orderId: row.id }
  if (known.some(({ state }) => state === 'open')) await freezeWithdrawals(tx, freeze, at)
  else await liftFreezes(tx, freeze, at, jobActor('payments'))
}

function notificationOf(
  before: OrderRow,
  state: OrderRow['state'],
  back: Cents,
): Pick<PlayerNotification, 'kind' | 'amounts'> | null {
  const whole = { amount: before.amount }
  switch (state) {
    case 'disputed':
      return before.state === 'disputed' ? null : { kind: 'depositDisputed', amounts: whole }
    case 'won':
      return before.state === 'won' ? null : { kind: 'disputeWon', amounts: whole }
    case 'lost':
      return back > 0 ? { kind: 'disputeLost', amounts: { amount: back } } : null
    case 'refunded':
      return before.state === 'refunded' ? null : { kind: 'depositRefunded', amounts: { amount: back } }
    case 'partly_refunded':
      return back > 0 ? { kind: 'depositPartlyRefunded', amounts: { amount: back } } : null
    default:
      return null
  }
}

/** Takes or gives again the difference between what went back to the payer and what the order has returned so far. */
async function settleDifference(
  tx: Queries,
  row: OrderRow,
  returned: number,
  cause: Claim['cause'],
  context: ReversalContext,
): Promise<Reversal | null> {
  const share = (amount: number): Cents => shareOf(cents(amount), returned, row.charge)
  const commission = share(row.commission) - (await commissionDue(tx, row.id))
  const [amount, bonus] = [share(row.amount) - row.returned, share(row.bonus) - row.bonusReturned]
  if (amount === 0 && bonus === 0 && commission === 0) return null
  if (amount >= 0 && bonus >= 0 && commission >= 0) {
    const claim = { cause, amount: cents(amount), bonus: cents(bonus), commission: cents(commission) }
    return takeBack(tx, row, claim, context)
  }
  const claim = { cause, amount: cents(-amount), bonus: cents(-bonus), commission: cents(-commission) }
  return reinstate(tx, row, claim, context.at)
}

/**
 * Settles the refunds and disputes of an order that was paid, once each however often they are reported.
 *
 * @param row the order, locked, with its player and the player's items
 * @returns undefined when nothing changes
 */
export async function reconcile(tx: Queries, row: OrderRow, context: ReversalContext): Promise<Reconciled | undefined> {
  const known = await disputesOf(tx, row.id)
  const facts = { charge: row.charge, refunded: row.refundedMinor, disputes: known }
  const state = stateOfPaid(facts)
  const cause = known.some((dispute) => dispute.state === 'lost') ? 'dispute' : 'refund'
  const reversal = await settleDifference(tx, row, returnedOf(facts), cause, context)
  await freezeWhileDisputed(tx, row, known, context.at)
  if (reversal === null && state === row.state) return undefined
  const refundedAt = state === 'refunded' ? (row.refundedAt ?? context.at) : row.refundedAt
  const [changed] = await tx.update(orders).set({ state, refundedAt }).where(eq(orders.id, row.id)).returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  const main = notificationOf(row, state, cents(Math.max(0, changed.returned - row.returned)))
  const notifications = reversal === null ? [] : [...reversal.notifications]
  // The deposit's notification comes last, so that it is the newest.
  if (main !== null) notifications.push({ ...main, link: '/deposit' })
  return { row: changed, reversal, notifications }
}
