// Cases: a player with withdrawals that wait for a person. Those that wait longest come first, over the partial indexes of what waits.
import { and, count, eq, max, sql } from 'drizzle-orm'
import type { WithdrawalState } from '../../../../game/withdrawal/withdrawal.ts'
import type { ReviewReason } from '../../../../game/withdrawal/withdrawal-review.ts'
import type { CaseRow, CasesQuery, CasesReply, LiveCasesReply } from '../../../../protocol/office/withdrawals.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { claimsOf } from './claims.ts'

const HOUR_MS = 3_600_000

/**
 * Returns the state of a case: that of a withdrawal which waits, else of the newest one.
 *
 * @throws ProtocolError 'unknown' for a player without withdrawals
 */
export async function caseState(queries: Queries, playerId: number): Promise<WithdrawalState> {
  const [waiting] = await queries
    .select({ state: withdrawals.state })
    .from(withdrawals)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, 'review')))
    .limit(1)
  if (waiting !== undefined) return waiting.state
  const [newest] = await queries
    .select({ state: withdrawals.state })
    .from(withdrawals)
    .where(eq(withdrawals.playerId, playerId))
    .orderBy(sql`${withdrawals.id} desc`)
    .limit(1)
  if (newest === undefined) throw new ProtocolError(404, 'unknown', 'This player has no withdrawals')
  return newest.state
}

const CURSOR = /^(\d{1,15})_(.+)$/

/** What a list is ordered by besides the time. */
const IDS = { player: /^\d{1,10}$/, withdrawal: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const

/** A place in a list that is ordered by time and id. */
export interface Place {
  readonly at: string
  readonly id: string
}

/** Reads a cursor: a moment in ms and an id. Throws ProtocolError 'invalid'. */
export function placeOf(cursor: string, of: keyof typeof IDS): Place {
  const [, ms, id = ''] = CURSOR.exec(cursor) ?? []
  if (ms === undefined || !IDS[of].test(id)) throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  return { at: new Date(Number(ms)).toISOString(), id }
}

interface Row {
  readonly player_id: number
  readonly username: string
  readonly since: string | Date
  readonly items: string | number
  readonly won: string | number
  readonly reasons: ReviewReason[]
  readonly proposed: boolean
}

interface CasesParts {
  /** Who reads. */
  readonly staffId: string
  /** Whether the shop holds withdrawals for a person. */
  readonly isChecking: boolean
  readonly nowMs: number
}

/** Returns the conditions of a query on the first waiting withdrawal of a player, `w`, and the sums of all that wait, `own`. */
function conditionsOf(
  { cursor, claim, reason, least, hours }: CasesQuery,
  { staffId, nowMs }: Omit<CasesParts, 'isChecking'>,
) {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const inForce = sql`select from withdrawal_claims c where c.player_id = w.player_id and c.expires_at > ${now}`
  const place = cursor === undefined ? undefined : placeOf(cursor, 'player')
  return [
    place && sql`(w.changed_at, w.player_id) > (${place.at}::timestamptz, ${place.id}::bigint)`,
    claim === 'mine' ? sql`exists (${inForce} and c.staff_id = ${staffId}::uuid)` : undefined,
    claim === 'free' ? sql`not exists (${inForce})` : undefined,
    reason && sql`${reason} = any(own.reasons)`,
    least && sql`own.won >= ${least}`,
    hours && sql`w.changed_at <= ${new Date(nowMs - hours * HOUR_MS).toISOString()}::timestamptz`,
  ].filter((condition) => condition !== undefined && condition !== 0)
}

/** Returns a page of cases. */
export async function listCases(queries: Queries, query: CasesQuery, parts: CasesParts): Promise<CasesReply> {
  const { isChecking, nowMs } = parts
  const conditions = conditionsOf(query, parts).map((condition) => sql` and ${condition}`)
  const rows = await queryRows<Row>(
    queries,
    sql`
    select w.player_id, players.username, w.changed_at as since, own.items, own.won, own.reasons,
      exists (select from proposals where proposals.state = 'open' and proposals.verb = 'withdrawals.approve'
        and proposals.subject = w.player_id::text and proposals.expires_at > ${new Date(nowMs).toISOString()}::timestamptz) as proposed
    from withdrawals w
    join players on players.id = w.player_id
    cross join lateral (
      select count(*) as items, sum(items.price) as won,
        array(select distinct unnest(r.review) from withdrawals r where r.player_id = w.player_id and r.state = 'review') as reasons
      from withdrawals o join items on items.id = o.item_id
      where o.player_id = w.player_id and o.state = 'review') own
    where w.state = 'review'
      and not exists (select from withdrawals e where e.player_id = w.player_id and e.state = 'review'
        and (e.changed_at, e.id) < (w.changed_at, w.id))${sql.join(conditions)}
    order by w.changed_at, w.player_id limit ${PAGE_LIMIT}`,
  )
  const page = pageOf(rows, (last) => `${new Date(last.since).getTime()}_${last.player_id}`)
  const ids = page.rows.map((row) => row.player_id)
  const claims = ids.length === 0 ? new Map() : await claimsOf(queries, ids, nowMs)
  return {
    cases: page.rows.map(
      (row): CaseRow => ({
        player: { id: row.player_id, username: row.username },
        since: new Date(row.since).getTime(),
        items: Number(row.items),
        won: Number(row.won),
        reasons: row.reasons,
        claim: claims.get(row.player_id) ?? null,
        isProposed: row.proposed,
      }),
    ),
    cursor: page.cursor,
    isChecking,
  }
}

/** Returns what tells whether a list of cases is out of date. */
export async function liveCases(queries: Queries, nowMs: number): Promise<LiveCasesReply> {
  const [waiting] = await queries
    .select({ players: sql<string>`count(distinct ${withdrawals.playerId})`, newest: max(withdrawals.changedAt) })
    .from(withdrawals)
    .where(hasState(withdrawals.state, 'review'))
  const claims = await claimsOf(queries, 'all', nowMs)
  return {
    waiting: Number(waiting?.players ?? 0),
    newest: waiting?.newest?.getTime() ?? null,
    claims: [...claims].map(([player, { by, until }]) => ({ player, by: by.id, until })),
  }
}

/** Returns how many withdrawals of a player are under way, besides those that wait for a person. */
export async function underWayOf(
  queries: Queries,
  playerId: number,
  states: readonly WithdrawalState[],
): Promise<number> {
  const [row] = await queries
    .select({ count: count() })
    .from(withdrawals)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, ...states)))
  return row?.count ?? 0
}
