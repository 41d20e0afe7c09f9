// Counts the contents of a database. A backup carries the counts, and a restored database has to equal them.
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'

/** Runs one statement as the role that owns the tables. */
export type Ask = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export interface Contents {
  /** Hashes of the applied migrations, in order. */
  readonly migrations: readonly string[]
  /** The number of rows of each table, by its quoted name. */
  readonly tables: Readonly<Record<string, number>>
  /** The major version of PostgreSQL. */
  readonly postgres: number
}

const TABLES = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
  order by name`

const MIGRATIONS = 'drizzle.__drizzle_migrations'

/** Returns the names of all tables that are not the database's own. */
export async function tablesOf(ask: Ask): Promise<string[]> {
  return (await ask(TABLES)).map(({ name }) => String(name))
}

/** Counts the rows of all tables. `ask` has to read one snapshot, or nothing may be written meanwhile. */
export async function contentsOf(ask: Ask): Promise<Contents> {
  const names = await tablesOf(ask)
  const tables: Record<string, number> = {}
  for (const name of names) {
    const [row] = await ask(`select count(*)::float8 as rows from ${name}`)
    tables[name] = Number(row?.rows)
  }
  const migrations = names.includes(MIGRATIONS) ? await ask(`select hash from ${MIGRATIONS} order by id`) : []
  const [version] = await ask(`select current_setting('server_version_num')::int / 10000 as major`)
  return { migrations: migrations.map(({ hash }) => String(hash)), tables, postgres: Number(version?.major) }
}

/** Describes the first difference between a backup and what was restored from it; undefined where there is none. */
export function differenceOf(kept: Contents, restored: Contents): string | undefined {
  if (kept.migrations.join() !== restored.migrations.join()) {
    return `${restored.migrations.length} migrations ran in it, and ${kept.migrations.length} in the backup`
  }
  const names = new Set([...Object.keys(kept.tables), ...Object.keys(restored.tables)])
  for (const name of names) {
    const [before, after] = [kept.tables[name], restored.tables[name]]
    if (before !== after) return `${name} has ${after ?? 'no'} rows, and ${before ?? 'no'} in the backup`
  }
  return undefined
}

/** Returns true when a newer SPACEDROP made the backup: it has migrations that this one does not have. */
export function isNewer({ migrations }: Contents): boolean {
  const known = new Set(readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ hash }) => hash))
  return migrations.some((hash) => !known.has(hash))
}
