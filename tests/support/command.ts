// The operator's commands over a database of a test: as processes of their own, and within the test's, which takes a tenth of the time.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { runLine } from '../../scripts/ops/run-line.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { type DatabaseKind, scratchPostgres } from './databases.ts'
import { copyMigrated } from './migrated-pglite.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const onRetry = (): void => undefined

const settings = (environment: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: '',
  MODE: 'sandbox',
  ...environment,
})

/** Runs a command of package.json to its end, in a process of its own. */
export function runCommand(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const entry = ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, entry, { env: settings(environment) }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** Follows a line of `npm run ops` as its process does, with what it writes kept from the terminal. One at a time. */
export async function runOps(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const said = { out: '', err: '' }
  const { env, stdout } = process
  const { log, error } = console
  const write = stdout.write
  process.env = settings(environment)
  console.log = (...words) => {
    said.out += `${format(...words)}\n`
  }
  console.error = (...words) => {
    said.err += `${format(...words)}\n`
  }
  stdout.write = (text: string | Uint8Array) => {
    said.out += text
    return true
  }
  try {
    return { code: await runLine(args), ...said }
  } finally {
    Object.assign(console, { log, error })
    stdout.write = write
    process.env = env
  }
}

/** Groups of commands that have run as a process of their own. */
const started = new Set<string>()

export interface CommandPlace {
  readonly folder: string
  /** Of PostgreSQL; undefined for PGlite. */
  readonly url: string | undefined
  /** Follows a line of `npm run ops` over the place's database. The first of each group is a process of its own on each database. */
  run(group: string, ...words: readonly string[]): Promise<Ended>
  /** Works with the database while no command does: nobody else may have a PGlite folder open. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** An empty database that commands can open. */
export async function commandPlace(kind: DatabaseKind): Promise<CommandPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-command-'))
  const scratch = kind === 'postgres' ? await scratchPostgres() : undefined
  // Nothing listens on port 1: no server of somebody else's is taken for the place's own.
  const environment = { DATA_DIR: folder, DATABASE_URL: scratch?.url ?? '', PORT: '1' }
  return {
    folder,
    url: scratch?.url,
    run: (group, ...words) => {
      const isStarted = started.has(`${kind} ${group}`)
      started.add(`${kind} ${group}`)
      return isStarted ? runOps([group, ...words], environment) : runCommand('ops', [group, ...words], environment)
    },
    withDatabase: async (work) => {
      if (scratch === undefined && !existsSync(join(folder, 'pglite'))) await copyMigrated(join(folder, 'pglite'))
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
