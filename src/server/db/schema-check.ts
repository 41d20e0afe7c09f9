// Checks that the database has the tables of this version: a restored backup may be older than the code.
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Database, queryRows } from './database.ts'
import * as ground from './schema.ts'
import * as alerts from './schema-alerts.ts'
import * as announcements from './schema-announcements.ts'
import * as battles from './schema-battles.ts'
import * as figures from './schema-figures.ts'
import * as leaders from './schema-leaders.ts'
import * as letters from './schema-letters.ts'
import * as machine from './schema-machine.ts'
import * as office from './schema-office.ts'
import * as operations from './schema-operations.ts'
import * as payments from './schema-payments.ts'
import * as promo from './schema-promo.ts'
import * as push from './schema-push.ts'
import * as rewards from './schema-rewards.ts'
import * as saferPlay from './schema-safer-play.ts'
import * as sessions from './schema-sessions.ts'
import * as sharing from './schema-sharing.ts'
import * as transparency from './schema-transparency.ts'
import * as withdrawals from './schema-withdrawals.ts'

/** Every table of this version. */
export const TABLES = Object.values({
  ...ground,
  ...payments,
  ...promo,
  ...withdrawals,
  ...rewards,
  ...battles,
  ...leaders,
  ...sharing,
  ...push,
  ...sessions,
  ...transparency,
  ...operations,
  ...figures,
  ...office,
  ...letters,
  ...saferPlay,
  ...alerts,
  ...announcements,
  ...machine,
})
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table))

/** Returns the names of tables that are missing or have too few columns. Throws when the database does not answer. */
export async function missingTables({ queries }: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string; columns: string }>(
    queries,
    sql`
    select pg_class.relname as name, count(*) as columns from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace group by 1`,
  )
  const columns = new Map(rows.map((row) => [row.name, Number(row.columns)]))
  return TABLES.filter((table) => (columns.get(table.name) ?? 0) < table.columns.length).map(({ name }) => name)
}
