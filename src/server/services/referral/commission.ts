// The referrer of a deposit. Orders from before margin paid referrers have a commission, which is reversed with its deposit.
import { eq, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { lockPlayer } from '../calls/player.ts'
import type { CreditFollower } from '../money/credit-followers.ts'
import { chargePlayer, lockBalance, lockBalances, payPlayer } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'

/** The link of notifications about commissions and shares. */
export const REFERRAL_LINK = '/referral'

/** The change of the referrer's balance by an order. */
export interface CommissionTransfer {
  readonly playerId: number
  readonly balance: Cents
  readonly notification: PlayerNotification
}

/**
 * Locks the player of an order until the transaction ends: meanwhile the player enters no referral code, and none of their other
 * orders is made or paid, so that a bonus for one deposit is given once. Must be taken before the order's lock.
 */
export async function lockPayer(tx: Queries, orderId: string): Promise<void> {
  const [order] = await tx.select({ playerId: orders.playerId }).from(orders).where(eq(orders.id, orderId))
  if (order === undefined) return
  await lockPlayer(tx, order.playerId)
}

/** Stores the referrer of a player who pays with the order: later codes change nothing about it. */
export const keepReferrer: CreditFollower = {
  onPaid: async (tx, { order: { id, playerId } }) => {
    const referrerId = sql`(select ${players.referrerId} from ${players} where ${players.id} = ${playerId})`
    await tx.update(orders).set({ referrerId }).where(eq(orders.id, id))
    return {}
  },
}

/** Returns what a referrer's players have deposited, without refunds: it decides the tier. */
export async function depositedBy(queries: Queries, referrerId: number): Promise<Cents> {
  const [row] = await queries
    .select({ deposited: sql<string | null>`sum(${orders.amount} - ${orders.returned})` })
    .from(orders)
    .where(eq(orders.referrerId, referrerId))
  return cents(Number(row?.deposited ?? 0))
}

/** Locks the accounts of an order's player and their referrer: a refund takes from both. */
export async function lockForRefund(tx: Queries, row: OrderRow): Promise<void> {
  await lockBalances(tx, row.referrerId === null ? [row.playerId] : [row.playerId, row.referrerId])
}

/** The part of a commission that goes back with a reversal of its order, or is paid again. */
interface CommissionPart {
  readonly reversalId: string
  readonly amount: Cents
}

/**
 * Reverses a part of a commission as far as the referrer's balance covers it; null when it covers nothing. The accounts have to be
 * locked.
 */
export async function reverseCommission(
  tx: Queries,
  row: OrderRow,
  { reversalId, amount: due }: CommissionPart,
): Promise<(CommissionTransfer & { readonly amount: Cents }) | null> {
  if (row.referrerId === null || due === 0) return null
  const before = await lockBalance(tx, row.referrerId)
  const amount = cents(Math.min(before, due))
  if (amount === 0) return null
  const charge = { playerId: row.referrerId, to: HOUSE_ACCOUNTS.referrals, amount, kind: 'referral-back' } as const
  const { balance } = await chargePlayer(tx, { ...charge, reference: reversalId }, 'refund')
  const notification: PlayerNotification = { kind: 'referralBack', amounts: { amount }, link: REFERRAL_LINK }
  await storeNotification(tx, row.referrerId, notification)
  return { playerId: row.referrerId, balance, notification, amount }
}

/** Pays the part of a commission again that a lost dispute had reversed; null for none. The accounts have to be locked. */
export async function payCommissionAgain(
  tx: Queries,
  row: OrderRow,
  { reversalId, amount }: CommissionPart,
): Promise<CommissionTransfer | null> {
  if (row.referrerId === null || amount === 0) return null
  const balance = await payPlayer(tx, {
    from: HOUSE_ACCOUNTS.referrals,
    playerId: row.referrerId,
    amount,
    locked: cents(0),
    kind: 'referral-reinstated',
    reference: reversalId,
  })
  const notification: PlayerNotification = { kind: 'referral', amounts: { amount }, link: REFERRAL_LINK }
  await storeNotification(tx, row.referrerId, notification)
  return { playerId: row.referrerId, balance, notification }
}
