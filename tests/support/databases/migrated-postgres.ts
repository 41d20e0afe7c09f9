// An empty, migrated PostgreSQL database, created once for these migrations and copied afterwards.
import pg from 'pg'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { hashOfMigrations } from './migrations-hash.ts'

/** Any number except the one that migrations lock: the holder has exclusive access to the originals. */
const ORIGINALS_LOCK = 7_306_042_001

const ORIGINALS = 'spacedrop_original_'

/** The address of another database of the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Creates the original where it is missing, and removes those of other migrations. */
async function makeOriginal(admin: pg.Client, serverUrl: string, name: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [ORIGINALS],
  )
  const there = rows.map(({ datname }) => datname)
  if (there.includes(name)) return
  for (const old of there) await admin.query(`drop database ${old} with (force)`)
  // It gets its name once it is complete, so an interrupted run leaves none that would be copied.
  const unfinished = `${ORIGINALS}unfinished`
  await admin.query(`create database ${unfinished}`)
  const silent = (): void => undefined
  const url = urlOf(serverUrl, unfinished)
  await (await openPostgres({ url, connections: 1, onRetry: silent, onIdleFault: silent })).close()
  await admin.query(`alter database ${unfinished} rename to ${name}`)
}

/** Creates a database of this name as its copy. */
export async function copyMigratedPostgres(serverUrl: string, copy: string): Promise<void> {
  const original = `${ORIGINALS}${await hashOfMigrations()}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [ORIGINALS_LOCK])
    await makeOriginal(admin, serverUrl, original)
    await admin.query(`create database ${copy} template ${original}`)
  } finally {
    await admin.end()
  }
}
