// Withdrawals that do not go on by themselves: those that fail or take too long, and those that the shop lacks.
import { and, asc, count, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { StuckKind } from '../../../../game/office/cases.ts'
import { MOVING_STATES } from '../../../../game/withdrawal/withdrawal.ts'
import type { ItemView } from '../../../../protocol/common.ts'
import type { StuckReply, StuckRow } from '../../../../protocol/office/withdrawals.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { catalogueItems, items } from '../../../db/schema.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'
import { playerNames } from '../../account/lookup.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { stuckWithdrawals } from '../../withdrawal/operator.ts'
import { ofItem, selectWithdrawals, type WithdrawalOfItem } from '../../withdrawal/transitions.ts'
import { placeOf } from './cases.ts'

/** How many items that the shop lacks are named. */
const LACKING_MOST = 50

/** Converts a withdrawal for the lists. */
export function stuckRow({ row, item, price }: WithdrawalOfItem, names: ReadonlyMap<number, string>): StuckRow {
  const { id, playerId, state, reason, changedAt, failures, problem } = row
  return {
    id,
    player: { id: playerId, username: names.get(playerId) ?? '' },
    item,
    won: price,
    state,
    reason,
    since: changedAt.getTime(),
    failures,
    problem,
  }
}

async function lackingItems(queries: Queries): Promise<StuckReply['lacking']> {
  const rows = await queries
    .select({ view: catalogueItems.view, count: count() })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    // One whose price rose is there, and too dear.
    .where(and(hasState(withdrawals.state, 'unavailable'), isNull(withdrawals.reason)))
    .groupBy(catalogueItems.id)
    .orderBy(desc(count()), asc(catalogueItems.id))
    .limit(LACKING_MOST)
  return rows.map(({ view, count: lacking }) => ({ item: view as ItemView, count: lacking }))
}

/** Returns a page of withdrawals that do not go on, those that wait longest first. */
export async function listStuck(
  queries: Queries,
  { kind, cursor }: { readonly kind: StuckKind; readonly cursor?: string | undefined },
  nowMs: number,
): Promise<StuckReply> {
  const place = cursor === undefined ? undefined : placeOf(cursor, 'withdrawal')
  const at = place && new Date(place.at)
  const isAfter =
    place && at && or(gt(withdrawals.changedAt, at), and(eq(withdrawals.changedAt, at), gt(withdrawals.id, place.id)))
  const isOfKind =
    kind === 'stuck'
      ? and(hasState(withdrawals.state, ...MOVING_STATES), stuckWithdrawals(nowMs))
      : hasState(withdrawals.state, 'unavailable')
  const read = await selectWithdrawals(queries)
    .where(and(isOfKind, isAfter))
    .orderBy(asc(withdrawals.changedAt), asc(withdrawals.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(read.map(ofItem), ({ row }) => `${row.changedAt.getTime()}_${row.id}`)
  const names = await playerNames(queries, [...new Set(page.rows.map(({ row }) => row.playerId))])
  return {
    rows: page.rows.map((one) => stuckRow(one, names)),
    cursor: page.cursor,
    lacking: kind === 'unavailable' ? await lackingItems(queries) : [],
  }
}
