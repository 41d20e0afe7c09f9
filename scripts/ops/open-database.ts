// Opens the database that the settings name: PostgreSQL, PGlite, or the PGlite of a running site through its socket.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '../../src/server/config/config.ts'
import { checkDataFolder } from '../../src/server/config/data-folder.ts'
import { readEnvFile } from '../../src/server/config/env-file.ts'
import { hasJournal } from '../../src/server/db/baseline.ts'
import { type Database, DISK_FULL, databaseFault, isDatabaseUnavailable } from '../../src/server/db/database.ts'
import { FolderInUse, lockFolder } from '../../src/server/db/folder-lock.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres, type PostgresOptions } from '../../src/server/db/postgres.ts'
import { missingTables } from '../../src/server/db/schema-check.ts'
import { connectToSite } from '../../src/server/db/site-connection.ts'
import { refuseUnreachable } from '../../src/server/db/unreachable.ts'
import type { CommandIo } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'

/**
 * Returns the settings of the environment, and of .env where there is one.
 *
 * @throws ConfigError naming everything that is wrong with them
 */
export function readSettings({ env }: Pick<CommandIo, 'env'>): Config {
  return readConfig({ ...readEnvFile(), ...env })
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

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 *
 * @param options `site`: whose mode an empty database gets; without it a database of either mode is opened
 */
export function openServed(
  url: string,
  { writeErr }: Pick<CommandIo, 'writeErr'>,
  options: Pick<PostgresOptions, 'site' | 'baseline'> = {},
): Promise<Database> {
  const onRetry = (): void => undefined
  const onIdleFault = (error: Error): void => writeErr(`${error.message}\n`)
  return openPostgres({ url, connections: 1, onRetry, onIdleFault, ...options })
}

const FIRST = 'Start the site on it first, or make its tables: npm run ops -- migrate'

/** Connects to PostgreSQL. The client reads the files that the address names, such as sslrootcert, when it is made. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Refuses a PostgreSQL database without a site: opening it would make the tables of one. */
async function refuseWithoutSite(url: string): Promise<void> {
  const client = await refuseUnreachable(url, connect(url))
  try {
    if (await hasJournal(async (statement) => (await client.query(statement)).rows)) return
    const { database, host, port } = client
    throw new CommandRefused(`The database ${database} at ${host}:${port} holds no site. Check DATABASE_URL. ${FIRST}`)
  } finally {
    await client.end()
  }
}

const NO_ANSWER =
  'A running site on PGlite takes commands through its socket, and there nobody answered: the site is starting or stopping, has no ' +
  'socket (its log says why), or the process is another command. Try again.'

/** Refuses a folder without a database, unless a process holds its lock: opening it would make the database of a site. */
async function refuseWithoutFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  if (existsSync(`${folder}.lock`)) await (await lockFolder(folder)).release()
  throw new CommandRefused(`The folder ${folder} holds no site. Check DATA_DIR. ${FIRST}`)
}

/** Opens PGlite: its folder, or the socket of the site that runs on it. */
async function openFolder(dataDir: string): Promise<Database> {
  await checkDataFolder(dataDir, 'pglite')
  const folder = join(dataDir, 'pglite')
  try {
    await refuseWithoutFolder(folder)
    return await openPglite({ folder, onRetry: () => undefined })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const db = await connectToSite(join(dataDir, 'socket'))
    if (db === null) throw new CommandRefused(`${error.message}\n${NO_ANSWER}`)
    const missing = await missingTables(db).catch(refuseLost)
    if (missing.length === 0) return db
    await db.close()
    throw new CommandRefused('The site is of an older version than this command. Restart it, then try again.')
  }
}

/** Turns the error of a database that ended during a command, or whose disk is full, into a refusal that tells what to do. */
function refuseLost(error: unknown): never {
  if (databaseFault(error)?.code === DISK_FULL) {
    const words =
      'The disk of the database is full. Free space there, then try again: what the command had begun is rolled back.'
    throw new CommandRefused(words, { cause: error })
  }
  if (!isDatabaseUnavailable(error)) throw error
  throw new CommandRefused(
    'The site or the database stopped, or did not answer, before the command was done. Look at what it changed before you repeat it.',
    { cause: error },
  )
}

async function openSite({ databaseUrl, dataDir }: Config, io: CommandIo): Promise<Database> {
  if (databaseUrl === undefined) return openFolder(dataDir)
  await refuseWithoutSite(databaseUrl)
  return openServed(databaseUrl, io)
}

/**
 * Calls back with the database of `io`; without one it opens the configured database, and closes it.
 *
 * @throws CommandRefused when the settings are not complete, or the database holds no site, is in use, out of reach or lost on the way
 */
export async function withDatabase<T>(io: CommandIo, work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readSettings(io)
  if (io.database !== undefined) return work(io.database, config)
  const db = await openSite(config, io)
  try {
    return await work(db, config).catch(refuseLost)
  } finally {
    await db.close()
  }
}
