// The one place where a transfer moves a player's balance. Three prepared statements move it themselves, because the round trip
// they save was measured: openings (games/opening-batch.ts), sales (inventory/selling.ts) and seats (battles/seating.ts).
import { eq, inArray, sql } from 'drizzle-orm'
import { type ChargedParts, chargeBalance, type GiftAccount, takeGiftBack } from '../../../game/gifts.ts'
import { microcents } from '../../../game/margin.ts'
import { type Cents, cents } from '../../../game/money.ts'
import type { GiftRules } from '../../../game/rewards.ts'
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
  /** The locked part of the amount: all of a gift, nothing of what is not one. */
  readonly locked: Cents
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
  /** The part that was paid by locked money. */
  readonly locked: Cents
  /** The player's balance after the charge. */
  readonly balance: Cents
}

/**
 * Pays a player from a house account, in the transaction that causes it.
 *
 * @returns the balance after the payment
 */
export async function payPlayer(tx: Queries, payment: Payment): Promise<Cents> {
  const { from, playerId, amount, locked, kind, reference, id = newId() } = payment
  const [paid] = await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} + ${amount}`, locked: sql`${accounts.locked} + ${locked}` })
    .where(eq(accounts.id, playerId))
    .returning({ balance: accounts.balance })
  if (paid === undefined) throw new Error(`Player ${playerId} has no account`)
  await tx.insert(transfers).values({ id, kind, debitId: from, creditId: playerId, amount, reference, locked })
  return cents(paid.balance ?? 0)
}

/** What a charge takes: a stake takes free money, then what margin unlocks; a refund unlocks nothing; a gift is taken back locked. */
type ChargeOrder = Pick<GiftRules, 'ownPercent'> | 'refund' | 'gift-back'

function chargedParts(before: GiftAccount, amount: Cents, order: ChargeOrder): ChargedParts {
  if (order === 'gift-back') return takeGiftBack(before, amount)
  return chargeBalance(before, amount, order === 'refund' ? { ownPercent: 0 } : order)
}

/**
 * Charges a player in favour of a house account, in the transaction that causes it.
 *
 * @throws RefusalError 'balance' when the balance does not cover the amount
 */
export async function chargePlayer(tx: Queries, charge: Charge, order: ChargeOrder): Promise<Charged> {
  const { to, playerId, amount, kind, reference } = charge
  const before = await lockGiftAccount(tx, playerId)
  if (before.balanceCents < amount) throw new RefusalError('balance', { price: amount })
  const { account, lockedCents: locked } = chargedParts(before, amount, order)
  await tx
    .update(accounts)
    .set({
      balance: account.balanceCents,
      locked: account.lockedCents,
      unlocked: account.unlockedCents,
      ...(typeof order === 'string' ? {} : { spentLocked: sql`${accounts.spentLocked} + ${locked}` }),
    })
    .where(eq(accounts.id, playerId))
  const transferId = newId()
  const unlocked = account.unlockedCents - before.unlockedCents
  await tx
    .insert(transfers)
    .values({ id: transferId, kind, debitId: playerId, creditId: to, amount, reference, locked, unlocked })
  return { transferId, locked, balance: account.balanceCents }
}

function giftAccounts(queries: Queries, playerId: number) {
  return queries
    .select({
      balance: accounts.balance,
      locked: accounts.locked,
      unlocked: accounts.unlocked,
      margin: accounts.margin,
      spent: accounts.spent,
      spentLocked: accounts.spentLocked,
    })
    .from(accounts)
    .where(eq(accounts.id, playerId))
}

type GiftAccountRow = Awaited<ReturnType<typeof giftAccounts>>[number]

function giftAccountOf([row]: readonly GiftAccountRow[], playerId: number): GiftAccount {
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return {
    balanceCents: cents(row.balance ?? 0),
    lockedCents: cents(row.locked),
    unlockedCents: cents(row.unlocked),
    margin: microcents(row.margin),
    stakedCents: cents(row.spent - row.spentLocked),
  }
}

/** Returns what a player's account holds about gifts. */
export async function readGiftAccount(queries: Queries, playerId: number): Promise<GiftAccount> {
  return giftAccountOf(await giftAccounts(queries, playerId), playerId)
}

/** Locks a player's account until the transaction ends, and returns what it holds about gifts. */
export async function lockGiftAccount(tx: Queries, playerId: number): Promise<GiftAccount> {
  return giftAccountOf(await giftAccounts(tx, playerId).for('update'), playerId)
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
