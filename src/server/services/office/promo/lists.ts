// The lists of codes and batches. One condition is read by its index, the state is checked on the rows that it gives: so many at most a page.
import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type BatchState, batchState, type PromoState, promoState } from '../../../../game/office/promo.ts'
import {
  type ListedBatch,
  type ListedCode,
  type PromoBatchesQuery,
  type PromoBatchesReply,
  type PromoCodesQuery,
  type PromoCodesReply,
  USED_SHOWN,
} from '../../../../protocol/office/promo.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { promoBatches, promoCodes } from '../../../db/schema-promo.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { IS_USED } from '../../payments/promo.ts'
import { caseNames } from './promo-cases.ts'

type CodeRow = typeof promoCodes.$inferSelect
type BatchRow = typeof promoBatches.$inferSelect

/** How many rows a page looks through at most. */
const SCAN_MOST = 5_000

/** Follows every other letter in the order of the index. */
const LAST_LETTER = '\u{10FFFF}'

type CaseNames = Awaited<ReturnType<typeof caseNames>>

/** Selects rows in a state, of codes those that have uses left or none; the columns have the same names in both tables. */
function inState(state: BatchState, at: Date): SQL {
  const now = sql`${at.toISOString()}::timestamptz`
  switch (state) {
    case 'ended':
      return sql`ended_at is not null`
    case 'over':
      return sql`ended_at is null and ends_at <= ${now}`
    case 'planned':
      return sql`ended_at is null and starts_at > ${now} and (ends_at is null or ends_at > ${now})`
    case 'running':
      return sql`ended_at is null and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now})`
  }
}

/** A query of how often a code was used: as many uses as `most` at most. */
const usesUpTo = (most: SQL): SQL => sql`(select count(*)::int from (
    (select from orders where promo_id = promo_codes.id and ${IS_USED} limit ${most})
    union all (select from promo_openings where promo_id = promo_codes.id limit ${most}) limit ${most}) counted)`

/** Selects codes that are used up. */
const IS_USED_UP = sql`uses_max is not null and ${usesUpTo(sql`uses_max`)} >= uses_max`

/** Selects codes in a state. */
function codesInState(state: PromoState, at: Date): SQL {
  if (state === 'used') return sql`${inState('running', at)} and ${IS_USED_UP}`
  return state === 'running' ? sql`${inState(state, at)} and not (${IS_USED_UP})` : inState(state, at)
}

/** Returns the terms of a code or a batch as calls have them. */
function termsOf(row: CodeRow | BatchRow, names: CaseNames) {
  const { percent, sum, caseUrl, startsAt, endsAt, endedAt, createdAt, steamLevel, depositMin } = row
  return {
    percent,
    sum,
    case: caseUrl === null ? null : { url: caseUrl, name: names.get(caseUrl) ?? null },
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    steamLevel,
    depositMin,
  }
}

/** Returns a code as calls have it. */
export function codeOf(row: CodeRow, used: number, at: Date, names: CaseNames): ListedCode {
  const { code, batchId, usesMax, usesPerPlayer } = row
  const state = promoState(row, used, at)
  return { code, batch: batchId, usesMax, usesPerPlayer, state, used, ...termsOf(row, names) }
}

/** Returns a batch as calls have it. */
export function batchOf(row: BatchRow, at: Date, names: CaseNames): Omit<ListedBatch, 'used'> {
  const { id, prefix, count } = row
  return { id, prefix, count, state: batchState(row, at), ...termsOf(row, names) }
}

/** Returns how often codes were used, each as often as it may be, or `USED_SHOWN` and one more. */
export async function usesOf(queries: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: number; used: number }>(
    queries,
    sql`select id, ${usesUpTo(sql`greatest(uses_max, ${USED_SHOWN + 1})`)} as used from promo_codes
      where ${inArray(promoCodes.id, [...ids])}`,
  )
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** A row by which a page is ordered: its id, and its code where it is looked up by its beginning. */
interface Key {
  readonly id: number
  readonly code: string
}

/** Returns a query of the keys that a page looks through, and the key of the row after which it begins. */
function scanOf({ q, batch, cursor }: PromoCodesQuery): { scan: SQL; order: SQL; keyOf: (row: Key) => string } {
  if (q !== undefined) {
    const beginning = q.normalize('NFC').toLowerCase()
    const after = cursor === undefined ? sql`true` : sql`code ~>~ ${cursor}`
    const order = sql`code using ~<~`
    const scan = sql`select * from promo_codes where code ~>=~ ${beginning} and code ~<~ ${beginning + LAST_LETTER}
      and ${after} and ${batch === undefined ? sql`true` : eq(promoCodes.batchId, batch)} order by ${order} limit ${SCAN_MOST}`
    return { scan, order, keyOf: ({ code }) => code }
  }
  if (cursor !== undefined && !/^[1-9]\d{0,9}$/.test(cursor)) {
    throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  }
  const where = and(
    batch === undefined ? isNull(promoCodes.batchId) : eq(promoCodes.batchId, batch),
    cursor === undefined ? undefined : lt(promoCodes.id, Math.min(Number(cursor), 2_147_483_647)),
  )
  const order = sql`id desc`
  const scan = sql`select * from promo_codes where ${where} order by ${order} limit ${SCAN_MOST}`
  return { scan, order, keyOf: ({ id }) => String(id) }
}

/** Returns the keys of a page, and where the next one begins. */
async function pageKeys(queries: Queries, query: PromoCodesQuery, at: Date) {
  const { scan, order, keyOf } = scanOf(query)
  const state = query.state === undefined ? sql`true` : codesInState(query.state, at)
  const read = await queryRows<Key>(
    queries,
    sql`select id, code from (${scan}) promo_codes where ${state} order by ${order} limit ${PAGE_LIMIT}`,
  )
  const page = pageOf(read, keyOf)
  if (page.cursor !== null || query.state === undefined) return page
  // Fewer than a page were among those: the next page looks further.
  const [last] = await queryRows<Key>(
    queries,
    sql`select id, code from (${scan}) promo_codes order by ${order} offset ${SCAN_MOST - 1} limit 1`,
  )
  return { rows: page.rows, cursor: last === undefined ? null : keyOf(last) }
}

/** Returns a page of codes: by their beginning in their order, else the newest first. Throws ProtocolError 'invalid'. */
export async function listCodes(queries: Queries, query: PromoCodesQuery, at: Date): Promise<PromoCodesReply> {
  const { rows: keys, cursor } = await pageKeys(queries, query, at)
  const ids = keys.map(({ id }) => id)
  if (ids.length === 0) return { codes: [], cursor }
  const rows = await queries.select().from(promoCodes).where(inArray(promoCodes.id, ids))
  const uses = await usesOf(queries, ids)
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: CodeRow): number => places.get(id) ?? 0
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  const names = await caseNames(queries, sorted)
  return { codes: sorted.map((row) => codeOf(row, uses.get(row.id) ?? 0, at, names)), cursor }
}

/** Returns how many codes of batches were used. */
async function usedOf(queries: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: number; used: number }>(
    queries,
    sql`select batch_id as id, count(*)::int as used from promo_codes where ${inArray(promoCodes.batchId, [...ids])}
      and (exists (select from orders where promo_id = promo_codes.id and ${IS_USED})
        or exists (select from promo_openings where promo_id = promo_codes.id)) group by batch_id`,
  )
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** Batches of a page: fewer than of other lists, because each of them has up to ten thousand codes to count. */
const BATCHES = 10

/** Returns a page of batches, the newest first. */
export async function listBatches(
  queries: Queries,
  { state, cursor }: PromoBatchesQuery,
  at: Date,
): Promise<PromoBatchesReply> {
  const read = await queries
    .select()
    .from(promoBatches)
    .where(
      and(
        cursor === undefined ? undefined : lt(promoBatches.id, cursor),
        state === undefined ? undefined : inState(state, at),
      ),
    )
    .orderBy(desc(promoBatches.id))
    .limit(BATCHES + 1)
  const page = pageOf(read, ({ id }) => String(id), BATCHES)
  const used = await usedOf(
    queries,
    page.rows.map(({ id }) => id),
  )
  const names = await caseNames(queries, page.rows)
  const batches = page.rows.map((row) => ({ ...batchOf(row, at, names), used: used.get(row.id) ?? 0 }))
  return { batches, cursor: page.cursor }
}
