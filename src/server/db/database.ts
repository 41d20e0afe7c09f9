// The interface of both databases. PGlite and PostgreSQL speak one dialect; only opening them differs.
import type { SQL } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The query builder; a transaction is one too, so that every function that writes takes it as its first argument. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

/** Runs one statement as the role that owns the tables, before or beside the site's own connections. */
export type Ask = (statement: string, values?: string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** A hot statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/**
 * Runs raw SQL and returns its rows. The one place where rows get a type that the compiler cannot check: name the columns as the
 * statement selects them, and numbers as `string | number`, because PostgreSQL's driver reads bigints as texts.
 */
export async function queryRows<Row extends object>(queries: Queries, statement: SQL | string): Promise<Row[]> {
  const { rows } = (await queries.execute(statement)) as unknown as { rows: Row[] }
  return rows
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly queries: Queries
  /** Runs one prepared statement in its own transaction. Deadlocks and serialization failures are retried. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Runs work in one READ COMMITTED transaction. Deadlocks and serialization failures are retried, so it must be safe to repeat.
   *
   * @param span 'long' for work that reads whole tables, without the time limit of calls
   * @throws DatabaseUnavailable when the database could not be reached or did not answer; it may have committed all the same
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, span?: 'long'): Promise<T>
  /** Connections in use and idle, and calls that wait for one; null for one connection without a pool. */
  pool(): { readonly inUse: number; readonly idle: number; readonly waiting: number } | null
  /** Vacuums and analyzes a table, when the database does not do so by itself; null otherwise. */
  vacuum: ((table: string) => Promise<void>) | null
  /**
   * Runs work while nothing else reads or writes, with an archive of the database's files; only a database in this process has it.
   *
   * @param work `ask` reads the database, `dump` returns its files as a gzipped tar
   */
  snapshot?: <T>(work: (ask: Ask, dump: () => Promise<Blob>) => Promise<T>) => Promise<T>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The database cannot be reached, or does not answer. The statement may have been executed or not. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database does not respond', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** The code of errors raised through refuse(): the statement wrote nothing. */
export const REFUSED = 'SD001'

/** The code of errors of a full disk: no space is left for a table or the log. */
export const DISK_FULL = '53100'

interface DatabaseFault {
  code?: unknown
  constraint?: unknown
  message: string
}

/** Returns the database's error behind an error, through all wrappers; null for any other error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at as DatabaseFault
  }
  return null
}

/** Codes of the network, of a socket that is gone, and of a PostgreSQL that starts, ends, is full or gave up waiting. */
const AWAY_CODES =
  /^(ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0\d|57014|25P03|53300)$/

/** Messages of the driver, which have no code. */
const AWAY_WORDS = /^(Query read timeout|timeout e\w+|Connection terminated|Client (has encountered|was closed))/

/**
 * Tells whether an error of the driver, alone or below the query builder, means that the database cannot be reached or does not answer in time.
 * Other services that a transaction asks have the same codes below errors of their own.
 */
export function isConnectionError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at instanceof DrizzleQueryError ? at.cause : undefined) {
    if ('code' in at && typeof at.code === 'string' ? AWAY_CODES.test(at.code) : AWAY_WORDS.test(at.message))
      return true
  }
  return false
}

/** Tells whether an error means that the database is away, through all wrappers. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseUnavailable) return true
    // Other network services have the same codes: only below the query builder do they mean the database.
    if (at instanceof DrizzleQueryError) return isConnectionError(at.cause)
  }
  return false
}

/** Tells whether an error violates the named unique constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  const fault = databaseFault(error)
  return fault !== null && fault.code === '23505' && fault.constraint === constraint
}

const RETRIED = new Set(['40001', '40P01'])
const MAX_TRIES = 8

/**
 * Retries work after a serialization failure (40001) or a deadlock (40P01), with jitter, at most eight times.
 *
 * @param onRetry receives the code of each retry
 */
export async function withRetries<T>(work: () => Promise<T>, onRetry: (code: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = databaseFault(error)?.code
      if (typeof code !== 'string' || !RETRIED.has(code) || attempt === MAX_TRIES) throw error
      onRetry(code)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt))
    }
  }
}
