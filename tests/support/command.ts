// The operator's commands as processes of their own, over a database of a test.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { type DatabaseKind, scratchPostgres } from './databases.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const onRetry = (): void => undefined

/** Runs a command of package.json to its end. */
export function runCommand(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const entry = ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args]
  const env = { PATH: process.env.PATH, DATABASE_URL: '', MODE: 'sandbox', ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, entry, { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

export interface CommandPlace {
  readonly folder: string
  /** Of PostgreSQL; undefined for PGlite. */
  readonly url: string | undefined
  /** Runs a command over the place's database. */
  run(script: string, ...args: readonly string[]): Promise<Ended>
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
    run: (script, ...args) => runCommand(script, args, environment),
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
