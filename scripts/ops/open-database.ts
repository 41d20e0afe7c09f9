// Opens the database that the settings name, for the operator's commands: beside a running server with PostgreSQL, without one with PGlite.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { type Config, ConfigError, readConfig } from '../../src/server/config.ts'
import type { Database } from '../../src/server/db/database.ts'
import { FolderInUse } from '../../src/server/db/folder-lock.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { CommandRefused } from './operator.ts'

/**
 * The settings of the environment, and of .env where there is one.
 *
 * @throws CommandRefused naming everything that is wrong with them
 */
export function readSettings(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandRefused(error.message)
    throw error
  }
}

/** What opens the folder of PGlite, with words for the operator where a server holds it. */
export async function refuseUsed<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandRefused(
      `${error.message}\nA server on PGlite has to be stopped for this; on PostgreSQL (DATABASE_URL) it may go on.`,
    )
  }
}

/** What opens a database at an address, with words for the operator where it cannot be reached. */
export async function refuseUnreachable<T>(url: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new CommandRefused(
      `The database at ${new URL(url).host} cannot be opened: ${error.message || error.code}. Check DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Opens a PostgreSQL, its schema brought up to date. */
export function openServed(url: string, onRetry: () => void): Promise<Database> {
  const onIdleFault = (error: Error): void => console.error(error.message)
  return refuseUnreachable(url, openPostgres({ url, connections: 1, onRetry, onIdleFault }))
}

/**
 * Works with the configured database, and closes it.
 *
 * @throws CommandRefused when the settings are not complete, or the database is in use or out of reach
 */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readSettings()
  const onRetry = (): void => undefined
  const db = await (config.databaseUrl === undefined
    ? refuseUsed(openPglite({ folder: join(config.dataDir, 'pglite'), onRetry }))
    : openServed(config.databaseUrl, onRetry))
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
