// What players owe after reversals. Every credit pays it before the player can spend anything: a player with a debt has a balance of zero.
import { sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { storeEachNotification } from '../notices/notifications.ts'
import { chargeAccount, chargeColumns, INTO_TRANSFERS } from './charge-sql.ts'

/** A credit of a player's balance, from which a debt is paid. */
export interface DebtPayment {
  readonly playerId: number
  /** What was credited. */
  readonly most: Cents
  /** What the credit was for, or its transfer: it pays a debt once. */
  readonly reference: string
}

/** A debt that was paid, wholly or in part. */
export interface PaidDebt {
  readonly amount: Cents
  /** The balance afterwards. */
  readonly balance: Cents
}

/** Returns the notification of a debt that was paid. */
export function debtNotification(amount: Cents): PlayerNotification {
  return { kind: 'debtPaid', amounts: { amount }, link: '/deposit' }
}

/**
 * Returns SQL that ends the freezes of players who owe nothing any more.
 *
 * @param paid a table with the columns `id` and `debt` of the players after their payments
 */
export function liftDebtFreezes(paid: string): string {
  return `update withdrawal_freezes set lifted_at = now() from ${paid}
    where withdrawal_freezes.player_id = ${paid}.id and ${paid}.debt = 0 and reason = 'debt' and lifted_at is null`
}

/** Pays debts from what was just credited, as far as it reaches. Returns what was paid, by player; players who owe nothing are left out. */
export async function payDebts(tx: Queries, payments: readonly DebtPayment[]): Promise<ReadonlyMap<number, PaidDebt>> {
  if (payments.length === 0) return new Map()
  const given = payments.map(({ playerId: id, most, reference }) => ({ id, most, reference, transfer: newId() }))
  const columns = chargeColumns({ amount: 'least(accounts.debt, given.most)', ownPercent: '0::bigint' })
  const rows = await queryRows<{ id: number; amount: string | number; balance: string | number }>(
    tx,
    sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id int, most bigint, reference text, transfer uuid)
    ), ready as materialized (
      select accounts.id, given.reference, given.transfer, least(accounts.debt, given.most) as amount, ${sql.raw(columns)}
      from accounts join given on given.id = accounts.id where accounts.debt > 0 and given.most > 0
      order by accounts.id for update of accounts
    ), paid as (
      update accounts set ${sql.raw(chargeAccount('ready'))}, debt = accounts.debt - ready.amount
      from ready where accounts.id = ready.id returning accounts.id, accounts.debt, accounts.balance, ready.amount
    ), moved as (
      ${sql.raw(INTO_TRANSFERS)}
      select transfer, 'debt-paid', id, ${sql.raw(String(HOUSE_ACCOUNTS.debts))}, amount, reference, locked, unlocked from ready
    ), lifted as (${sql.raw(liftDebtFreezes('paid'))})
    select id, amount, balance from paid`,
  )
  const paid = new Map(
    rows.map(({ id, amount, balance }) => [id, { amount: cents(Number(amount)), balance: cents(Number(balance)) }]),
  )
  await storeEachNotification(
    tx,
    [...paid].map(([playerId, { amount }]) => ({ playerId, notification: debtNotification(amount) })),
  )
  return paid
}
