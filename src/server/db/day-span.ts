// The span of a day, and the bounds of its ids and times in statements.
import { type SQL, sql } from 'drizzle-orm'
import { leastIdAt } from '../base/ids.ts'

/** The first moment of a day and the first one after it, in milliseconds since 1970. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

/** Returns the condition that an id was made in a span. */
export function idWithin(column: string, { from, to }: DaySpan): SQL {
  const id = sql.raw(column)
  return sql`${id} >= ${leastIdAt(from)}::uuid and ${id} < ${leastIdAt(to)}::uuid`
}

/** Returns a moment as SQL. */
export function momentOf(atMs: number): SQL {
  return sql`${new Date(atMs).toISOString()}::timestamptz`
}

/** Returns the condition that a moment lies in a span. */
export function momentWithin(column: string, { from, to }: DaySpan): SQL {
  const moment = sql.raw(column)
  return sql`${moment} >= ${momentOf(from)} and ${moment} < ${momentOf(to)}`
}

/**
 * Joins the player of each row by its key, as `players`. As a plain join it would read every player for the rows of a day: the planner takes a
 * span of ids for many more rows than it has. `offset 0` keeps the lookup.
 *
 * @param id what names the player in a row
 */
export function joinPlayer(id: string): SQL {
  return sql.raw(`join lateral (select id, house, created_at from players where id = ${id} offset 0) players`)
}
