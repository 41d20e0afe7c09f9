// Waits until a statement waits for a lock that a test holds.
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, queryRows } from '../../../src/server/db/database.ts'

/** Resolves once a statement of the database waits. PGlite runs one transaction at a time: what comes next waits anyway. */
export async function untilBlocked(db: Database): Promise<void> {
  if (db.kind === 'pglite') return
  const waiting = `select from pg_locks where not granted and pid in
    (select pid from pg_stat_activity where datname = current_database())`
  while ((await queryRows<object>(db.queries, waiting)).length === 0) await wait(5)
}
