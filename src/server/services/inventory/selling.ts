// Selling items at what they are worth; what was locked in them is locked in the balance, in proportion. A debt is paid from it first. One
// statement; items are locked in the order of their ids. Values that fell are read before it: neither the kind of an item nor its price
// ever changes, and prices of a late edition are refused. Items whose price is held stay: a sale of everything sells the rest.
import { type SQL, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Database, databaseFault, REFUSED } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { creditAccountOf, creditColumns, INTO_TRANSFERS } from '../money/charge-sql.ts'
import { debtNotification, liftDebtFreezes } from '../money/debts.ts'
import { fallenValues, leastFreshId } from '../money/item-value.ts'
import { atNewest, CatalogueLate, isLateSql } from '../rolls/in-force.ts'

const HELD = '(exists (select from held_items where held_items.item_id = items.item_id))'

/** How the statement refuses a sale that pays less than the player saw; the sum that it would pay follows. */
const SUM_CHANGED = 'sum-changed '

/** How the statement refuses a sale at prices of an edition that is not the newest. */
const LATE = 'late'

/** Holds when the sale pays `$9`, which the player saw, or more. What stays because it is held does not make the sum fall; null for none. */
const IS_SEEN = '($9::bigint is null or total.sum + (select worth from staying) >= $9::bigint)'

/** Holds when `$10`, the edition whose prices old items count at, is not the newest; it is null for a sale of items that count as won. */
const IS_LATE = `($10::text is not null and ${isLateSql('$10::text')})`

const DEBT_PAID = debtNotification(cents(0))

/**
 * Builds one statement for each way to name items: plans are made without knowing values, and one for both would read all owned
 * items.
 *
 * @param named selects the items to sell
 * @param isFound holds for `total` when all requested items were found; nothing is sold otherwise
 */
const saleOf = (named: string, isFound: string): string =>
  withSum(named, isFound, `${isFound} and not ${IS_LATE} and ${IS_SEEN}`)

const withSum = (named: string, isFound: string, isWhole: string): string => `
with fallen as (
  select id, value from unnest($5::uuid[], $6::bigint[]) as given (id, value)
), owned as (
  select id, price, case when unlocked is null then coalesce(locked, 0) else 0 end as locked from items
  where ${named} and state = 'owned' and not ${HELD}
  order by id for update
), staying as (
  select count(*)::int as held, coalesce(sum(coalesce(value, price)), 0)::bigint as worth
  from items left join fallen using (id) where ${named} and state = 'owned' and ${HELD}
), locked as (
  select owned.id, owned.price, fallen.value, coalesce(fallen.value, owned.price) as pays,
    (owned.locked * coalesce(fallen.value, owned.price) + owned.price - 1) / owned.price as locked
  from owned left join fallen on fallen.id = owned.id
), total as (
  select coalesce(sum(pays), 0)::bigint as sum, coalesce(sum(price), 0)::bigint as won_sum,
    coalesce(sum(locked), 0)::bigint as locked_sum, count(*)::int as count from locked
), ended as (
  insert into item_ends (item_id, kind, transfer_id, value)
  select id, 'sold', $2, value from locked, total where ${isWhole}
), moved as (
  update items set state = 'sold' from locked, total
  where items.id = locked.id and ${isWhole}
), credit as materialized (
  select accounts.id, ${creditColumns('total.sum', 'total.locked_sum')}
  from accounts, total where accounts.id = $1 and ${isWhole} for update of accounts
), paid as (
  update accounts set ${creditAccountOf('credit')}, items = items - total.count, worth = worth - total.won_sum
  from credit, total where accounts.id = credit.id
  returning accounts.id, accounts.balance, accounts.debt, credit.owed, credit.owed_locked, total.sum, total.locked_sum, total.count
), transferred as (
  ${INTO_TRANSFERS}
  select $2, 'sell', ${HOUSE_ACCOUNTS.items}, $1, sum, count::text, locked_sum, null from paid
  union all
  select $7, 'debt-paid', $1, ${HOUSE_ACCOUNTS.debts}, owed, $2::text, owed_locked, 0 from paid where owed > 0
), settled as (
  select id, debt from paid where owed > 0
), lifted as (
  ${liftDebtFreezes('settled')}
), told as (
  insert into notifications (id, player_id, kind, amounts, link)
  select $8, id, '${DEBT_PAID.kind}', json_build_object('amount', owed), '${DEBT_PAID.link}' from paid where owed > 0
), once as (
  insert into idempotency_keys (player_id, key, request_hash, answer)
  select $1, $3, $4, json_build_object('balance', balance, 'sum', sum, 'sold', count, 'held', held) from paid, staying
)
select balance, sum, count as sold, held from paid, staying
union all
select refuse(case when ${IS_LATE} then '${LATE}' when ${isFound} then '${SUM_CHANGED}' || total.sum when held > 0 then 'item-held' else 'item-gone' end), 0, 0, 0
from staying, total
where not exists (select from paid)`

/**
 * Sells everything owned: the player, the transfer's id, the idempotency key and its hash, the items that are worth less than
 * when they were won, what they are worth, the ids of the transfer and of the notification of a debt that it pays, the sum that the player
 * saw, and the edition of the prices.
 */
const SELL_ALL = { name: 'sell-all-items', text: saleOf('player_id = $1', 'total.count > 0') } as const

/**
 * Sells what `$11` names, each of which has to be the player's and owned; there are `$12` of them, one at least. The `is true`
 * keeps the planner from searching by owner, who may have ten thousand other items.
 */
const SELL_SOME = {
  name: 'sell-items',
  text: saleOf('id = any($11::uuid[]) and (player_id = $1) is true', 'total.count = $12'),
} as const

/**
 * Sells what is still owned of the openings that `$11` names drops of, all of them the player's. An opening writes its drops in one
 * statement, so they have the same time, which no other opening of the player has.
 */
const SELL_OPENED = {
  name: 'sell-opened-items',
  text: saleOf(
    `player_id = $1 and source = 'case'
    and at in (select at from items where id = any($11::uuid[]) and (player_id = $1) is true and source = 'case')`,
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
  /** Items that stay because their price is held; absent in answers that were stored before there were any. */
  readonly held?: number
}

type SoldRow = Record<keyof SaleResult, string | number>

export interface SellingParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  /** Activates the newest edition, where there is one that this instance has not read. */
  readonly refreshCatalogue: () => Promise<void>
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly now: () => number
}

export interface Selling {
  /**
   * Sells items of a player.
   *
   * @param seenCents what the player saw that they sell for; undefined for callers that show no sum
   * @throws RefusalError 'sum-changed' with the sum when they sell for less, 'item-gone' when one of them is not the player's or sold already, 'item-held' when one of them or all that
   *   there are is held, 'nothing-selected' when there is nothing to sell; CatalogueLate where this instance cannot read the newest prices
   */
  sell(playerId: number, of: SaleOf, idempotencyKey: IdempotencyKey, seenCents?: Cents): Promise<SaleResult>
}

/**
 * Selects the items that a sale may sell. Also those that are being withdrawn: one that comes back before the sale runs is sold at
 * its value too.
 */
function mayBeSold(playerId: number, kind: SaleOf['kind'], ids: readonly string[]): SQL {
  if (kind === 'all') return sql`player_id = ${playerId} and state in ('owned', 'withdrawing')`
  const isNamed = sql`id = any(${sql.param(ids)}::uuid[]) and (player_id = ${playerId}) is true`
  if (kind === 'named') return isNamed
  return sql`player_id = ${playerId} and source = 'case'
    and at in (select at from items where ${isNamed} and source = 'case')`
}

/** Makes the sales over a database and a catalogue. */
export function createSelling(deps: SellingParts): Selling {
  async function run(
    playerId: number,
    of: SaleOf,
    given: readonly unknown[],
    seenCents: Cents | undefined,
  ): Promise<SoldRow[]> {
    const ids = of.kind === 'all' ? [] : [...new Set(of.ids.map((id) => id.toLowerCase()))]
    if (of.kind !== 'all' && ids.length === 0) throw new RefusalError('nothing-selected')
    const prices = { loaded: deps.catalogue(), atMs: deps.now() }
    const mayBeOld = of.kind === 'all' || ids.some((id) => id < leastFreshId(prices))
    const fallen = mayBeOld
      ? await fallenValues(deps.db.queries, mayBeSold(playerId, of.kind, ids), prices)
      : new Map<string, Cents>()
    const edition = mayBeOld ? prices.loaded.digest : null
    const parameters = [
      ...given,
      [...fallen.keys()],
      [...fallen.values()],
      newId(),
      newId(),
      seenCents ?? null,
      edition,
    ]
    if (of.kind === 'all') return deps.db.run<SoldRow>(SELL_ALL, parameters)
    return of.kind === 'opened'
      ? deps.db.run<SoldRow>(SELL_OPENED, [...parameters, ids])
      : deps.db.run<SoldRow>(SELL_SOME, [...parameters, ids, ids.length])
  }

  async function sell(
    playerId: number,
    of: SaleOf,
    idempotencyKey: IdempotencyKey,
    seenCents: Cents | undefined,
  ): Promise<SaleResult> {
    const given = [playerId, newId(), idempotencyKey.key, idempotencyKey.requestHash]
    try {
      const [row] = await run(playerId, of, given, seenCents)
      if (row === undefined) throw new Error('A sale returned nothing')
      const sold = {
        balance: Number(row.balance),
        sum: Number(row.sum),
        sold: Number(row.sold),
        held: Number(row.held),
      }
      deps.events.emit('balance', { playerId, balance: cents(sold.balance) })
      return sold
    } catch (error) {
      const fault = databaseFault(error)
      if (fault?.code === REFUSED && fault.message === LATE) throw new CatalogueLate()
      if (fault?.code === REFUSED && fault.message === 'item-held') throw new RefusalError('item-held')
      if (fault?.code === REFUSED && fault.message.startsWith(SUM_CHANGED))
        throw new RefusalError('sum-changed', { price: Number(fault.message.slice(SUM_CHANGED.length)) })
      if (fault?.code === REFUSED) throw new RefusalError(of.kind === 'named' ? 'item-gone' : 'nothing-selected')
      throw error
    }
  }
  return {
    sell: (playerId, of, idempotencyKey, seenCents) =>
      deps.idempotency.run(idempotencyKey, () =>
        atNewest(deps.refreshCatalogue, () => sell(playerId, of, idempotencyKey, seenCents)),
      ),
  }
}
