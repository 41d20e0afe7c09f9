// Selling items at the price they were won at; what was locked in them is locked in the balance. One statement; items are locked in the order of their ids.
import { cents } from '../../../game/money.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Database, databaseFault, REFUSED } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { Idempotency, IdempotencyKey } from '../kernel/idempotency.ts'

/**
 * Builds one statement for each way to name items: plans are made without knowing values, and one for both would read all owned
 * items.
 *
 * @param named selects the items to sell
 * @param isWhole holds for `total` when all requested items were found; nothing is sold otherwise
 */
const saleOf = (named: string, isWhole: string): string => `
with locked as (
  select id, price, case when unlocked is null then coalesce(locked, 0) else 0 end as locked from items
  where ${named} and state = 'owned'
  order by id for update
), total as (
  select coalesce(sum(price), 0)::bigint as sum, coalesce(sum(locked), 0)::bigint as locked_sum, count(*)::int as count from locked
), ended as (
  insert into item_ends (item_id, kind, transfer_id)
  select id, 'sold', $2 from locked, total where ${isWhole}
), moved as (
  update items set state = 'sold' from locked, total
  where items.id = locked.id and ${isWhole}
), paid as (
  update accounts set balance = balance + total.sum, locked = accounts.locked + total.locked_sum, items = items - total.count, worth = worth - total.sum from total
  where accounts.id = $1 and ${isWhole}
  returning accounts.balance, total.sum, total.locked_sum, total.count
), transferred as (
  insert into transfers (id, kind, debit_id, credit_id, amount, reference, locked)
  select $2, 'sell', ${HOUSE_ACCOUNTS.items}, $1, sum, count::text, locked_sum from paid
), once as (
  insert into idempotency_keys (player_id, key, request_hash, answer)
  select $1, $3, $4, json_build_object('balance', balance, 'sum', sum, 'sold', count) from paid
)
select balance, sum, count as sold from paid
union all
select refuse('item-gone'), 0, 0 where not exists (select from paid)`

/** Sells everything owned: the player, the transfer's id, the idempotency key and its hash. */
const SELL_ALL = { name: 'sell-all-items', text: saleOf('player_id = $1', 'total.count > 0') } as const

/**
 * Sells what `$5` names, each of which has to be the player's and owned; there are `$6` of them, one at least. The `is true`
 * keeps the planner from searching by owner, who may have ten thousand other items.
 */
const SELL_SOME = {
  name: 'sell-items',
  text: saleOf('id = any($5::uuid[]) and (player_id = $1) is true', 'total.count = $6'),
} as const

/**
 * Sells what is still owned of the openings that `$5` names drops of, all of them the player's. An opening writes its drops in one
 * statement, so they have the same time, which no other opening of the player has.
 */
const SELL_OPENED = {
  name: 'sell-opened-items',
  text: saleOf(
    `player_id = $1 and source = 'case'
    and at in (select at from items where id = any($5::uuid[]) and (player_id = $1) is true and source = 'case')`,
    'total.count > 0',
  ),
} as const

/** The items of a sale. */
export type SaleOf =
  /** Each of them has to be the player's and owned. */
  | { readonly kind: 'named'; readonly ids: readonly string[] }
  /** Everything still owned of the openings that these are drops of. */
  | { readonly kind: 'opened'; readonly ids: readonly string[] }
  /** Everything owned. */
  | { readonly kind: 'all' }

export interface SaleResult {
  readonly balance: number
  readonly sum: number
  readonly sold: number
}

type SoldRow = Record<keyof SaleResult, string | number>

export interface Selling {
  /**
   * Sells items of a player.
   *
   * @throws RefusalError 'item-gone' when one of them is not the player's or sold already, 'nothing-selected' when there is
   *   nothing to sell
   */
  sell(playerId: number, of: SaleOf, idempotencyKey: IdempotencyKey): Promise<SaleResult>
}

/** Makes the sales over a database. */
export function createSelling(deps: { db: Database; idempotency: Idempotency; events: SiteEvents }): Selling {
  function run(of: SaleOf, given: readonly unknown[]): Promise<SoldRow[]> {
    if (of.kind === 'all') return deps.db.run<SoldRow>(SELL_ALL, [...given])
    const ids = [...new Set(of.ids.map((id) => id.toLowerCase()))]
    if (ids.length === 0) throw new RefusalError('nothing-selected')
    return of.kind === 'opened'
      ? deps.db.run<SoldRow>(SELL_OPENED, [...given, ids])
      : deps.db.run<SoldRow>(SELL_SOME, [...given, ids, ids.length])
  }

  async function sell(playerId: number, of: SaleOf, idempotencyKey: IdempotencyKey): Promise<SaleResult> {
    const given = [playerId, newId(), idempotencyKey.key, idempotencyKey.requestHash]
    try {
      const [row] = await run(of, given)
      if (row === undefined) throw new Error('A sale returned nothing')
      const sold = { balance: Number(row.balance), sum: Number(row.sum), sold: Number(row.sold) }
      deps.events.emit('balance', { playerId, balance: cents(sold.balance) })
      return sold
    } catch (error) {
      const fault = databaseFault(error)
      if (fault?.code === REFUSED) throw new RefusalError(of.kind === 'named' ? 'item-gone' : 'nothing-selected')
      throw error
    }
  }
  return {
    sell: (playerId, of, idempotencyKey) =>
      deps.idempotency.run(idempotencyKey, () => sell(playerId, of, idempotencyKey)),
  }
}
