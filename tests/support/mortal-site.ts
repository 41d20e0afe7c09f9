// A server to be killed, over a database that outlives it and can be looked at afterwards.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { type DatabaseKind, migratedPostgres } from './databases.ts'
import { copyMigrated } from './migrated-pglite.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

/** A database to be looked at: PostgreSQL by its address, PGlite by its folder. */
export type DatabasePlace = { readonly url: string } | { readonly folder: string }

/** Opens the database at a place. */
export function openDatabaseAt(place: DatabasePlace): Promise<Database> {
  const onRetry = (): void => undefined
  if ('folder' in place) return openPglite({ folder: place.folder, onRetry })
  return openPostgres({ url: place.url, connections: 2, onRetry, onIdleFault: () => undefined })
}

export interface MortalSite {
  readonly server: ServerProcess
  /** Where the server keeps what is not in its database. */
  readonly folder: string
  /** Opens the database by the side of the server; with PGlite only after the server is gone. */
  openDatabase(): Promise<Database>
  /** Where the database can be looked at as it is now, though the server goes on: PGlite's is a copy. Only while the server is gone. */
  snapshot(): Promise<DatabasePlace>
  /** Kills the server and removes everything. */
  close(): Promise<void>
}

/** What its keys are made of. */
export const MORTAL_SECRET = 'a-secret-of-at-least-32-characters'

/**
 * Makes the site; its server is not started.
 *
 * @param by the address by which the server reaches PostgreSQL, made from the database's own
 */
export async function openMortalSite(
  kind: DatabaseKind,
  by: (url: string) => Promise<string> = async (url) => url,
): Promise<MortalSite> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-mortal-'))
  const scratch = kind === 'postgres' ? await migratedPostgres() : undefined
  const place: DatabasePlace = scratch === undefined ? { folder: join(folder, 'pglite') } : { url: scratch.url }
  if ('folder' in place) await copyMigrated(place.folder)
  let copies = 0
  const server = serverProcess({
    DATA_DIR: folder,
    DATABASE_URL: scratch === undefined ? '' : await by(scratch.url),
    SECRET: MORTAL_SECRET,
    HOUSE_PLAYERS: 'off',
    CALLS_PER_MINUTE: '10000000',
    ACTIONS_PER_MINUTE: '10000000',
  })
  return {
    server,
    folder,
    openDatabase: () => openDatabaseAt(place),
    snapshot: async () => {
      if ('url' in place) return place
      const copy = join(folder, `copy-${++copies}`)
      await cp(place.folder, copy, { recursive: true })
      return { folder: copy }
    },
    close: async () => {
      await server.kill()
      await scratch?.drop()
      await rm(folder, { recursive: true })
    },
  }
}
