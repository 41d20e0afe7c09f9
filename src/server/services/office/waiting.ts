// What waits for a person of the shop, and since when: each kind has a partial index that holds little else.
import { and, count, countDistinct, gt, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm/sql'
import { WAITING_KINDS, type WaitingKind } from '../../../game/office/figures.ts'
import { MOVING_STATES } from '../../../game/withdrawal/withdrawal.ts'
import type { WaitingRow } from '../../../protocol/office/today.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { heldItems } from '../../db/schema.ts'
import { letters } from '../../db/schema-letters.ts'
import { proposals } from '../../db/schema-office.ts'
import { disputes, keptPayments, orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { stuckWithdrawals } from '../withdrawal/operator.ts'

interface Queue {
  readonly table: PgTable
  /** When a row began to wait. */
  readonly since: PgColumn
  readonly where: SQL | undefined
  /** What a person decides on at once, where that is not a row. */
  readonly each?: PgColumn
}

function queueOf(kind: WaitingKind, nowMs: number): Queue {
  const isMoving = hasState(withdrawals.state, ...MOVING_STATES)
  const isOpen = and(hasState(proposals.state, 'open'), gt(proposals.expiresAt, new Date(nowMs)))
  const queues: Readonly<Record<WaitingKind, Queue>> = {
    // A case a player, as the room and its count have them.
    withdrawals: {
      table: withdrawals,
      since: withdrawals.changedAt,
      where: hasState(withdrawals.state, 'review'),
      each: withdrawals.playerId,
    },
    stuck: { table: withdrawals, since: withdrawals.changedAt, where: and(isMoving, stuckWithdrawals(nowMs)) },
    letters: { table: letters, since: letters.since, where: hasState(letters.state, 'waiting') },
    disputes: { table: disputes, since: disputes.openedAt, where: hasState(disputes.state, 'open') },
    questions: {
      table: orders,
      since: orders.questionedAt,
      where: and(isNotNull(orders.question), isNull(orders.answeredAt)),
    },
    // The condition of its index.
    kept: { table: keptPayments, since: keptPayments.at, where: sql`state in ('waiting', 'approved')` },
    prices: { table: heldItems, since: heldItems.since, where: undefined },
    proposals: { table: proposals, since: proposals.proposedAt, where: isOpen },
  }
  return queues[kind]
}

/** Returns what waits, the longest first; kinds of which nothing waits are last. */
export async function readWaiting({ queries }: Database, nowMs: number): Promise<WaitingRow[]> {
  const rows: WaitingRow[] = []
  for (const kind of WAITING_KINDS) {
    const { table, since, where, each } = queueOf(kind, nowMs)
    const [row] = await queries
      .select({ count: each === undefined ? count() : countDistinct(each), since: min(since) })
      .from(table)
      .where(where)
    const oldest = row?.since as Date | null | undefined
    rows.push({ kind, count: row?.count ?? 0, since: oldest == null ? null : new Date(oldest).getTime() })
  }
  const age = ({ since }: WaitingRow): number => since ?? Number.POSITIVE_INFINITY
  return rows.sort((one, other) => (age(one) === age(other) ? 0 : age(one) - age(other)))
}
