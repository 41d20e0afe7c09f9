// The chain over the audit. One writer seals rows in the order in which it finds them: each seal hashes the one before it, its number and
// the row as the database holds it, so that a row that was changed, removed or put in between is found and named (check.ts).
import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, type Queries, queryRows } from '../db/database.ts'
import { audit, auditSeals } from '../db/schema-office.ts'

/** The key of the advisory lock under which one process seals; any number. The lock ends with its transaction, whatever becomes of the process. */
const SEAL_LOCK = 7_306_042_045

/** Rows that one transaction seals, and that one step of the check reads. */
export const AT_ONCE = 500

/**
 * How many rows may be written between a row's number and its commit: rows that are older than that are sealed, or never will be. No act
 * stays open while thousands of others are done.
 */
export const OPEN_MOST = 2_000

/** A row as one text, the same in every database and time zone. */
export const ROW_TEXT = sql`jsonb_build_array(a.id, a.position, extract(epoch from a.at)::text, a.actor_kind, a.actor, a.staff_id, a.session_id,
  a.address, a.verb, a.subject_kind, a.subject, a.before, a.after, a.reason, a.alone)::text`

export interface Seal {
  readonly sequence: number
  readonly hash: string
}

/** Returns the seal of a row after the seal before it; null for the first. */
export function sealOf(before: Seal | null, rowText: string): Seal {
  const sequence = (before?.sequence ?? 0) + 1
  return { sequence, hash: hash('sha256', `${before?.hash ?? ''}\n${sequence}\n${rowText}`, 'hex') }
}

/** Returns the end of the chain, with the position of its row; null while nothing is sealed. */
export async function lastSeal(
  queries: Queries,
): Promise<(Seal & { readonly position: number; readonly at: Date }) | null> {
  const [row] = await queryRows<{ sequence: number; hash: string; position: string | number; at: string }>(
    queries,
    sql`select s.sequence, s.hash, a.position, s.at from ${auditSeals} s join ${audit} a on a.id = s.audit_id
      order by s.sequence desc limit 1`,
  )
  return row === undefined ? null : { ...row, position: Number(row.position), at: new Date(row.at) }
}

/** What was sealed: the number of rows, and the end of the chain. */
export interface Sealed {
  readonly count: number
  readonly sequence: number
  readonly hash: string
}

/**
 * Seals rows that are not sealed yet, at most a few hundred.
 *
 * @returns null when there were none, or another process seals
 */
export function sealAudit(db: Database, nowMs: number): Promise<Sealed | null> {
  return db.transaction(async (tx) => {
    const [lock] = await queryRows<{ taken: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as taken`)
    if (lock?.taken !== true) return null
    const last = await lastSeal(tx)
    const rows = await queryRows<{ id: string; text: string }>(
      tx,
      sql`select a.id, ${ROW_TEXT} as text from ${audit} a where a.position > ${(last?.position ?? 0) - OPEN_MOST}
        and not exists (select from ${auditSeals} s where s.audit_id = a.id) order by a.position limit ${AT_ONCE}`,
    )
    if (rows.length === 0) return null
    let end: Seal | null = last
    const seals: (typeof auditSeals.$inferInsert)[] = []
    for (const { id, text } of rows) {
      const seal = sealOf(end, text)
      seals.push({ ...seal, auditId: id, previous: end?.hash ?? null, at: new Date(nowMs) })
      end = seal
    }
    if (end === null) return null
    // One statement: the key to the seal before is checked at its end.
    await tx.insert(auditSeals).values(seals)
    return { count: seals.length, sequence: end.sequence, hash: end.hash }
  })
}

/** Returns the end of the chain; null while nothing is sealed. */
export async function chainEnd({ queries }: Pick<Database, 'queries'>): Promise<{ sequence: number; at: Date } | null> {
  const last = await lastSeal(queries)
  return last === null ? null : { sequence: last.sequence, at: last.at }
}
