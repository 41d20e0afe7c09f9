// Databases for tests: PGlite in memory always, and PostgreSQL when TEST_DATABASE_URL names a server that may be used.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { migratedDump } from './migrated-pglite.ts'
import { copyMigratedPostgres, urlOf } from './migrated-postgres.ts'

export type DatabaseKind = Database['kind']

const serverUrl = process.env.TEST_DATABASE_URL

/** The databases that this run can use. */
export const DATABASE_KINDS: readonly DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']

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

/** A PostgreSQL database of its own without any table, to be dropped after use. */
export const scratchPostgres = (): Promise<ScratchPostgres> =>
  scratchMadeBy((url, name) => runAt(url, `create database ${name}`))

/** An empty, migrated PostgreSQL database of its own, to be dropped after use. */
export const migratedPostgres = (): Promise<ScratchPostgres> => scratchMadeBy(copyMigratedPostgres)

export interface OwnedDatabase extends Database {
  /** Runs statements as the role that owns the tables, past everything that the app's own role may not do. */
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
      } finally {
        await db.queries.execute('set role spacedrop_app')
      }
    },
  }
}

/**
 * An empty, migrated database; closing it removes it.
 *
 * @param onRetry told the code of each transaction that had to be repeated
 */
export async function openScratch(
  kind: DatabaseKind,
  connections = 20,
  onRetry: (code: string) => void = () => undefined,
): Promise<OwnedDatabase> {
  if (kind === 'pglite') return ownedPglite(onRetry)
  const scratch = await migratedPostgres()
  // Nobody pulls the plug on this one: its commits need not wait for the disk.
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
