// A server to be killed, over a database that outlives it and can be looked at afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { type DatabaseKind, scratchPostgres } from './databases.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

export interface MortalSite {
  readonly server: ServerProcess
  /** Where the server keeps what is not in its database. */
  readonly folder: string
  /** Opens the database by the side of the server; with PGlite only after the server is gone. */
  openDatabase(): Promise<Database>
  /** Kills the server and removes everything. */
  close(): Promise<void>
}

/** What its keys are made of. */
export const MORTAL_SECRET = 'a-secret-of-at-least-32-characters'

/** Makes the site; its server is not started. */
export async function openMortalSite(kind: DatabaseKind): Promise<MortalSite> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-mortal-'))
  const scratch = kind === 'postgres' ? await scratchPostgres() : undefined
  const server = serverProcess({
    DATA_DIR: folder,
    DATABASE_URL: scratch?.url ?? '',
    SECRET: MORTAL_SECRET,
    HOUSE_PLAYERS: 'off',
    CALLS_PER_MINUTE: '10000000',
    ACTIONS_PER_MINUTE: '10000000',
  })
  return {
    server,
    folder,
    openDatabase: async () => {
      const onRetry = (): void => undefined
      if (scratch === undefined) return openPglite({ folder: join(folder, 'pglite'), onRetry })
      return openPostgres({ url: scratch.url, connections: 2, onRetry, onIdleFault: () => undefined })
    },
    close: async () => {
      await server.kill()
      await scratch?.drop()
      await rm(folder, { recursive: true })
    },
  }
}
