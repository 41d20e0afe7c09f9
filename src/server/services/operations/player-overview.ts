// All of a player for an operator: balance, items, orders, withdrawals, sessions, bans and exclusions.
import { and, count, desc, eq, gt, isNull, sql, sum } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { missingTurnover } from '../../../game/rewards/gifts.ts'
import { LIVE_STATES } from '../../../game/withdrawal/withdrawal.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { catalogueItems, items, transfers } from '../../db/schema.ts'
import { erasures } from '../../db/schema-operations.ts'
import { exclusions, type OrderRow, orders } from '../../db/schema-payments.ts'
import { sessions } from '../../db/schema-sessions.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { bansOf } from '../account/bans.ts'
import { type AccountRow, accountOf } from '../account/lookup.ts'
import { keptDeposits } from '../money/kept-deposits.ts'
import { readGiftAccount } from '../money/pay.ts'
import { ofItem, selectWithdrawals, type WithdrawalOfItem } from '../withdrawal/transitions.ts'

/** How many orders, withdrawals, items and sessions an overview has. */
export const OVERVIEW_ROWS = 10

/** The sum of a player's transfers of a kind; what they paid is negative. */
export interface TransferSum {
  readonly kind: string
  readonly times: number
  readonly amount: Cents
}

async function transfersOf(queries: Queries, playerId: number): Promise<TransferSum[]> {
  const rowsOf = async (account: typeof transfers.creditId | typeof transfers.debitId, sign: 1 | -1) => {
    const rows = await queries
      .select({ kind: transfers.kind, times: count(), amount: sum(transfers.amount) })
      .from(transfers)
      // Said once more as a number: a plan for every player knows by it that the index of players' transfers has them.
      .where(and(eq(account, playerId), sql`${account} >= 1000`))
      .groupBy(transfers.kind)
      .orderBy(transfers.kind)
    return rows.map((row) => ({ ...row, amount: cents(sign * Number(row.amount)) }))
  }
  return [...(await rowsOf(transfers.creditId, 1)), ...(await rowsOf(transfers.debitId, -1))]
}

function ordersOf(queries: Queries, playerId: number): Promise<OrderRow[]> {
  return queries
    .select()
    .from(orders)
    .where(eq(orders.playerId, playerId))
    .orderBy(desc(orders.id))
    .limit(OVERVIEW_ROWS)
}

async function withdrawalsOf(queries: Queries, playerId: number): Promise<WithdrawalOfItem[]> {
  const rows = await selectWithdrawals(queries)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, ...LIVE_STATES)))
    .orderBy(desc(withdrawals.id))
    .limit(OVERVIEW_ROWS)
  return rows.map(ofItem)
}

/** An item that a player owns, with its name on the market. */
export interface OwnedItem {
  readonly item: typeof items.$inferSelect
  readonly name: string
}

async function itemsOf(queries: Queries, playerId: number): Promise<OwnedItem[]> {
  const rows = await queries
    .select({ item: items, view: catalogueItems.view })
    .from(items)
    .leftJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(and(eq(items.playerId, playerId), hasState(items.state, 'owned')))
    .orderBy(desc(items.price), desc(items.id))
    .limit(OVERVIEW_ROWS)
  return rows.map(({ item, view }) => ({
    item,
    name: (view as ItemView | null)?.market_hash_name ?? item.itemId,
  }))
}

function exclusionsOf(queries: Queries, playerId: number) {
  return queries.select().from(exclusions).where(eq(exclusions.playerId, playerId)).orderBy(desc(exclusions.id))
}

function sessionsOf(queries: Queries, playerId: number) {
  const isOpen = and(eq(sessions.playerId, playerId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date()))
  return queries.select().from(sessions).where(isOpen).orderBy(desc(sessions.seenAt)).limit(OVERVIEW_ROWS)
}

/** How much of the deposits was staked, and what is left to stake before items leave. */
interface Turnover {
  readonly staked: Cents
  readonly deposited: Cents
  readonly missing: Cents
}

async function turnoverOf(queries: Queries, playerId: number): Promise<Turnover> {
  const account = await readGiftAccount(queries, playerId)
  const deposited = await keptDeposits(queries, playerId)
  return { staked: account.stakedCents, deposited, missing: missingTurnover(account, deposited) }
}

/** What a player may do and owes, and what is on its way: short lists alone. */
export interface PlayerStanding {
  readonly account: AccountRow
  readonly turnover: Turnover
  readonly bans: Awaited<ReturnType<typeof bansOf>>
  readonly exclusions: readonly (typeof exclusions.$inferSelect)[]
  /** What became of the player's wish to be deleted; undefined without one. */
  readonly erasure: typeof erasures.$inferSelect | undefined
  /** The newest ones. */
  readonly orders: readonly OrderRow[]
  /** Those in progress. */
  readonly withdrawals: readonly WithdrawalOfItem[]
}

export interface PlayerOverview extends PlayerStanding {
  readonly transfers: readonly TransferSum[]
  /** The most expensive ones. */
  readonly items: readonly OwnedItem[]
  /** Those that are signed in. */
  readonly sessions: readonly (typeof sessions.$inferSelect)[]
}

/** Returns what a player may do and owes, and what is on its way: no more rows are read of a player with a long history. */
export async function playerStanding(db: Database, playerId: number): Promise<PlayerStanding> {
  const { queries } = db
  const [erasure] = await queries.select().from(erasures).where(eq(erasures.playerId, playerId))
  return {
    account: await accountOf(queries, playerId),
    turnover: await turnoverOf(queries, playerId),
    bans: await bansOf(db, playerId),
    exclusions: await exclusionsOf(queries, playerId),
    erasure,
    orders: await ordersOf(queries, playerId),
    withdrawals: await withdrawalsOf(queries, playerId),
  }
}

/** Returns everything of a player that an operator may need. */
export async function playerOverview(db: Database, playerId: number): Promise<PlayerOverview> {
  const { queries } = db
  return {
    ...(await playerStanding(db, playerId)),
    transfers: await transfersOf(queries, playerId),
    items: await itemsOf(queries, playerId),
    sessions: await sessionsOf(queries, playerId),
  }
}
