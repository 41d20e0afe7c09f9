// What stands in a database, as one short text a table, so that a test can tell that nothing was changed.
import type { Database } from '../../src/server/db/database.ts'

type Rows<Row> = { readonly rows: readonly Row[] }

async function rowsOf<Row>(db: Database, statement: string): Promise<readonly Row[]> {
  return ((await db.queries.execute(statement)) as unknown as Rows<Row>).rows
}

/**
 * A print of every table: how many rows it has and a hash over all of them.
 *
 * @param aside tables that may change, by name
 */
export async function printOf(db: Database, aside: readonly string[] = []): Promise<Record<string, string>> {
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
