// What waits in the room Payments: kept money, disputes, debts. Each list is the scan of an index.
import { and, asc, desc, eq, gt, inArray, isNull, max, type SQL, sql, sum } from 'drizzle-orm'
import type { Currency } from '../../../../game/payments/deposit.ts'
import type { DisputeState } from '../../../../game/payments/reversal.ts'
import type { DebtsReply, DisputesReply, KeptReply, KeptRow } from '../../../../protocol/office/payments.ts'
import { leastIdAt } from '../../../base/ids.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { accounts, players, transfers } from '../../../db/schema.ts'
import { withdrawalFreezes } from '../../../db/schema-operations.ts'
import { disputeAnswers, disputes, keptPayments, orders } from '../../../db/schema-payments.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { debtPlace, disputePlace, keptPlace } from './cursors.ts'

/** A page of a list: where it begins. */
interface PageQuery {
  readonly cursor?: string | undefined
}

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

function wayOf({ state, dueAt }: typeof keptPayments.$inferSelect): KeptRow['way'] {
  if (state === 'approved') return 'crediting'
  return dueAt === null ? 'person' : 'provider'
}

/** Returns a page of money that is kept, what is kept longest first. */
export async function listKept(queries: Queries, { cursor }: PageQuery): Promise<KeptReply> {
  const place = cursor === undefined ? undefined : keptPlace(cursor)
  const isAfter =
    place &&
    sql`(${keptPayments.at}, ${keptPayments.orderId}, ${keptPayments.part}) > (${timestamp(place.at)}, ${place.order}::uuid, ${place.part})`
  const read = await queries
    .select({ kept: keptPayments, order: orders, username: players.username })
    .from(keptPayments)
    .innerJoin(orders, eq(orders.id, keptPayments.orderId))
    .innerJoin(players, eq(players.id, orders.playerId))
    .where(and(isNull(keptPayments.endedAt), isAfter))
    .orderBy(asc(keptPayments.at), asc(keptPayments.orderId), asc(keptPayments.part))
    .limit(PAGE_LIMIT)
  const { rows, cursor: next } = pageOf(read, ({ kept }) => `${kept.at.getTime()}_${kept.orderId}_${kept.part}`)
  return {
    kept: rows.map(({ kept, order, username }) => ({
      order: order.id,
      part: kept.part,
      player: { id: order.playerId, username },
      provider: order.provider,
      reason: kept.reason,
      since: kept.at.getTime(),
      amount: kept.amount,
      minor: kept.minor,
      currency: order.currency as Currency,
      way: wayOf(kept),
      dueAt: kept.dueAt?.getTime() ?? null,
      problem: kept.problem,
    })),
    cursor: next,
  }
}

/** Follows every deadline, in the index of open disputes. */
const NO_DEADLINE = sql`'9999-01-01 00:00:00+00'::timestamptz`
const NO_DEADLINE_MS = Date.UTC(9999, 0, 1)
const DEADLINE = sql`coalesce(${disputes.dueAt}, ${NO_DEADLINE})`

/** How disputes of a state are ordered, and what is after a place. */
function disputeOrder(state: DisputeState, cursor: string | undefined) {
  const place = cursor === undefined ? undefined : disputePlace(cursor)
  const key = place && sql`(${timestamp(place.at)}, ${place.provider}, ${place.id})`
  if (state === 'open')
    return {
      isAfter: key && sql`(${DEADLINE}, ${disputes.provider}, ${disputes.reference}) > ${key}`,
      by: [sql`${DEADLINE}`, asc(disputes.provider), asc(disputes.reference)],
    }
  return {
    isAfter: key && sql`(${disputes.closedAt}, ${disputes.provider}, ${disputes.reference}) < ${key}`,
    by: [desc(disputes.closedAt), desc(disputes.provider), desc(disputes.reference)],
  }
}

/** Returns when each of some disputes was answered last, by provider and id. */
async function answeredAt(
  queries: Queries,
  rows: readonly { readonly dispute: typeof disputes.$inferSelect }[],
): Promise<ReadonlyMap<string, Date | null>> {
  if (rows.length === 0) return new Map()
  const answers = await queries
    .select({ provider: disputeAnswers.provider, dispute: disputeAnswers.dispute, at: max(disputeAnswers.at) })
    .from(disputeAnswers)
    .where(inArray(disputeAnswers.orderId, [...new Set(rows.map(({ dispute }) => dispute.orderId))]))
    .groupBy(disputeAnswers.provider, disputeAnswers.dispute)
  return new Map(answers.map(({ provider, dispute, at }) => [`${provider}_${dispute}`, at]))
}

/** Returns a page of disputes of a state: open ones by their deadline, closed ones the newest first. */
export async function listDisputes(
  queries: Queries,
  { state, cursor }: PageQuery & { readonly state: DisputeState },
): Promise<DisputesReply> {
  const { isAfter, by } = disputeOrder(state, cursor)
  const read = await queries
    .select({ dispute: disputes, order: orders, username: players.username })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(players, eq(players.id, orders.playerId))
    .where(and(hasState(disputes.state, state), isAfter))
    .orderBy(...by)
    .limit(PAGE_LIMIT)
  const { rows, cursor: next } = pageOf(read, ({ dispute }) => {
    const at = state === 'open' ? (dispute.dueAt?.getTime() ?? NO_DEADLINE_MS) : (dispute.closedAt?.getTime() ?? 0)
    return `${at}_${dispute.provider}_${dispute.reference}`
  })
  const answered = await answeredAt(queries, rows)
  return {
    disputes: rows.map(({ dispute, order, username }) => ({
      id: dispute.reference,
      order: order.id,
      player: { id: order.playerId, username },
      provider: dispute.provider,
      state: dispute.state,
      reason: dispute.reason,
      minor: dispute.minor,
      currency: order.currency as Currency,
      openedAt: dispute.openedAt.getTime(),
      dueAt: dispute.dueAt?.getTime() ?? null,
      closedAt: dispute.closedAt?.getTime() ?? null,
      answeredAt: answered.get(`${dispute.provider}_${dispute.reference}`)?.getTime() ?? null,
    })),
    cursor: next,
  }
}

/** Returns what credits have paid of a player's debt since a moment, in cents. */
async function paidSince(queries: Queries, playerId: number, since: Date): Promise<number> {
  const [row] = await queries
    .select({ paid: sum(transfers.amount) })
    .from(transfers)
    .where(
      and(
        eq(transfers.debitId, playerId),
        // What the partial index of players' transfers says itself.
        sql`${transfers.debitId} >= 1000`,
        eq(transfers.kind, 'debt-paid'),
        gt(transfers.id, leastIdAt(since.getTime())),
      ),
    )
  return Number(row?.paid ?? 0)
}

/** Returns a page of players who owe, the greatest debt first. */
export async function listDebts(queries: Queries, { cursor }: PageQuery): Promise<DebtsReply> {
  const place = cursor === undefined ? undefined : debtPlace(cursor)
  const isAfter = place && sql`(${accounts.debt}, ${accounts.id}) < (${place.debt}, ${place.player})`
  const read = await queries
    .select({ id: accounts.id, debt: accounts.debt, username: players.username })
    .from(accounts)
    .innerJoin(players, eq(players.id, accounts.id))
    .where(and(gt(accounts.debt, 0), isAfter))
    .orderBy(desc(accounts.debt), desc(accounts.id))
    .limit(PAGE_LIMIT)
  const { rows, cursor: next } = pageOf(read, ({ id, debt }) => `${debt}_${id}`)
  const debts = await Promise.all(
    rows.map(async ({ id, debt, username }) => {
      // The freeze of the first order that made the debt of now lasts until all is paid.
      const [freeze] = await queries
        .select({ order: withdrawalFreezes.reference, since: withdrawalFreezes.at })
        .from(withdrawalFreezes)
        .where(
          and(
            eq(withdrawalFreezes.playerId, id),
            eq(withdrawalFreezes.reason, 'debt'),
            isNull(withdrawalFreezes.liftedAt),
          ),
        )
        .orderBy(asc(withdrawalFreezes.at))
        .limit(1)
      const paid = freeze === undefined ? 0 : await paidSince(queries, id, freeze.since)
      const since = freeze?.since.getTime() ?? null
      return { player: { id, username }, debt, paid, since, order: freeze?.order ?? null }
    }),
  )
  return { debts, cursor: next }
}
