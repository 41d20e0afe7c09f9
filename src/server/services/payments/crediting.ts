// Crediting of a paid order: the deposit and its bonus. What follows from it is a list of followers (money/credit-followers.ts).
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { holdAfter, type PaymentRules } from '../../../game/payments/payment-rules.ts'
import { bonusCents, cappedPercent } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { type CreditFollower, followCredit } from '../money/credit-followers.ts'
import { payPlayer } from '../money/pay.ts'
import type { CommissionTransfer } from '../referral/commission.ts'
import { bonusNow, changeOrder } from './order-bonus.ts'
import type { Reversal } from './reversal.ts'

/** The result of settling an order. */
export interface Settled {
  readonly row: OrderRow
  /** Other open orders of the player, which lost the bonus that this one got. */
  readonly others: readonly OrderRow[]
  /** Null when the balance did not change. */
  readonly balance: Cents | null
  /** In the order in which they are stored and emitted. */
  readonly notifications: readonly PlayerNotification[]
  /** The referrer's commissions that were reversed, or paid again. */
  readonly commissions: readonly CommissionTransfer[]
  /** What was taken back or given again; null for nothing. */
  readonly reversal: Reversal | null
}

function lockOpenOrders(tx: Queries, { id, playerId }: OrderRow): Promise<OrderRow[]> {
  const isOther = and(eq(orders.playerId, playerId), hasState(orders.state, 'created'), ne(orders.id, id))
  return tx.select().from(orders).where(isOther).orderBy(orders.id).for('update')
}

/** How a payment is credited. */
export interface Payment {
  readonly at: Date
  readonly remark: string | null
  /** Undefined where nothing is held. */
  readonly holds: PaymentRules | undefined
  /** The caps of bonuses on deposits. */
  readonly gifts: Pick<GiftRules, 'depositBonus'>
  /** What follows, in this order. */
  readonly followers: readonly CreditFollower[]
}

/** Returns until when the player's items wait after a payment; null when they need not. The account is locked. */
async function heldUntil(tx: Queries, row: OrderRow, at: Date, rules: PaymentRules | undefined): Promise<Date | null> {
  if (rules === undefined) return null
  const isOfKind = and(eq(orders.playerId, row.playerId), eq(orders.kind, row.kind), isNotNull(orders.paidAt))
  const [earlier] = await tx.select({ id: orders.id }).from(orders).where(isOfKind).limit(1)
  const untilMs = holdAfter(rules, row.kind, earlier === undefined, at.getTime())
  return untilMs === null ? null : new Date(untilMs)
}

/** Pays the amount and the bonus of an order; returns the balance. */
async function payDeposit(tx: Queries, { id: reference, playerId, amount, bonus }: OrderRow): Promise<Cents> {
  const to = { playerId, reference }
  const paid = { amount: cents(amount), locked: cents(0), kind: 'deposit' } as const
  const balance = await payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.deposits, ...paid })
  if (bonus === 0) return balance
  const gift = { amount: cents(bonus), locked: cents(bonus), kind: 'bonus' } as const
  return payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.bonuses, ...gift })
}

/** Credits a payment to its player, with the bonus that the order gets now. The order is locked. */
export async function credit(
  tx: Queries,
  row: OrderRow,
  { at, remark, holds, gifts, followers }: Payment,
): Promise<Settled> {
  // Before the accounts, in the order of locks. No other transaction locks orders of this player meanwhile.
  const open = await lockOpenOrders(tx, row)
  const { percent, sum, promoId } = await bonusNow(tx, row, gifts)
  const bonus = bonusCents(cents(row.amount), { percent, sum }, gifts)
  const isLost = row.bonusSum > 0 ? sum === 0 : percent < row.bonusPercent
  const lost = isLost ? 'paid late: its bonus was used elsewhere by then' : null
  const held = await heldUntil(tx, row, at, holds)
  const bonusParts = { bonus, bonusPercent: cappedPercent(percent, gifts), bonusSum: sum, promoId }
  const settled = { state: 'paid', paidAt: at, heldUntil: held, remark: lost ?? remark } as const
  const paid = await changeOrder(tx, row, { ...settled, ...bonusParts })
  const credited = { order: paid, open, at }
  const before = await followCredit(tx, followers, 'onPaid', credited)
  const balance = await payDeposit(tx, paid)
  const effects = [...before, ...(await followCredit(tx, followers, 'onCredited', credited))]
  const notification: PlayerNotification =
    bonus > 0
      ? { kind: 'depositBonus', amounts: { amount: row.amount, bonus }, link: '/deposit' }
      : { kind: 'deposit', amounts: { amount: row.amount }, link: '/deposit' }
  return {
    row: paid,
    others: effects.flatMap(({ others = [] }) => others),
    balance,
    // The deposit's notification comes last, so that it is the newest.
    notifications: [...effects.flatMap(({ notifications = [] }) => notifications), notification],
    commissions: [],
    reversal: null,
  }
}
