// One way to the database, whichever it is. PGlite and PostgreSQL speak one dialect; only how they are opened differs.
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** The query builder; a transaction is one too, so that whatever writes takes it as its first argument. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

/** A hot statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly queries: Queries
  /** Runs one prepared statement in a transaction of its own. Deadlocks and lost races are tried again. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Runs work in one READ COMMITTED transaction. Deadlocks and lost races are tried again, so it must be safe to repeat.
   *
   * @param span 'long' for what reads whole tables: nobody waits for it as for a call, so nothing cuts it off
   * @throws DatabaseAway when the database was not there, or fell silent; it may have committed all the same
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, span?: 'long'): Promise<T>
  /** Connections in use and idle, and calls that wait for one; null where there is one connection and no pool. */
  pool(): { readonly inUse: number; readonly idle: number; readonly waiting: number } | null
  /** Frees what deleted rows of a table took, and counts it anew for the planner, where the database does not do so by itself. */
  vacuum: ((table: string) => Promise<void>) | null
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The database cannot be reached, or does not answer. What was asked of it may have been done or not. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause })
    this.name = 'DatabaseAway'
  }
}

/** What a statement raised through refuse(): nothing of it was written. */
export const REFUSED = 'SD001'

interface DatabaseFault {
  code?: unknown
  constraint?: unknown
  message: string
}

/** The database's own words behind an error, through whatever wrapped it; null for any other error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at as DatabaseFault
  }
  return null
}

/** Of the network, and of a PostgreSQL that starts, ends, is full or gave up waiting. */
const AWAY_CODES =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0\d|57014|25P03|53300)$/

/** Of the driver, which gives them no code. */
const AWAY_WORDS = /^(Query read timeout|timeout e\w+|Connection terminated|Client (has encountered|was closed))/

/** True for an error of the driver that tells of a database that is not there, or does not answer in time. */
export function isLost(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' ? AWAY_CODES.test(at.code) : AWAY_WORDS.test(at.message))
      return true
  }
  return false
}

/** True for whatever a database threw, through whatever wrapped it, because it is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseAway) return true
    // What others reach by the network has the same codes: only below the query builder are they the database's.
    if (at instanceof DrizzleQueryError) return isLost(at.cause)
  }
  return false
}

/** True for the violation of the named unique constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const fault = databaseFault(error)
  return fault !== null && fault.code === '23505' && fault.constraint === constraint
}

const RETRIED = new Set(['40001', '40P01'])
const MAX_TRIES = 8

/**
 * Repeats work that lost a race (40001) or fell into a deadlock (40P01), with jitter, at most eight times.
 *
 * @param onRetry told of each repetition, with the code
 */
export async function retried<T>(work: () => Promise<T>, onRetry: (code: string) => void): Promise<T> {
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
