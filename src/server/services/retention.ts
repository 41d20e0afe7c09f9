// Rows whose time is over: keys of clicks that nobody repeats any more, sessions that are over, codes and nonces that opened theirs.
// The ledger, rolls, notices of providers and whatever proves something are not among them, and never will be.
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** A page keeps the key of a click as long as it is open and has no answer; three days later nobody waits for one. */
const KEYS_KEPT_HOURS = 72
/** Ended sessions stay a while, for whoever asks where an account was used from. */
const ENDED_SESSIONS_KEPT_HOURS = 7 * 24
/** Nothing that bears a code or a nonce is accepted after its time; clocks of machines differ by less than this. */
const MARGIN_HOURS = 1

/** Pages of 8 KB that one statement looks through: it holds few rows, and not for long. */
const PAGES_AT_ONCE = 256

const RULES: Readonly<Record<string, string>> = {
  idempotency_keys: `at < cutoff - interval '${KEYS_KEPT_HOURS} hours'`,
  sessions: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'
    or ended_at < cutoff - interval '${ENDED_SESSIONS_KEPT_HOURS} hours'`,
  sign_in_codes: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
  steam_claims: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
}

/** Tables that rows are removed from. */
export const KEPT_FOR_A_TIME: readonly string[] = Object.keys(RULES)

async function pagesOf({ queries }: Database, table: string): Promise<number> {
  const { rows } = (await queries.execute(
    sql`select pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int as pages`,
  )) as unknown as { rows: { pages: string }[] }
  return Number(rows[0]?.pages ?? 0)
}

/**
 * Removes what is over from one table, page by page: no index would pay for itself with a job of one night, and no statement looks
 * at more than 2 MB.
 *
 * @param nowMs the site's clock; where the database's own is behind it, that one counts, so a clock that ran ahead removes nothing
 * @param pause awaited between two statements; false ends the work early
 * @returns how many rows there were
 */
export async function removeOutdated(
  db: Database,
  table: string,
  nowMs: number,
  pause: () => Promise<boolean>,
): Promise<number> {
  const rule = RULES[table]
  if (rule === undefined) throw new RangeError(`Nothing is ever removed from ${table}`)
  const statement = {
    name: `outdated-${table}`,
    text: `with removed as (
      delete from ${table} where ctid >= $1::text::tid and ctid < $2::text::tid
        and (${rule.replaceAll('cutoff', 'least(now(), $3::timestamptz)')}) returning 1)
      select count(*) as count from removed`,
  }
  const pages = await pagesOf(db, table)
  let removed = 0
  for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
    const range = [`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`]
    const [row] = await db.run<{ count: string }>(statement, [...range, new Date(nowMs).toISOString()])
    removed += Number(row?.count ?? 0)
    if (!(await pause())) break
  }
  return removed
}
