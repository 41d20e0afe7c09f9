// The share of a deposit that goes to whoever brought its player, and back when the deposit goes back: in the transaction of the order.
import { and, eq, inArray, sql, sum } from 'drizzle-orm'
import { type Cents, cents } from '../../game/money.ts'
import { commissionOf, tierOf } from '../../game/referral.ts'
import type { ReferralTier } from '../../game/rewards.ts'
import type { Queries } from '../db/database.ts'
import { accounts, players, transfers } from '../db/schema.ts'
import { orders } from '../db/schema-payments.ts'
import { newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import { keepNotice, type Notice } from './notifications.ts'
import type { OrderRow } from './orders.ts'
import { payPlayer } from './players.ts'

/** Where the notices of shares lead. */
const REFERRAL_LINK = '/referral'

/** What an order did to the balance of whoever brought its player. */
export interface ShareMoved {
  readonly playerId: number
  readonly balance: Cents
  readonly notice: Notice
}

/** A share, and who is to have it. */
export interface Share {
  readonly referrerId: number
  readonly commission: Cents
  /** Of the referrer, before it. */
  readonly balance: Cents
}

/**
 * Locks accounts in the order of their ids, as the batches of openings do, until the transaction ends.
 *
 * @returns their balances
 */
async function lockAccounts(tx: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Cents>> {
  const rows = await tx
    .select({ id: accounts.id, balance: accounts.balance })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]))
    .orderBy(accounts.id)
    .for('update')
  return new Map(rows.map(({ id, balance }) => [id, cents(balance ?? 0)]))
}

/**
 * Holds the player of an order until the transaction ends: no code is entered meanwhile, and no other order of his is made or paid,
 * so that what is given once is. Comes before the order's lock.
 */
export async function holdPayer(tx: Queries, orderId: string): Promise<void> {
  const [order] = await tx.select({ playerId: orders.playerId }).from(orders).where(eq(orders.id, orderId))
  if (order === undefined) return
  await tx.select({ id: players.id }).from(players).where(eq(players.id, order.playerId)).for('no key update')
}

/**
 * The share of an order that is about to be paid; both accounts are locked from then on, so that the sum that its tier is read from
 * stands still.
 *
 * @returns null where nobody brought its player
 */
export async function shareOf(tx: Queries, row: OrderRow, tiers: readonly ReferralTier[]): Promise<Share | null> {
  const [player] = await tx.select({ referrerId: players.referrerId }).from(players).where(eq(players.id, row.playerId))
  const referrerId = player?.referrerId ?? null
  if (referrerId === null) return null
  const balances = await lockAccounts(tx, [row.playerId, referrerId])
  const deposited = await depositedBy(tx, referrerId)
  const commission = commissionOf(cents(row.amount), tierOf(tiers, deposited).percent)
  return { referrerId, commission, balance: balances.get(referrerId) ?? cents(0) }
}

/** What the players whom somebody brought have deposited, without what was paid back. */
async function depositedBy(queries: Queries, referrerId: number): Promise<Cents> {
  const [row] = await queries
    .select({ deposited: sum(orders.amount) })
    .from(orders)
    .where(and(eq(orders.referrerId, referrerId), eq(orders.state, 'paid')))
  return cents(Number(row?.deposited ?? 0))
}

/** Pays a share; null where it is less than a cent. */
export async function payShare(
  tx: Queries,
  orderId: string,
  { referrerId, commission, balance }: Share,
): Promise<ShareMoved | null> {
  if (commission === 0) return null
  await payPlayer(tx, {
    from: HOUSE_ACCOUNTS.referrals,
    playerId: referrerId,
    amount: commission,
    kind: 'referral',
    reference: orderId,
  })
  const notice: Notice = { kind: 'referral', amounts: { amount: commission }, link: REFERRAL_LINK }
  await keepNotice(tx, referrerId, notice)
  return { playerId: referrerId, balance: cents(balance + commission), notice }
}

/** Locks the account of an order's player, and of whoever was paid a share of it: what a refund takes back is taken from both. */
export async function lockForRefund(tx: Queries, row: OrderRow): Promise<void> {
  await lockAccounts(tx, row.referrerId === null ? [row.playerId] : [row.playerId, row.referrerId])
}

/** Takes a share back as far as it is still there; null where nothing is. The accounts have to be locked. */
export async function takeShareBack(tx: Queries, row: OrderRow): Promise<ShareMoved | null> {
  if (row.referrerId === null || row.commission === 0) return null
  const balances = await lockAccounts(tx, [row.referrerId])
  const before = balances.get(row.referrerId) ?? cents(0)
  const amount = cents(Math.min(before, row.commission))
  if (amount === 0) return null
  await tx.insert(transfers).values({
    id: newId(),
    kind: 'referral-back',
    debitId: row.referrerId,
    creditId: HOUSE_ACCOUNTS.referrals,
    amount,
    reference: row.id,
  })
  await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} - ${amount}` })
    .where(eq(accounts.id, row.referrerId))
  const notice: Notice = { kind: 'referralBack', amounts: { amount }, link: REFERRAL_LINK }
  await keepNotice(tx, row.referrerId, notice)
  return { playerId: row.referrerId, balance: cents(before - amount), notice }
}
