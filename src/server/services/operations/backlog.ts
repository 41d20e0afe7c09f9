// What is waiting in the tables, and what is waiting too long: for monitoring.
import { and, count, countDistinct, gt, isNotNull, isNull, min, or, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { MOVING_STATES } from '../../../game/withdrawal/withdrawal.ts'
import { timeOfId } from '../../base/ids.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { accounts } from '../../db/schema.ts'
import { battles } from '../../db/schema-battles.ts'
import { withdrawalFreezes } from '../../db/schema-operations.ts'
import { disputes, keptPayments, orders } from '../../db/schema-payments.ts'
import { raffles } from '../../db/schema-rewards.ts'
import { orphanedOffers, withdrawals } from '../../db/schema-withdrawals.ts'
import { stuckWithdrawals } from '../withdrawal/operator.ts'

/** A raffle is drawn within a minute of its end; the beacon may be late, and a stopped server has to start. */
const RAFFLE_GRACE_MS = 10 * 60_000

/** How long an offer that was accepted although its withdrawal had ended is shown: nothing else tells that it was settled. */
const TAKEN_SHOWN_MS = 7 * DAY_MS

export interface Backlog {
  readonly ordersOpen: number
  /** Age of the oldest open order in seconds; 0 for none. */
  readonly ordersOldest: number
  /** Their provider reported something that could not be booked, and no person has settled it. */
  readonly ordersInQuestion: number
  /** Payments that may not be credited and are not refunded yet. */
  readonly paymentsKept: number
  /** Disputes that wait for the bank's decision. */
  readonly disputesOpen: number
  /** How long the oldest of them has waited in seconds; 0 for none. */
  readonly disputesOldest: number
  /** Players whose withdrawals are frozen because of a deposit. */
  readonly playersFrozen: number
  /** What players owe, in cents. */
  readonly debts: number
  readonly withdrawalsOpen: number
  readonly withdrawalsStuck: number
  /** Withdrawals that wait for a person, and how long the oldest has waited in seconds; 0 for none. */
  readonly withdrawalsInReview: number
  readonly reviewOldest: number
  /** Offers of withdrawals that were given up, which are not cancelled yet. */
  readonly offersToCancel: number
  /** Those of the last seven days that their players accepted first: they own the item twice. */
  readonly offersTaken: number
  readonly rafflesOverdue: number
  readonly battlesOpen: number
  /** Locked or shown. */
  readonly battlesRunning: number
  /** Battles whose round of the beacon should exist, and how long the oldest has waited in seconds; 0 for none. */
  readonly battlesWaiting: number
  readonly battlesWaitingOldest: number
  /** How long the oldest battle whose show is over has waited for its settlement in seconds; 0 for none. */
  readonly battlesSettlementLag: number
  /** How long ago the newest published day ended in seconds, or the shop's first transfer was made; 0 before it. */
  readonly publishedDayAge: number
}

type BattleBacklog = Pick<
  Backlog,
  'battlesOpen' | 'battlesRunning' | 'battlesWaiting' | 'battlesWaitingOldest' | 'battlesSettlementLag'
>

/** Counts battles that are not over: those that are due have an index of their own. */
async function readBattles({ queries }: Database, nowMs: number): Promise<BattleBacklog> {
  const at = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const isWaiting = sql`${battles.state} = 'locked' and ${battles.dueAt} < ${at}`
  const [row] = await queries
    .select({
      open: sql<string>`count(*) filter (where ${battles.state} = 'open')`,
      running: sql<string>`count(*) filter (where ${battles.state} <> 'open')`,
      waiting: sql<string>`count(*) filter (where ${isWaiting})`,
      waitingSince: sql<string | null>`min(${battles.dueAt}) filter (where ${isWaiting})`,
      shownSince: sql<
        string | null
      >`min(${battles.dueAt}) filter (where ${battles.state} = 'drawn' and ${battles.dueAt} < ${at})`,
    })
    .from(battles)
    .where(isNotNull(battles.dueAt))
  const secondsSince = (since: string | null | undefined): number =>
    since == null ? 0 : Math.max(0, (nowMs - new Date(since).getTime()) / 1000)
  return {
    battlesOpen: Number(row?.open),
    battlesRunning: Number(row?.running),
    battlesWaiting: Number(row?.waiting),
    battlesWaitingOldest: secondsSince(row?.waitingSince),
    battlesSettlementLag: secondsSince(row?.shownSince),
  }
}

/** Returns the age of the newest published day. */
async function readPublishedAge({ queries }: Database, nowMs: number): Promise<number> {
  const [row] = await queryRows<{ ended: string | number | null; first: string | null }>(
    queries,
    sql`select (select text::json->>'to' from published_days order by sequence desc limit 1) as ended,
      (select id from transfers order by id limit 1) as first`,
  )
  if (row === undefined || row.first === null) return 0
  return Math.max(0, (nowMs - Number(row.ended ?? timeOfId(row.first))) / 1000)
}

/** Counts what is waiting. The partial indexes of open orders and moving withdrawals hold little else. */
export async function readBacklog(db: Database, nowMs: number): Promise<Backlog> {
  const { queries } = db
  const [order] = await queries
    .select({
      open: sql<string>`count(*) filter (where ${orders.state} = 'created')`,
      oldest: sql<string | null>`min(${orders.createdAt}) filter (where ${orders.state} = 'created')`,
    })
    .from(orders)
    .where(hasState(orders.state, 'created', 'expired', 'cancelled'))
  const [withdrawal] = await queries
    .select({ open: sql<string>`count(*)`, stuck: sql<string>`count(*) filter (where ${stuckWithdrawals(nowMs)})` })
    .from(withdrawals)
    .where(hasState(withdrawals.state, ...MOVING_STATES))
  const [review] = await queries
    .select({ waiting: count(), oldest: min(withdrawals.changedAt) })
    .from(withdrawals)
    .where(hasState(withdrawals.state, 'review'))
  const [raffle] = await queries
    .select({ overdue: sql<string>`count(*)` })
    .from(raffles)
    .where(
      and(
        hasState(raffles.state, 'open', 'frozen'),
        sql`${raffles.closesAt} < ${new Date(nowMs - RAFFLE_GRACE_MS).toISOString()}::timestamptz`,
      ),
    )
  const [frozen] = await queries
    .select({ players: countDistinct(withdrawalFreezes.playerId) })
    .from(withdrawalFreezes)
    .where(isNull(withdrawalFreezes.liftedAt))
  const [owed] = await queries
    .select({ debts: sql<string>`coalesce(sum(${accounts.debt}), 0)` })
    .from(accounts)
    .where(gt(accounts.debt, 0))
  // An offer is due again a minute after each attempt, so that this is when it was found.
  const takenSince = new Date(nowMs - TAKEN_SHOWN_MS)
  const [offer] = await queries
    .select({
      open: sql<string>`count(*) filter (where ${orphanedOffers.state} = 'open')`,
      taken: sql<string>`count(*) filter (where ${orphanedOffers.state} = 'taken')`,
    })
    .from(orphanedOffers)
    .where(
      or(
        hasState(orphanedOffers.state, 'open'),
        and(hasState(orphanedOffers.state, 'taken'), gt(orphanedOffers.dueAt, takenSince)),
      ),
    )
  const ordersInQuestion = await queries.$count(orders, and(isNotNull(orders.question), isNull(orders.answeredAt)))
  const paymentsKept = await queries.$count(keptPayments, isNull(keptPayments.endedAt))
  const [dispute] = await queries
    .select({ open: count(), oldest: min(disputes.openedAt) })
    .from(disputes)
    .where(hasState(disputes.state, 'open'))
  const oldest = order?.oldest ?? null
  return {
    ordersOpen: Number(order?.open),
    ordersOldest: oldest === null ? 0 : Math.max(0, (nowMs - new Date(oldest).getTime()) / 1000),
    ordersInQuestion,
    paymentsKept,
    disputesOpen: dispute?.open ?? 0,
    disputesOldest: Math.max(0, (nowMs - (dispute?.oldest?.getTime() ?? nowMs)) / 1000),
    playersFrozen: frozen?.players ?? 0,
    debts: Number(owed?.debts),
    withdrawalsOpen: Number(withdrawal?.open),
    withdrawalsStuck: Number(withdrawal?.stuck),
    withdrawalsInReview: review?.waiting ?? 0,
    reviewOldest: Math.max(0, (nowMs - (review?.oldest?.getTime() ?? nowMs)) / 1000),
    offersToCancel: Number(offer?.open),
    offersTaken: Number(offer?.taken),
    rafflesOverdue: Number(raffle?.overdue),
    publishedDayAge: await readPublishedAge(db, nowMs),
    ...(await readBattles(db, nowMs)),
  }
}
