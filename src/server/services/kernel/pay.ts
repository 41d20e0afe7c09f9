// The one place where a transfer moves a player's balance. Two prepared statements move it themselves, because the round trip
// they save was measured: openings (games/opening-batch.ts) and sales (inventory/selling.ts).
import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/money.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { accounts, transfers } from '../../db/schema.ts'
import type { TransferKind } from '../../ledger/accounts.ts'

/** The fields of transfers in both directions. */
interface PlayerTransfer {
  readonly playerId: number
  readonly amount: Cents
  readonly kind: TransferKind
  /** What the transfer is for: an order, a roll, a claim. */
  readonly reference: string
}

export interface Payment extends PlayerTransfer {
  /** The house account that pays. */
  readonly from: number
  /** The id of the transfer, where other rows name it. */
  readonly id?: string
}

export interface Charge extends PlayerTransfer {
  /** The house account that receives. */
  readonly to: number
}

export interface Charged {
  readonly transferId: string
  /** The player's balance after the charge. */
  readonly balance: Cents
}

/**
 * Pays a player from a house account, in the transaction that causes it.
 *
 * @returns the balance after the payment
 */
export async function payPlayer(tx: Queries, payment: Payment): Promise<Cents> {
  const { from, playerId, amount, kind, reference, id = newId() } = payment
  const [paid] = await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} + ${amount}` })
    .where(eq(accounts.id, playerId))
    .returning({ balance: accounts.balance })
  if (paid === undefined) throw new Error(`Player ${playerId} has no account`)
  await tx.insert(transfers).values({ id, kind, debitId: from, creditId: playerId, amount, reference })
  return cents(paid.balance ?? 0)
}

/**
 * Charges a player in favour of a house account, in the transaction that causes it.
 *
 * @throws RefusalError 'balance' when the balance does not cover the amount
 */
export async function chargePlayer(tx: Queries, charge: Charge): Promise<Charged> {
  const { to, playerId, amount, kind, reference } = charge
  const [charged] = await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} - ${amount}` })
    .where(and(eq(accounts.id, playerId), gte(accounts.balance, amount)))
    .returning({ balance: accounts.balance })
  if (charged === undefined) throw new RefusalError('balance', { price: amount })
  const transferId = newId()
  await tx.insert(transfers).values({ id: transferId, kind, debitId: playerId, creditId: to, amount, reference })
  return { transferId, balance: cents(charged.balance ?? 0) }
}

/**
 * Locks players' accounts until the transaction ends, in the order of their ids, as the batches of openings do.
 *
 * @returns their balances by player id
 */
export async function lockBalances(tx: Queries, playerIds: readonly number[]): Promise<ReadonlyMap<number, Cents>> {
  const rows = await tx
    .select({ id: accounts.id, balance: accounts.balance })
    .from(accounts)
    .where(inArray(accounts.id, [...playerIds]))
    .orderBy(accounts.id)
    .for('update')
  return new Map(rows.map(({ id, balance }) => [id, cents(balance ?? 0)]))
}

/** Locks one player's account until the transaction ends, and returns the balance. */
export async function lockBalance(tx: Queries, playerId: number): Promise<Cents> {
  const balance = (await lockBalances(tx, [playerId])).get(playerId)
  if (balance === undefined) throw new Error(`Player ${playerId} has no account`)
  return balance
}
