// Opens PostgreSQL. The migrations run as the role of the address; everything else as `spacedrop_app`, which cannot change the ledger.
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type Database, type Queries, retried, type Statement } from './database.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import * as schema from './schema.ts'

export interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly onRetry: (code: string) => void
  /** A connection that broke while nobody used it. */
  readonly onIdleFault: (error: Error) => void
}

/** Any number will do; it is the same for every instance, so that one migrates while the others wait. */
const MIGRATION_LOCK = 7_306_041_998

async function migrateOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: MIGRATIONS_FOLDER })
  } finally {
    await client.end()
  }
}

/** Opens PostgreSQL 15 or later and brings its schema up to date. Throws when it cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await migrateOnce(options.url)
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    options: '-c role=spacedrop_app -c plan_cache_mode=force_generic_plan',
    statement_timeout: 8000,
    connectionTimeoutMillis: 5000,
  })
  pool.on('error', options.onIdleFault)
  const queries = drizzle(pool, { schema, casing: 'snake_case' })
  return {
    kind: 'postgres',
    queries,
    run: <Row>(statement: Statement, values: readonly unknown[]) =>
      retried(async () => {
        const result = await pool.query({ name: statement.name, text: statement.text, values: [...values] })
        return result.rows as Row[]
      }, options.onRetry),
    transaction: (work) => retried(() => queries.transaction((tx) => work(tx as Queries)), options.onRetry),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
