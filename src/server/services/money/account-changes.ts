// Changes of several accounts at once: what battles that end pay back, or pay and count.
import { sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { newId } from '../../base/ids.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { payDebts } from './debts.ts'

/** What a player's account gets, in cents, and what it counts. The caller stores the transfers. */
export interface AccountChange {
  id: number
  amount: number
  /** The locked part of the amount. */
  locked: number
  spent: number
  spent_locked: number
  margin: number
  items: number
  worth: number
  best_id: string | null
  best_price: number
}

/** A change of nothing. */
export const NO_CHANGE: Readonly<Omit<AccountChange, 'id'>> = {
  ...{ amount: 0, locked: 0, spent: 0, spent_locked: 0, margin: 0, items: 0, worth: 0 },
  ...{ best_id: null, best_price: 0 },
}

/** A player's account after a change, with what drops show of them. */
export interface ChangedAccount {
  readonly id: number
  readonly balance: Cents
  readonly spent: Cents
  /** What the change added to it. */
  readonly paid: Cents
  readonly username: string
  readonly avatar: string
  readonly hidden: boolean
}

type AmountName = 'balance' | 'spent' | 'paid'

/**
 * Changes the accounts of players in the order of their ids, like all code that changes several accounts. What players owe is paid first from
 * what they get.
 */
export async function changeAccounts(
  tx: Queries,
  changes: readonly AccountChange[],
): Promise<Map<number, ChangedAccount>> {
  const rows = await queryRows<
    Omit<ChangedAccount, AmountName> & Record<AmountName | 'debt' | 'amount', string | number>
  >(
    tx,
    sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (id int, amount bigint, locked bigint,
        spent bigint, spent_locked bigint, margin bigint, items int, worth bigint, best_id uuid, best_price bigint)
    ), ready as materialized (
      select accounts.id from accounts join given on given.id = accounts.id order by accounts.id for update of accounts
    )
    update accounts set balance = accounts.balance + given.amount, locked = accounts.locked + given.locked,
      spent = accounts.spent + given.spent, spent_locked = accounts.spent_locked + given.spent_locked,
      margin = accounts.margin + given.margin, won = won + given.worth,
      best_id = case when given.best_price > accounts.best_price then given.best_id else accounts.best_id end,
      best_price = greatest(accounts.best_price, given.best_price),
      items = accounts.items + given.items, worth = accounts.worth + given.worth
    from given join ready on ready.id = given.id join players on players.id = given.id
    where accounts.id = given.id
    returning accounts.id, balance, debt, given.amount, accounts.spent, given.spent as paid, username, avatar, hidden`,
  )
  if (rows.length !== changes.length) throw new Error('A change of accounts names a player without an account')
  const owing = rows.filter(({ debt, amount }) => Number(debt) > 0 && Number(amount) > 0)
  const debts = await payDebts(
    tx,
    owing.map(({ id, amount }) => ({ playerId: id, most: cents(Number(amount)), reference: newId() })),
  )
  return new Map(
    rows.map(({ id, balance, spent, paid, username, avatar, hidden }) => {
      const after = debts.get(id)?.balance ?? cents(Number(balance))
      const amounts = { balance: after, spent: cents(Number(spent)), paid: cents(Number(paid)) }
      return [id, { id, username, avatar, hidden, ...amounts }]
    }),
  )
}
