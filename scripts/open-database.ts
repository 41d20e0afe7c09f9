// Opens the database that the settings name, for the operator's commands: beside a running server with PostgreSQL, without one with PGlite.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { type Config, ConfigError, readConfig } from '../src/server/config.ts'
import type { Database } from '../src/server/db/database.ts'
import { FolderInUse } from '../src/server/db/folder-lock.ts'
import { openPglite } from '../src/server/db/pglite.ts'
import { openPostgres } from '../src/server/db/postgres.ts'
import { CommandRefused } from './operator.ts'

function settings(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandRefused(error.message)
    throw error
  }
}

async function openOwn(dataDir: string, onRetry: () => void): Promise<Database> {
  try {
    return await openPglite({ folder: join(dataDir, 'pglite'), onRetry })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandRefused(
      `${error.message}\nA server on PGlite has to be stopped for this; on PostgreSQL (DATABASE_URL) it may go on.`,
    )
  }
}

async function openServed(url: string, onRetry: () => void): Promise<Database> {
  try {
    return await openPostgres({
      url,
      connections: 1,
      onRetry,
      onIdleFault: (error) => console.error(error.message),
    })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new CommandRefused(
      `The database at ${new URL(url).host} cannot be opened: ${error.message || error.code}. Check DATABASE_URL.`,
      { cause: error },
    )
  }
}

/**
 * Works with the configured database, and closes it.
 *
 * @throws CommandRefused when the settings are not complete, or the database is in use or out of reach
 */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = settings()
  const onRetry = (): void => undefined
  const db = await (config.databaseUrl === undefined
    ? openOwn(config.dataDir, onRetry)
    : openServed(config.databaseUrl, onRetry))
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
