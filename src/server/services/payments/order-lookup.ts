// Orders for an operator: lists, one with all that belongs to it, and the release of what a warning froze.
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { ORDER_STATES } from '../../../protocol/payment.ts'
import type { Actor } from '../../audit/actor.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { accounts, catalogueItems, items, players, transfers } from '../../db/schema.ts'
import { audit } from '../../db/schema-office.ts'
import { withdrawalFreezes } from '../../db/schema-operations.ts'
import {
  disputes,
  keptPayments,
  type OrderRow,
  orderReversals,
  orders,
  voidedPrizes,
  webhookEvents,
} from '../../db/schema-payments.ts'
import { promoCodes } from '../../db/schema-promo.ts'
import { liftFreezes } from '../account/freezes.ts'
import { lockPlayer } from '../calls/player.ts'

/** Which orders a list has. */
export interface OrderFilter {
  /** Only disputed ones, open or closed. */
  readonly disputed: boolean
  /** Only those that a person has to look into. */
  readonly inQuestion: boolean
  readonly state?: (typeof ORDER_STATES)[number]
  /** Only those of this player. */
  readonly player?: number
  readonly limit: number
}

/** An order with its promo code. */
export interface ListedOrder {
  readonly order: OrderRow
  readonly code: string | null
}

/** Returns orders, the newest first. */
export function listOrders(queries: Queries, filter: OrderFilter): Promise<ListedOrder[]> {
  const { disputed, inQuestion, state, player, limit } = filter
  return queries
    .select({ order: orders, code: promoCodes.code })
    .from(orders)
    .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
    .where(
      and(
        disputed ? inArray(orders.id, queries.select({ id: disputes.orderId }).from(disputes)) : undefined,
        inQuestion ? and(isNotNull(orders.question), isNull(orders.answeredAt)) : undefined,
        state === undefined ? undefined : hasState(orders.state, state),
        player === undefined ? undefined : eq(orders.playerId, player),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
}

/** Returns an order with the name of its player; undefined when there is none. */
export async function findOrder(
  queries: Queries,
  id: string,
): Promise<(ListedOrder & { readonly username: string }) | undefined> {
  const [match] = await queries
    .select({ order: orders, username: players.username, code: promoCodes.code })
    .from(orders)
    .innerJoin(players, eq(players.id, orders.playerId))
    .leftJoin(promoCodes, eq(promoCodes.id, orders.promoId))
    .where(eq(orders.id, id))
  return match
}

/** Returns the webhook events of an order, the oldest first. */
export function eventsOfOrder(queries: Queries, orderId: string): Promise<(typeof webhookEvents.$inferSelect)[]> {
  return queries.select().from(webhookEvents).where(eq(webhookEvents.orderId, orderId)).orderBy(asc(webhookEvents.id))
}

/** Returns the reversals of an order, the oldest first. */
export function reversalsOfOrder(queries: Queries, orderId: string): Promise<(typeof orderReversals.$inferSelect)[]> {
  return queries
    .select()
    .from(orderReversals)
    .where(eq(orderReversals.orderId, orderId))
    .orderBy(asc(orderReversals.id))
}

/** A transfer with the names of its accounts. */
interface NamedTransfer {
  readonly transfer: typeof transfers.$inferSelect
  readonly from: string
  readonly to: string
}

/** A condition that the index `transfers_once` contains: without it every transfer would be read. */
const MOVED_ONCE = sql`${transfers.kind} in ('deposit', 'bonus', 'refund', 'bonus-back', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated')`

/** No transaction lasts longer: what it moved is so near to the moment that it stored. */
const MOVED_WITHIN_MS = 60_000

/** Returns when something of an order was kept, or its keeping ended. */
async function momentsOfKept(queries: Queries, orderId: string): Promise<readonly number[]> {
  const ofOrder = eq(keptPayments.orderId, orderId)
  const rows = await unionAll(
    queries.select({ at: keptPayments.at }).from(keptPayments).where(ofOrder),
    queries
      .select({ at: sql<Date>`${keptPayments.endedAt}`.mapWith(keptPayments.at) })
      .from(keptPayments)
      .where(and(ofOrder, isNotNull(keptPayments.endedAt))),
    // A part of a payment that grew.
    queries
      .select({ at: audit.at })
      .from(audit)
      .where(and(eq(audit.subject, orderId), eq(audit.verb, 'orders.keep'))),
  )
  return rows.map(({ at }) => at.getTime())
}

/** Returns the condition of the transfers of kept money: no index has them by their order, so each is looked for about when it was made. */
async function isOfKept(queries: Queries, orderId: string): Promise<SQL> {
  const least = (atMs: number): SQL => sql`${leastIdAt(atMs)}::uuid`
  const near = (await momentsOfKept(queries, orderId)).map(
    (atMs) => sql`select id from ${transfers} where kind in ('kept', 'kept-back') and reference = ${orderId}
      and id between ${least(atMs - MOVED_WITHIN_MS)} and ${least(atMs + MOVED_WITHIN_MS)}`,
  )
  return near.length === 0 ? sql`false` : sql`${transfers.id} in (${sql.join(near, sql` union all `)})`
}

/** Returns the transfers of an order, of its reversals, and of what was kept of it, the oldest first. */
export async function transfersOfOrder(queries: Queries, orderId: string): Promise<NamedTransfer[]> {
  const [debit, credit] = [alias(accounts, 'debit'), alias(accounts, 'credit')]
  const read = (where: SQL | undefined): Promise<NamedTransfer[]> =>
    queries
      .select({ transfer: transfers, from: debit.name, to: credit.name })
      .from(transfers)
      .innerJoin(debit, eq(debit.id, transfers.debitId))
      .innerJoin(credit, eq(credit.id, transfers.creditId))
      .where(where)
  const ids = [orderId, ...(await reversalsOfOrder(queries, orderId)).map(({ id }) => id)]
  const moved = await read(and(MOVED_ONCE, inArray(transfers.reference, ids)))
  const kept = await read(await isOfKept(queries, orderId))
  return [...moved, ...kept].sort((one, other) => (one.transfer.id < other.transfer.id ? -1 : 1))
}

/** A prize that a reversal took back or charged. */
interface VoidedPrize {
  readonly prize: typeof voidedPrizes.$inferSelect
  readonly name: string
}

/** Returns the prizes that reversals of an order took back or charged. */
export async function voidedPrizesOfOrder(queries: Queries, orderId: string): Promise<VoidedPrize[]> {
  const rows = await queries
    .select({ prize: voidedPrizes, view: catalogueItems.view })
    .from(voidedPrizes)
    .innerJoin(orderReversals, eq(orderReversals.id, voidedPrizes.reversalId))
    .innerJoin(items, eq(items.id, voidedPrizes.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(eq(orderReversals.orderId, orderId))
    .orderBy(asc(voidedPrizes.itemId))
  return rows.map(({ prize, view }) => ({ prize, name: (view as { market_hash_name: string }).market_hash_name }))
}

/** Returns the freezes of withdrawals because of an order, the oldest first. */
export function freezesOfOrder(
  queries: Queries,
  { id, playerId }: OrderRow,
): Promise<(typeof withdrawalFreezes.$inferSelect)[]> {
  return queries
    .select()
    .from(withdrawalFreezes)
    .where(and(eq(withdrawalFreezes.playerId, playerId), eq(withdrawalFreezes.reference, id)))
    .orderBy(asc(withdrawalFreezes.id))
}

/**
 * Lifts the freeze that a warning of fraud about an order made: no event of the provider ends it.
 *
 * @returns whether there was one
 */
export async function releaseOrderIn(
  tx: Queries,
  { id, playerId }: Pick<OrderRow, 'id' | 'playerId'>,
  at: Date,
  by: Actor,
): Promise<boolean> {
  await lockPlayer(tx, playerId)
  return (await liftFreezes(tx, { playerId, reason: 'fraud-warning', orderId: id }, at, by)) > 0
}

/** Lifts the freeze of a warning of fraud, as `releaseOrderIn` does. */
export function releaseOrder(db: Database, order: OrderRow, by: Actor): Promise<boolean> {
  return db.transaction((tx) => releaseOrderIn(tx, order, new Date(), by))
}
