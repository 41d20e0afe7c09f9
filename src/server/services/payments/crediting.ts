// Crediting of a paid order: the deposit, its bonus, and what both change for the player's other orders and their debt.
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { countingBonus } from '../../../game/deposit.ts'
import { cappedPercent, depositBonus } from '../../../game/gifts.ts'
import { type Cents, cents } from '../../../game/money.ts'
import { holdAfter, type PaymentRules } from '../../../game/payment-rules.ts'
import type { GiftRules } from '../../../game/rewards.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { type FreeNight, unlockNotification } from '../games/free-case-notification.ts'
import { payPlayer } from '../kernel/pay.ts'
import { type CommissionTransfer, referrerOf } from '../referral/commission.ts'
import { payDebt } from './debt.ts'
import { depositStatus } from './orders.ts'
import { mayUsePromo, type OrderBonus } from './promo.ts'
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

type Changes = Partial<typeof orders.$inferInsert>

/**
 * Changes an order, which has to be locked, and returns it.
 *
 * @throws Error when it is gone
 */
export async function changeOrder(tx: Queries, row: OrderRow, changes: Changes): Promise<OrderRow> {
  const [changed] = await tx.update(orders).set(changes).where(eq(orders.id, row.id)).returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  return changed
}

/** Tells whether an order that is paid now gets the bonus of its code. */
async function getsCodeBonus(tx: Queries, { id, promoId, playerId }: OrderRow, isHolding: boolean): Promise<boolean> {
  return promoId !== null && (await mayUsePromo(tx, { promoId, playerId, orderId: id, isHolding }))
}

/** Returns the bonus that an order gets now: another order may have used it, and the first one that is paid is the first deposit. */
async function bonusNow(tx: Queries, row: OrderRow): Promise<OrderBonus> {
  const ofCode = (await getsCodeBonus(tx, row, row.state === 'created')) ? row.bonusPercent : 0
  const { percent, usesCode } = countingBonus((await depositStatus(tx, row.playerId)).percent, ofCode)
  return { percent, promoId: usesCode ? row.promoId : null }
}

function lockOpenOrders(tx: Queries, { id, playerId }: OrderRow): Promise<OrderRow[]> {
  const isOther = and(eq(orders.playerId, playerId), eq(orders.state, 'created'), ne(orders.id, id))
  return tx.select().from(orders).where(isOther).orderBy(orders.id).for('update')
}

/**
 * Takes the bonus off open orders that do not get it any more: it went to the order that was paid.
 *
 * @param open the player's open orders, locked
 */
async function withdrawBonuses(tx: Queries, open: readonly OrderRow[]): Promise<OrderRow[]> {
  const changed: OrderRow[] = []
  for (const row of open) {
    // A code that the player may use again keeps its bonus, when another use is left.
    if (row.bonus === 0 || (await getsCodeBonus(tx, row, false))) continue
    changed.push(await changeOrder(tx, row, { bonus: 0, bonusPercent: 0, promoId: null }))
  }
  return changed
}

/** How a payment is credited: when, and by which rules for free cases. */
export interface Payment {
  readonly at: Date
  readonly remark: string | null
  readonly night: FreeNight
  /** Undefined where nothing is held. */
  readonly holds: PaymentRules | undefined
  /** The caps of bonuses on deposits. */
  readonly gifts: Pick<GiftRules, 'depositBonus'>
}

/** Returns until when the player's items wait after a payment; null when they need not. The account is locked. */
async function heldUntil(tx: Queries, row: OrderRow, at: Date, rules: PaymentRules | undefined): Promise<Date | null> {
  if (rules === undefined) return null
  const isOfKind = and(eq(orders.playerId, row.playerId), eq(orders.kind, row.kind), isNotNull(orders.paidAt))
  const [earlier] = await tx.select({ id: orders.id }).from(orders).where(isOfKind).limit(1)
  const untilMs = holdAfter(rules, row.kind, earlier === undefined, at.getTime())
  return untilMs === null ? null : new Date(untilMs)
}

/** Credits a payment to its player, with the bonus that the order gets now; a debt is paid from it first. The order is locked. */
export async function credit(
  tx: Queries,
  row: OrderRow,
  { at, remark, night, holds, gifts }: Payment,
): Promise<Settled> {
  // Before the accounts, in the order of locks. No other transaction locks orders of this player meanwhile.
  const open = await lockOpenOrders(tx, row)
  const { percent, promoId } = await bonusNow(tx, row)
  const bonus = depositBonus(cents(row.amount), percent, gifts)
  const lost = percent < row.bonusPercent ? 'paid late: its bonus was used elsewhere by then' : null
  const held = await heldUntil(tx, row, at, holds)
  const bonusParts = { bonus, bonusPercent: cappedPercent(percent, gifts), promoId }
  const referrerId = await referrerOf(tx, row.playerId)
  const settled = { state: 'paid', paidAt: at, heldUntil: held, referrerId, remark: lost ?? remark } as const
  const paid = await changeOrder(tx, row, { ...settled, ...bonusParts })
  const others = await withdrawBonuses(tx, open)
  const to = { playerId: row.playerId, reference: row.id }
  const deposit = {
    ...to,
    from: HOUSE_ACCOUNTS.deposits,
    amount: cents(row.amount),
    locked: cents(0),
    kind: 'deposit',
  } as const
  const deposited = await payPlayer(tx, deposit)
  const gift = { ...to, from: HOUSE_ACCOUNTS.bonuses, amount: bonus, locked: bonus, kind: 'bonus' } as const
  const credited = bonus > 0 ? await payPlayer(tx, gift) : deposited
  const owed = { playerId: row.playerId, orderId: row.id, reference: row.id, most: cents(row.amount) }
  const debt = await payDebt(tx, owed, at)
  const notification: PlayerNotification =
    bonus > 0
      ? { kind: 'depositBonus', amounts: { amount: row.amount, bonus }, link: '/deposit' }
      : { kind: 'deposit', amounts: { amount: row.amount }, link: '/deposit' }
  const unlocked = await unlockNotification(tx, paid, at, night)
  const notifications: PlayerNotification[] = unlocked === null ? [] : [unlocked]
  if (debt > 0) notifications.push({ kind: 'debtPaid', amounts: { amount: debt }, link: '/deposit' })
  // The deposit's notification comes last, so that it is the newest.
  notifications.push(notification)
  return { row: paid, others, balance: cents(credited - debt), notifications, commissions: [], reversal: null }
}
