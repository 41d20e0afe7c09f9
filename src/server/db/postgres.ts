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

/** After that PostgreSQL takes back a transaction whose process has fallen silent: its locks would hold up everyone else. */
const SILENCE_MOST_MS = 10_000

/**
 * Runs work in a transaction on a connection of its own.
 *
 * Not the query builder's: that one keeps a connection for ever when it breaks at BEGIN, and tells of a broken ROLLBACK instead of what
 * went wrong before.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  queriesOn: (client: pg.PoolClient) => Queries,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(queriesOn(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
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
    idle_in_transaction_session_timeout: SILENCE_MOST_MS,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  pool.on('error', options.onIdleFault)
  // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the process. Its next statement
  // fails, so that the transaction hears of it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const queries = drizzle(pool, { schema, casing: 'snake_case' })
  const builders = new WeakMap<pg.PoolClient, Queries>()
  const queriesOn = (client: pg.PoolClient): Queries => {
    const made = builders.get(client) ?? (drizzle(client, { schema, casing: 'snake_case' }) as Queries)
    builders.set(client, made)
    return made
  }
  return {
    kind: 'postgres',
    queries,
    run: <Row>(statement: Statement, values: readonly unknown[]) =>
      retried(async () => {
        const result = await pool.query({ name: statement.name, text: statement.text, values: [...values] })
        return result.rows as Row[]
      }, options.onRetry),
    transaction: (work) => retried(() => inTransaction(pool, queriesOn, work), options.onRetry),
    pool: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    // It has autovacuum.
    vacuum: null,
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}
