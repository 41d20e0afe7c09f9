// Opens PostgreSQL. Migrations run as the role of the URL; everything else as `spacedrop_app`, which cannot change the ledger.

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { APP_ROLE, GRANT_APP_ROLE } from './app-role.ts'
import { assertBaseline, hasJournal } from './baseline.ts'
import {
  type Ask,
  type Database,
  DatabaseUnavailable,
  databaseFault,
  isConnectionError,
  type Queries,
  type Statement,
  withRetries,
} from './database.ts'
import { JOURNAL, MIGRATIONS_FOLDER, readMigrations } from './migrations.ts'
import * as schema from './schema.ts'
import { type OpeningSite, refuseOtherMode, stampMode } from './site-mode.ts'
import { DatabaseUnreachable, explainMigration } from './unreachable.ts'

export interface PostgresOptions {
  readonly url: string
  readonly connections: number
  readonly onRetry: (code: string) => void
  /** Receives the error of a connection that broke while idle. */
  readonly onIdleFault: (error: Error) => void
  /** The time limit of a call's statement; six seconds by default. */
  readonly statementMs?: number
  /** The site that opens it; undefined for commands and tests, which open a database of either mode. */
  readonly site?: OpeningSite
  /** Takes a database from before version 0.3 over, which is refused otherwise. */
  readonly baseline?: boolean
}

/** Any number works; it is the same for every instance, so that one migrates while the others wait. */
const MIGRATION_LOCK = 7_306_041_998

/** How long a call waits for a connection, new or in use. */
const CONNECT_MOST_MS = 3_000

/** PostgreSQL cancels a statement of a call after this. */
const STATEMENT_MOST_MS = 6_000

/** So much later a silent connection is treated as dead: no call may hang for ten seconds, including the wait before it. */
const SILENT_AFTER_MS = 500

/** The time limit of long work, which no player waits for; after it the connection is discarded. */
const LONG_MOST_MS = 3_600_000
/** Reports, the ledger check and the returns of a day: rarely two at once. */
const LONG_CONNECTIONS = 2

/** PostgreSQL rolls back a failed transaction too, once its connection is gone. */
const ROLLBACK_MOST_MS = 1_000

/** Connects as the role of the address. The driver reads the certificates that the address names, so making a client may fail too. */
async function connectOnce(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MOST_MS })
    await client.connect()
    return client
  } catch (error) {
    throw error instanceof Error ? new DatabaseUnreachable(url, error) : error
  }
}

/** PostgreSQL's code of a server that only reads. */
const READ_ONLY = '25006'

async function isReadOnly(ask: Ask): Promise<boolean> {
  const [row] = await ask(`select current_setting('transaction_read_only') = 'on' as is_read_only`)
  return row?.is_read_only === true
}

/** Refuses a read replica to a site, and to commands while its tables are of an older version: it cannot be migrated. */
async function refuseUnreadable(ask: Ask, url: string, site: OpeningSite | undefined): Promise<void> {
  const refuse = (reason: string): never => {
    throw new DatabaseUnreachable(url, Object.assign(new Error(reason), { code: READ_ONLY }))
  }
  if (site !== undefined) refuse('it is read-only, as a replica is, and a site writes')
  const latest = readMigrations().at(-1)?.atMs ?? 0
  const [row] = (await hasJournal(ask)) ? await ask(`select max(created_at) as at from ${JOURNAL}`) : []
  if (Number(row?.at ?? 0) < latest)
    refuse('it is read-only, as a replica is, and of an older version: update the primary first')
}

async function migrateOnce({ url, site, baseline }: PostgresOptions): Promise<void> {
  const client = await connectOnce(url)
  const ask = async (statement: string, values?: string[]) => (await client.query(statement, values)).rows
  const place = `${client.database} at ${client.host}:${client.port} (DATABASE_URL)`
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (site !== undefined) await refuseOtherMode(ask, site, place)
    if (await isReadOnly(ask)) return await refuseUnreadable(ask, url, site)
    await assertBaseline(ask, place, { baseline })
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: MIGRATIONS_FOLDER })
    await ask(GRANT_APP_ROLE)
    if (site !== undefined) await stampMode(ask, site, place)
  } catch (error) {
    throw explainMigration(url, error)
  } finally {
    await client.end()
  }
}

/** After this PostgreSQL rolls back the transaction of a silent process, whose locks would block everyone else. */
const SILENCE_MOST_MS = 10_000

/** Throws an error again, as DatabaseUnavailable when the database is unavailable. */
function rethrow(error: unknown): never {
  throw isConnectionError(error) ? new DatabaseUnavailable(error) : error
}

/**
 * Runs work in a transaction on its own connection.
 *
 * Not the query builder's transaction: it never releases a connection that breaks at BEGIN, and reports a failed ROLLBACK instead
 * of the first error.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  queriesOn: (client: pg.PoolClient) => Queries,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  try {
    await client.query('begin')
    const result = await work(queriesOn(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await rollBack(client, error)
    return rethrow(error)
  }
}

/** Rolls back a failed transaction. A silent connection would not answer to that either, so it is discarded. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isConnectionError(error) && databaseFault(error) === null) return client.release(true)
  const rollback = { text: 'rollback', query_timeout: ROLLBACK_MOST_MS }
  await client.query(rollback).then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  )
}

/**
 * Runs one statement on a connection of the pool.
 *
 * Not the pool's `query`: it ends the connection with every error, so that each refusal would cost a new connection.
 */
async function runOn<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect().catch(rethrow)
  try {
    const { rows } = await client.query<Row>(statement)
    client.release()
    return rows
  } catch (error) {
    client.release(isConnectionError(error) || databaseFault(error) === null)
    return rethrow(error)
  }
}

/** Makes a pool of connections of the app's role, with error handlers. */
function openPool(options: PostgresOptions, times: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    options: `-c role=${APP_ROLE} -c plan_cache_mode=force_generic_plan`,
    idle_in_transaction_session_timeout: SILENCE_MOST_MS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MOST_MS,
    ...times,
  })
  pool.on('error', options.onIdleFault)
  // Between two statements of a transaction no other handler is attached, and an unhandled error ends the process. The next
  // statement fails, so the transaction learns of it.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** The connections of a database. */
interface Pools {
  readonly calls: pg.Pool
  /** For long work; may be the same pool. */
  readonly long: pg.Pool
}

/** Returns the database behind pools of connections. */
export function pooledDatabase({ calls, long }: Pools, onRetry: (code: string) => void): Database {
  const queries = drizzle(calls, { schema, casing: 'snake_case' })
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
      withRetries(() => runOn<Row & pg.QueryResultRow>(calls, { ...statement, values: [...values] }), onRetry),
    transaction: (work, span) =>
      withRetries(() => inTransaction(span === 'long' ? long : calls, queriesOn, work), onRetry),
    pool: () => ({
      inUse: calls.totalCount - calls.idleCount,
      idle: calls.idleCount,
      waiting: calls.waitingCount,
    }),
    // PostgreSQL has autovacuum.
    vacuum: null,
    ping: async () => {
      await calls.query('select 1')
    },
    close: async () => {
      await Promise.all([...new Set([calls, long])].map((pool) => pool.end()))
    },
  }
}

/**
 * Opens PostgreSQL 15 or later and migrates its schema.
 *
 * @throws DatabaseUnreachable, EarlierDatabase, and WrongMode when it belongs to a site of the other mode
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await migrateOnce(options)
  const { statementMs = STATEMENT_MOST_MS } = options
  const calls = openPool(options, {
    max: options.connections,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENT_AFTER_MS,
  })
  // Opens no connection until one is needed.
  const long = openPool(options, { max: LONG_CONNECTIONS, query_timeout: LONG_MOST_MS })
  return pooledDatabase({ calls, long }, options.onRetry)
}
