// Opens PostgreSQL. The migrations run as the role of the address; everything else as `spacedrop_app`, which cannot change the ledger.
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import {
  type Database,
  DatabaseAway,
  databaseFault,
  isLost,
  type Queries,
  retried,
  type Statement,
} from './database.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import * as schema from './schema.ts'

export interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly onRetry: (code: string) => void
  /** A connection that broke while nobody used it. */
  readonly onIdleFault: (error: Error) => void
  /** How long a statement of a call may take; six seconds if nothing is said. */
  readonly statementMs?: number
}

/** Any number will do; it is the same for every instance, so that one migrates while the others wait. */
const MIGRATION_LOCK = 7_306_041_998

/** How long somebody waits for a connection: a new one, or one that others are using. */
const CONNECT_MOST_MS = 3_000

/** PostgreSQL ends a statement of a call after this, and says so. */
const STATEMENT_MOST_MS = 6_000

/** So much later a connection that has not said so is taken for dead: no call may hang for ten seconds, the wait before it included. */
const SILENT_AFTER_MS = 500

/** What is long is not waited for by a player; after this even its connection is given up. */
const LONG_MOST_MS = 3_600_000
/** Reports, the check of the ledger and the returns of a day: rarely two at once. */
const LONG_CONNECTIONS = 2

/** A transaction that failed is taken back by PostgreSQL too, once its connection is gone. */
const ROLLBACK_MOST_MS = 1_000

async function migrateOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MOST_MS })
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

/** Throws an error again, named for what it is where the database is away. */
function throwAway(error: unknown): never {
  throw isLost(error) ? new DatabaseAway(error) : error
}

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
  const client = await pool.connect().catch(throwAway)
  try {
    await client.query('begin')
    const result = await work(queriesOn(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await takeBack(client, error)
    return throwAway(error)
  }
}

/** Ends a transaction that failed. A connection that is silent would not answer to that either: it is thrown away. */
async function takeBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isLost(error) && databaseFault(error) === null) return client.release(true)
  const rollback = { text: 'rollback', query_timeout: ROLLBACK_MOST_MS }
  await client.query(rollback).then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
}

/**
 * Runs one statement on a connection of the pool.
 *
 * Not by the pool's own `query`: that one ends the connection with every error, so that each refusal would cost a new one.
 */
async function runOn<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect().catch(throwAway)
  try {
    const { rows } = await client.query<Row>(statement)
    client.release()
    return rows
  } catch (error) {
    client.release(isLost(error) || databaseFault(error) === null)
    return throwAway(error)
  }
}

/** A pool of connections of the app's role, each heard when it breaks. */
function openPool(options: PostgresOptions, times: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    options: '-c role=spacedrop_app -c plan_cache_mode=force_generic_plan',
    idle_in_transaction_session_timeout: SILENCE_MOST_MS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MOST_MS,
    ...times,
  })
  pool.on('error', options.onIdleFault)
  // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the process. Its next statement
  // fails, so that the transaction hears of it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Opens PostgreSQL 15 or later and brings its schema up to date. Throws when it cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await migrateOnce(options.url)
  const { statementMs = STATEMENT_MOST_MS } = options
  const pool = openPool(options, {
    max: options.connections,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENT_AFTER_MS,
  })
  // Opens no connection before somebody needs it.
  const long = openPool(options, { max: LONG_CONNECTIONS, query_timeout: LONG_MOST_MS })
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
      retried(() => runOn<Row & pg.QueryResultRow>(pool, { ...statement, values: [...values] }), options.onRetry),
    transaction: (work, span) =>
      retried(() => inTransaction(span === 'long' ? long : pool, queriesOn, work), options.onRetry),
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
    close: async () => {
      await Promise.all([pool.end(), long.end()])
    },
  }
}
