// Runs the commands of package.json: within the test's process, and as processes of their own to test the executables.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { CommandIo } from '../../../scripts/cli/command-io.ts'
import { runCommand } from '../../../scripts/cli/program.ts'
import { createOps } from '../../../scripts/ops/program.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { type DatabaseKind, openScratch, scratchPostgres } from '../databases/databases.ts'

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

type Environment = Readonly<Record<string, string>>

const onRetry = (): void => undefined

const withDefaults = (environment: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: '',
  MODE: 'sandbox',
  ...environment,
})

/** Runs an executable in a process of its own, as `node ENTRY ARGS`. */
export function spawnCommand(
  entry: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<CommandResult> {
  const all = ['--disable-warning=ExperimentalWarning', entry, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env: withDefaults(environment) }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** Runs a program in this process and captures its output. */
export async function runProgram(
  create: (io: CommandIo) => Command,
  args: readonly string[],
  environment: Environment = {},
  database?: Database,
): Promise<CommandResult> {
  const result = { code: 0, out: '', err: '' }
  await runCommand(create, args, {
    writeOut: (text) => {
      result.out += text
    },
    writeErr: (text) => {
      result.err += text
    },
    env: withDefaults(environment),
    exit: (code) => {
      result.code = code
    },
    ...(database === undefined ? {} : { database }),
  })
  return result
}

/** Runs a command of `npm run ops` in this process. */
export function runOps(
  args: readonly string[],
  environment: Environment = {},
  database?: Database,
): Promise<CommandResult> {
  return runProgram(createOps, args, environment, database)
}

// No server listens on port 1: a command cannot mistake another server for that of its database.
const PORT = '1'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'spacedrop-command-'))

export interface CommandDatabase {
  readonly db: Database
  /** DATA_DIR. */
  readonly folder: string
  /** Runs a command of `npm run ops` on the database. */
  run(...args: readonly string[]): Promise<CommandResult>
  remove(): Promise<void>
}

/** Opens a migrated database without players, and hands it to commands. */
export async function openCommandDatabase(kind: DatabaseKind): Promise<CommandDatabase> {
  const folder = await newFolder()
  const db = await openScratch(kind)
  return {
    db,
    folder,
    run: (...args) => runOps(args, { DATA_DIR: folder, PORT }, db),
    remove: async () => {
      await db.close()
      await rm(folder, { recursive: true })
    },
  }
}

export interface CommandPlace {
  /** DATA_DIR. */
  readonly folder: string
  readonly environment: Environment
  /** Runs a command of `npm run ops`, which opens the database of the place. */
  run(...args: readonly string[]): Promise<CommandResult>
  /** Calls back with the database, while no command has a PGlite folder open. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Creates a place for a database that commands open: a folder without one, or a PostgreSQL database without tables. */
export async function createCommandPlace(kind: DatabaseKind): Promise<CommandPlace> {
  const folder = await newFolder()
  const scratch = kind === 'postgres' ? await scratchPostgres() : undefined
  const environment = { DATA_DIR: folder, DATABASE_URL: scratch?.url ?? '', PORT }
  return {
    folder,
    environment,
    run: (...args) => runOps(args, environment),
    withDatabase: async (work) => {
      const db = await (scratch === undefined
        ? openPglite({ folder: join(folder, 'pglite'), onRetry })
        : openPostgres({ url: scratch.url, connections: 5, onRetry, onIdleFault: onRetry }))
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    },
    remove: async () => {
      await scratch?.drop()
      await rm(folder, { recursive: true })
    },
  }
}
