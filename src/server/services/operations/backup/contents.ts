// Counts the contents of a database. A backup carries the counts, and a restored database has to equal them.
import site from '../../../../../package.json' with { type: 'json' }
import { appliedMigrations, lineageOf } from '../../../db/baseline.ts'
import type { Ask } from '../../../db/database.ts'
import { readMigrations } from '../../../db/migrations.ts'

export interface Contents {
  /** Hashes of the applied migrations, in order. */
  readonly migrations: readonly string[]
  /** The number of rows of each table, by its quoted name. */
  readonly tables: Readonly<Record<string, number>>
  /** The major version of PostgreSQL. */
  readonly postgres: number
}

/** The state of the ledger: it tells two databases apart that have as many transfers. */
export interface LedgerHead {
  /** The id of the newest transfer; null before the first. */
  readonly last: string | null
  /** Over all columns of all transfers, in any order. */
  readonly checksum: string
}

const TABLES = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
  order by name`

/** Returns the names of all tables that are not the database's own. */
export async function tablesOf(ask: Ask): Promise<string[]> {
  return (await ask(TABLES)).map(({ name }) => String(name))
}

const LEDGER = 'public.transfers'

/** Whether a time is written in one zone or another, its text is the same here; so is a row of another major version. */
const HEAD_SETTINGS = ["set time zone 'UTC'", "set datestyle = 'ISO'"]

const HEAD = `select max(id::text) as last,
  coalesce(to_hex(bit_xor(('x' || left(md5(transfers::text), 16))::bit(64)::bigint)), '0') as checksum from ${LEDGER}`

/** Returns the state of the ledger; undefined for a database without one. Reads every transfer. */
async function ledgerHeadOf(ask: Ask): Promise<LedgerHead | undefined> {
  if (!(await tablesOf(ask)).includes(LEDGER)) return undefined
  for (const setting of HEAD_SETTINGS) await ask(setting)
  const [row] = await ask(HEAD)
  return { last: row?.last === null ? null : String(row?.last), checksum: String(row?.checksum) }
}

export interface DatabaseState {
  /** The version of this site. */
  readonly site: string
  readonly databaseBytes: number
  readonly ledgerHead?: LedgerHead
}

/** Returns what a backup says of the database besides its rows. */
export async function stateOf(ask: Ask): Promise<DatabaseState> {
  const [row] = await ask('select pg_database_size(current_database())::float8 as bytes')
  const ledgerHead = await ledgerHeadOf(ask)
  return { site: site.version, databaseBytes: Number(row?.bytes), ...(ledgerHead && { ledgerHead }) }
}

/** Counts the rows of all tables. `ask` has to read one snapshot, or nothing may be written meanwhile. */
export async function contentsOf(ask: Ask): Promise<Contents> {
  const names = await tablesOf(ask)
  const tables: Record<string, number> = {}
  for (const name of names) {
    const [row] = await ask(`select count(*)::float8 as rows from ${name}`)
    tables[name] = Number(row?.rows)
  }
  const migrations = await appliedMigrations(ask)
  const [version] = await ask(`select current_setting('server_version_num')::int / 10000 as major`)
  return { migrations, tables, postgres: Number(version?.major) }
}

type Kept = Contents & { readonly ledgerHead?: LedgerHead | undefined }

/**
 * Describes the first difference between a backup and what was restored from it; undefined where there is none.
 *
 * @param ask reads the restored database, before its schema is brought up to date
 */
export async function differenceOf(kept: Kept, ask: Ask): Promise<string | undefined> {
  const rows = differenceOfRows(kept, await contentsOf(ask))
  if (rows !== undefined || kept.ledgerHead === undefined) return rows
  const head = await ledgerHeadOf(ask)
  if (head?.last === kept.ledgerHead.last && head?.checksum === kept.ledgerHead.checksum) return undefined
  return `its ledger ends with transfer ${head?.last ?? 'none'} and the checksum ${head?.checksum ?? 'none'}, and in the backup with ${kept.ledgerHead.last ?? 'none'} and ${kept.ledgerHead.checksum}`
}

function differenceOfRows(kept: Contents, restored: Contents): string | undefined {
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

/** Returns why this version cannot restore a backup, by the migrations of its database; undefined where it can. */
export function unfitVersionOf({ migrations }: Contents): 'newer' | 'earlier' | undefined {
  const lineage = lineageOf(migrations)
  if (lineage === 'incomplete') return 'earlier'
  const ownMigrations = new Set(readMigrations().map(({ hash }) => hash))
  return lineage === 'current' && migrations.some((hash) => !ownMigrations.has(hash)) ? 'newer' : undefined
}
