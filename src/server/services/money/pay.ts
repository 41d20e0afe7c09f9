// Payments and charges of one player: each changes the balance and stores its transfer. Nothing outside of this folder does (the conventions
// check it). Openings, sales and seats of battles do both in a statement of their own, because the round trip that this saves was measured:
// charge-sql.ts is what they include.
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import type { GiftAccount } from '../../../game/rewards/gifts.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { accounts, transfers } from '../../db/schema.ts'
import { chargeAccount, chargeColumns, giftBackColumns, INTO_TRANSFERS } from './charge-sql.ts'
import { payDebts } from './debts.ts'

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
  /** The house account that receives, or the account of a battle. */
  readonly to: number
}

export interface Charged {
  readonly transferId: string
  /** The part that was paid by locked money. */
  readonly locked: Cents
  /** The player's balance after the charge. */
  readonly balance: Cents
}

/** Opens the account of a new player. */
export async function openAccount(tx: Queries, playerId: number): Promise<void> {
  await tx.insert(accounts).values({ id: playerId, name: `player:${playerId}`, balance: 0 })
}

/** What a reversal pays in order to charge it right away: the loan itself, and items sold for it. */
const OF_REVERSALS: readonly TransferKind[] = ['debt', 'reclaim']
/** Credits that happen once for their reference, under which the debt that they pay is found too. */
const OF_ORDERS: readonly TransferKind[] = ['deposit', 'reinstated']

/**
 * Pays a player from a house account, in the transaction that causes it. What the player owes is paid from it first.
 *
 * @returns the balance after the payment
 */
export async function payPlayer(tx: Queries, payment: Payment): Promise<Cents> {
  const { from, playerId, amount, locked, kind, reference, id = newId() } = payment
  const [paid] = await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} + ${amount}`, locked: sql`${accounts.locked} + ${locked}` })
    .where(eq(accounts.id, playerId))
    .returning({ balance: accounts.balance, debt: accounts.debt })
  if (paid === undefined) throw new Error(`Player ${playerId} has no account`)
  await tx.insert(transfers).values({ id, kind, debitId: from, creditId: playerId, amount, reference, locked })
  const balance = cents(paid.balance ?? 0)
  if (paid.debt === 0 || OF_REVERSALS.includes(kind)) return balance
  const debt = { playerId, most: amount, reference: OF_ORDERS.includes(kind) ? reference : id }
  return (await payDebts(tx, [debt])).get(playerId)?.balance ?? balance
}

/**
 * What a charge takes. A stake takes free money, then what margin unlocks, then locked money; one that is `held` for a game that is not over
 * counts as spent later. A refund unlocks nothing. A gift is taken back locked.
 */
export type ChargeOrder =
  | Pick<GiftRules, 'ownPercent'>
  | { readonly held: Pick<GiftRules, 'ownPercent'> }
  | 'refund'
  | 'gift-back'

function columnsOf(order: ChargeOrder): SQL {
  if (order === 'gift-back') return sql.raw(giftBackColumns('given.amount'))
  return sql.raw(chargeColumns({ amount: 'given.amount', ownPercent: 'given.own_percent' }))
}

function ownPercentOf(order: ChargeOrder): number {
  if (typeof order === 'string') return 0
  return 'held' in order ? order.held.ownPercent : order.ownPercent
}

interface ChargedRow {
  readonly covers: boolean
  readonly locked: string | number
  readonly balance: string | number | null
}

/**
 * Charges a player in favour of a house account or of a battle, in the transaction that causes it.
 *
 * @throws RefusalError 'balance' when the balance does not cover the amount
 */
export async function chargePlayer(tx: Queries, charge: Charge, order: ChargeOrder): Promise<Charged> {
  const { to, playerId, amount, kind, reference } = charge
  const isStake = typeof order !== 'string' && !('held' in order)
  const transferId = newId()
  const [row] = await queryRows<ChargedRow>(
    tx,
    sql`
    with given as (
      select ${playerId}::int as player_id, ${amount}::bigint as amount, ${ownPercentOf(order)}::bigint as own_percent
    ), ready as materialized (
      select accounts.id, given.amount, accounts.balance >= given.amount as covers, ${columnsOf(order)}
      from accounts join given on given.player_id = accounts.id for update of accounts
    ), charged as (
      update accounts set ${sql.raw(chargeAccount('ready'))},
        spent_locked = accounts.spent_locked + case when ${isStake}::boolean then ready.locked else 0 end
      from ready where accounts.id = ready.id and ready.covers returning accounts.balance
    ), moved as (
      ${sql.raw(INTO_TRANSFERS)}
      select ${transferId}::uuid, ${kind}::text, id, ${to}::int, amount, ${reference}::text, locked, unlocked from ready where covers
    )
    select ready.covers, ready.locked, charged.balance from ready left join charged on true`,
  )
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  if (!row.covers) throw new RefusalError('balance', { price: amount })
  return { transferId, locked: cents(Number(row.locked)), balance: cents(Number(row.balance)) }
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
      voidedStakes: accounts.voidedStakes,
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
    stakedCents: cents(row.spent - row.spentLocked - row.voidedStakes),
  }
}

/** Returns what a player's account holds about gifts. */
export async function readGiftAccount(queries: Queries, playerId: number): Promise<GiftAccount> {
  return giftAccountOf(await giftAccounts(queries, playerId), playerId)
}

/** Stores what a player has unlocked so far, on an account that is locked. */
export async function storeUnlocked(
  tx: Queries,
  playerId: number,
  { unlockedCents }: Pick<GiftAccount, 'unlockedCents'>,
): Promise<void> {
  await tx.update(accounts).set({ unlocked: unlockedCents }).where(eq(accounts.id, playerId))
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
