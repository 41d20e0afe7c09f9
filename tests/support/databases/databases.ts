// Databases for tests: PGlite in memory always, and PostgreSQL when TEST_DATABASE_URL names a server.
import { randomBytes } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { byRun } from '../runner/long-run.ts'
import { migratedDump } from './migrated-pglite.ts'
import { copyMigratedPostgres, urlOf } from './migrated-postgres.ts'

export type DatabaseKind = Database['kind']

const serverUrl = process.env.TEST_DATABASE_URL

/** The databases of this run for tests whose subject differs between them: locks, migrations, retries, the ledger. */
export const DATABASE_KINDS: readonly DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']

/** The databases for all other suites: PostgreSQL where it is available, else PGlite; in the long form both. */
export const SUITE_KINDS: readonly DatabaseKind[] = byRun(DATABASE_KINDS.slice(-1), DATABASE_KINDS)

/** The database for a suite that needs any one. */
export const DEFAULT_KIND: DatabaseKind = SUITE_KINDS[0] ?? 'pglite'

/** The database of journeys: PostgreSQL where it is available, PGlite in the long form. */
export const JOURNEY_KIND: DatabaseKind = byRun(DEFAULT_KIND, 'pglite')

/**
 * How many requests with keys of their own meet at once, and how often one key is sent: `tests/api/calls/one-key.test.ts` sends 200 in both forms.
 */
export const [CROWD, REPEATS] = byRun([20, 30], [100, 200])

const RACE_ROUNDS = 5

/**
 * Returns how often a race is repeated. PGlite has one connection, on which nothing can race: one round there.
 *
 * @param long rounds in the long form of the tests; RACE_ROUNDS sets another number for both forms
 */
export function raceRounds(kind: DatabaseKind, long: number): number {
  return kind === 'pglite' ? 1 : Number(process.env.RACE_ROUNDS ?? byRun(RACE_ROUNDS, long))
}

async function runAt(url: string | undefined, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface ScratchDatabase {
  /** Undefined for PGlite. */
  readonly url: string | undefined
  drop(): Promise<void>
}

export interface ScratchPostgres extends ScratchDatabase {
  readonly url: string
}

async function scratchMadeBy(make: (serverUrl: string, name: string) => Promise<void>): Promise<ScratchPostgres> {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set')
  const name = `spacedrop_test_${randomBytes(6).toString('hex')}`
  await make(serverUrl, name)
  const drop = () => runAt(serverUrl, `drop database if exists ${name} with (force)`)
  return { url: urlOf(serverUrl, name), drop }
}

/** A separate PostgreSQL database without any table, to be dropped after use. */
export const scratchPostgres = (): Promise<ScratchPostgres> =>
  scratchMadeBy((url, name) => runAt(url, `create database ${name}`))

/** A separate, empty, migrated PostgreSQL database, to be dropped after use. */
export const migratedPostgres = (): Promise<ScratchPostgres> => scratchMadeBy(copyMigratedPostgres)

export interface OwnedDatabase extends Database {
  /** Runs statements as the role that owns the tables, without the restrictions of the app's own role. */
  asOwner(statements: string): Promise<void>
}

async function ownedPglite(onRetry: (code: string) => void): Promise<OwnedDatabase> {
  const db = await openPglite({ folder: undefined, from: await migratedDump(), onRetry })
  return {
    ...db,
    asOwner: async (statements) => {
      await db.queries.execute('reset role')
      try {
        for (const statement of statements.split(';')) await db.queries.execute(statement)
      } catch (error) {
        // The database's own error, as PostgreSQL's client throws it.
        throw error instanceof DrizzleQueryError ? error.cause : error
      } finally {
        await db.queries.execute('set role spacedrop_app')
      }
    },
  }
}

/**
 * Opens an empty, migrated database; closing it removes it.
 *
 * @param onRetry receives the code of each retried transaction
 */
export async function openScratch(
  kind: DatabaseKind,
  connections = 20,
  onRetry: (code: string) => void = () => undefined,
): Promise<OwnedDatabase> {
  if (kind === 'pglite') return ownedPglite(onRetry)
  const scratch = await migratedPostgres()
  // This database needs no durability: its commits do not wait for the disk.
  const name = new URL(scratch.url).pathname.slice(1)
  await runAt(scratch.url, `alter database ${name} set synchronous_commit = off`)
  const db = await openPostgres({ url: scratch.url, connections, onRetry, onIdleFault: () => undefined })
  return {
    ...db,
    asOwner: (statements) => runAt(scratch.url, statements),
    close: async () => {
      await db.close()
      await scratch.drop()
    },
  }
}
