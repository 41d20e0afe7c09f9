// Opens the database that the settings name: PostgreSQL, PGlite, or the PGlite of a running site through its socket.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, ConfigError, readConfig } from '../../src/server/base/config.ts'
import { type Database, isDatabaseUnavailable } from '../../src/server/db/database.ts'
import { FolderInUse } from '../../src/server/db/folder-lock.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { DatabaseUnreachable, openPostgres } from '../../src/server/db/postgres.ts'
import { missingTables } from '../../src/server/db/schema-check.ts'
import { connectToSite } from '../../src/server/db/site-connection.ts'
import type { CommandIo } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'

/**
 * Returns the settings of the environment, and of .env where there is one.
 *
 * @throws CommandRefused naming everything that is wrong with them
 */
export function readSettings({ env }: Pick<CommandIo, 'env'>): Config {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  try {
    return readConfig({ ...file, ...env })
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandRefused(error.message)
    throw error
  }
}

/** Turns the error of a PGlite folder that a server holds into a refusal that tells the operator what to do. */
export async function refuseUsed<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandRefused(
      `${error.message}\nA server on PGlite has to be stopped for this; on PostgreSQL (DATABASE_URL) it can keep running.`,
    )
  }
}

/** Turns the error of a database that cannot be reached into a refusal that tells the operator what to do. */
export async function refuseUnreachable<T>(url: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof DatabaseUnreachable) throw new CommandRefused(error.message, { cause: error })
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new CommandRefused(new DatabaseUnreachable(url, error).message, { cause: error })
  }
}

/** Opens a PostgreSQL database and brings its schema up to date. */
export function openServed(url: string, { writeErr }: Pick<CommandIo, 'writeErr'>): Promise<Database> {
  const onRetry = (): void => undefined
  const onIdleFault = (error: Error): void => writeErr(`${error.message}\n`)
  return refuseUnreachable(url, openPostgres({ url, connections: 1, onRetry, onIdleFault }))
}

const NO_ANSWER =
  'A running site on PGlite takes commands through its socket, and there nobody answered: the site is starting or stopping, has no ' +
  'socket (its log says why), or the process is another command. Try again.'

/** Opens PGlite: its folder, or the socket of the site that runs on it. */
async function openFolder(dataDir: string): Promise<Database> {
  const opening = openPglite({ folder: join(dataDir, 'pglite'), onRetry: () => undefined })
  try {
    return await opening
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const db = await connectToSite(join(dataDir, 'socket'))
    if (db === null) throw new CommandRefused(`${error.message}\n${NO_ANSWER}`)
    const missing = await missingTables(db).catch(refuseStopped)
    if (missing.length === 0) return db
    await db.close()
    throw new CommandRefused('The site is of an older version than this command. Restart it, then try again.')
  }
}

/** Turns the error of a site that ended during a command into a refusal that tells the operator what to do. */
function refuseStopped(error: unknown): never {
  if (!isDatabaseUnavailable(error)) throw error
  throw new CommandRefused(
    'The site stopped, or did not answer, before the command was done. Look at what it changed before you repeat it.',
    { cause: error },
  )
}

/**
 * Calls back with the database of `io`; without one it opens the configured database, and closes it.
 *
 * @throws CommandRefused when the settings are not complete, or the database is in use, out of reach or lost on the way
 */
export async function withDatabase<T>(io: CommandIo, work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readSettings(io)
  if (io.database !== undefined) return work(io.database, config)
  const db = await (config.databaseUrl === undefined ? openFolder(config.dataDir) : openServed(config.databaseUrl, io))
  try {
    const done = work(db, config)
    return await (config.databaseUrl === undefined ? done.catch(refuseStopped) : done)
  } finally {
    await db.close()
  }
}
