// The contents of a database, as one short text for each table, so that a test can check that nothing was changed.
import { type Database, queryRows } from '../../../src/server/db/database.ts'

function rowsOf<Row extends object>(db: Database, statement: string): Promise<readonly Row[]> {
  return queryRows<Row>(db.queries, statement)
}

/**
 * Returns a fingerprint of every table: the number of rows and a hash over all of them.
 *
 * @param aside tables that may change, by name
 */
export async function fingerprintOf(db: Database, aside: readonly string[] = []): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !aside.includes(table.name))) {
    const [print] = await rowsOf<{ print: string }>(
      db,
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from "${name}" t`,
    )
    prints[name] = print?.print ?? ''
  }
  return prints
}
