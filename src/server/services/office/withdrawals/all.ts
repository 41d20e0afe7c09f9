// Withdrawals in every state, the newest first, and the page of one.
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Verb } from '../../../../game/office/verbs.ts'
import type { Act } from '../../../../protocol/office/common.ts'
import type { WithdrawalReply, WithdrawalsQuery, WithdrawalsReply } from '../../../../protocol/office/withdrawals.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'
import { playerNames } from '../../account/lookup.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { isLeased } from '../../withdrawal/lease.ts'
import { withdrawalDetails } from '../../withdrawal/lookup.ts'
import { ofItem, selectWithdrawals } from '../../withdrawal/transitions.ts'
import { actsAbout } from '../authors.ts'
import { stuckRow } from './stuck.ts'

/** Rows that a page with a player and a state looks through at most: no index has both. */
const SCAN_MOST = 5_000

/** Acts that decide what becomes of a withdrawal. */
const DECISIONS: readonly string[] = [
  'withdrawals.approve',
  'withdrawals.refuse',
  'withdrawals.fail',
  'withdrawals.hold',
] satisfies readonly Verb[]

/** Returns the last decision among the acts about a withdrawal, which are the oldest first. */
const decisionOf = (acts: readonly Act[] = []): Act | null =>
  acts.findLast(({ verb }) => DECISIONS.includes(verb)) ?? null

/** Returns the ids of a page, and where the next one begins. */
async function pageIds(
  queries: Queries,
  { cursor, state, player }: WithdrawalsQuery,
): Promise<{ readonly rows: readonly string[]; readonly cursor: string | null }> {
  const isBefore = cursor === undefined ? undefined : lt(withdrawals.id, cursor)
  const driver =
    player !== undefined
      ? eq(withdrawals.playerId, player)
      : state === undefined
        ? undefined
        : hasState(withdrawals.state, state)
  const isChecked = player !== undefined && state !== undefined
  const most = isChecked ? SCAN_MOST : PAGE_LIMIT
  const read = await queries
    .select({ id: withdrawals.id, state: withdrawals.state })
    .from(withdrawals)
    .where(and(driver, isBefore))
    .orderBy(desc(withdrawals.id))
    .limit(most)
  const matches = isChecked ? read.filter((row) => row.state === state) : read
  const page = pageOf(
    matches.map(({ id }) => id),
    (id) => id,
  )
  // Fewer than a page were among those: the next page looks further.
  const further = isChecked && read.length === most ? (read.at(-1)?.id ?? null) : null
  return { rows: page.rows, cursor: page.cursor ?? further }
}

/** Returns a page of all withdrawals, the newest first, each with the last decision about it. */
export async function listAllWithdrawals(queries: Queries, query: WithdrawalsQuery): Promise<WithdrawalsReply> {
  const { rows: ids, cursor } = await pageIds(queries, query)
  if (ids.length === 0) return { rows: [], cursor }
  const read = await selectWithdrawals(queries)
    .where(inArray(withdrawals.id, [...ids]))
    .orderBy(desc(withdrawals.id))
  const [names, acts] = await Promise.all([
    playerNames(queries, [...new Set(read.map(({ row }) => row.playerId))]),
    actsAbout(queries, ids),
  ])
  const rows = read.map(ofItem).map(({ row, item, price }) => ({
    id: row.id,
    player: { id: row.playerId, username: names.get(row.playerId) ?? '' },
    item,
    won: price,
    state: row.state,
    requestedAt: row.requestedAt.getTime(),
    changedAt: row.changedAt.getTime(),
    decision: decisionOf(acts.get(row.id)),
  }))
  return { rows, cursor }
}

/** Returns a withdrawal with the states that it went through. Throws ProtocolError 'unknown'. */
export async function withdrawalPage(queries: Queries, id: string, nowMs: number): Promise<WithdrawalReply> {
  const details = await withdrawalDetails(queries, id)
  if (details === undefined) throw new ProtocolError(404, 'unknown', 'There is no such withdrawal')
  const { withdrawal, steps } = details
  const { row } = withdrawal
  const acts = await actsAbout(queries, [id])
  return {
    ...stuckRow(withdrawal, await playerNames(queries, [row.playerId])),
    decision: decisionOf(acts.get(id)),
    provider: row.provider,
    reference: row.reference,
    requestedAt: row.requestedAt.getTime(),
    hold: row.hold === null ? null : { reason: row.hold, until: row.heldUntil?.getTime() ?? null },
    dueAt: row.dueAt.getTime(),
    isBusy: isLeased(row, nowMs),
    steps: steps.map(({ id: step, at, state, note }) => ({ id: step, at: at.getTime(), state, note })),
  }
}
