// A killable server with a database that survives it and can be inspected afterwards.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { type DatabaseKind, migratedPostgres } from '../databases/databases.ts'
import { copyMigrated } from '../databases/migrated-pglite.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

/** A database to inspect: PostgreSQL by its address, PGlite by its folder. */
export type DatabasePlace = { readonly url: string } | { readonly folder: string }

/** Opens the database at a place. */
export function openDatabaseAt(place: DatabasePlace): Promise<Database> {
  const onRetry = (): void => undefined
  if ('folder' in place) return openPglite({ folder: place.folder, onRetry })
  return openPostgres({ url: place.url, connections: 2, onRetry, onIdleFault: () => undefined })
}

export interface KillableServer {
  readonly server: ServerProcess
  /** The folder of the server's files outside its database. */
  readonly folder: string
  /** Opens the database in parallel to the server; with PGlite only after the server has ended. */
  openDatabase(): Promise<Database>
  /**
   * A place where the current database can be inspected while the next server runs: a copy for PGlite. Only while no
   * server runs.
   */
  snapshot(): Promise<DatabasePlace>
  /** Kills the server and removes everything. */
  close(): Promise<void>
}

/** The seed of its keys. */
export const KILLABLE_SECRET = 'a-secret-of-at-least-32-characters'

/**
 * Creates the site without starting its server.
 *
 * @param by the address by which the server reaches PostgreSQL, derived from the database's own
 * @param more further settings, read at each start
 */
export async function openKillableServer(
  kind: DatabaseKind,
  by: (url: string) => Promise<string> = async (url) => url,
  more: () => Readonly<Record<string, string>> = () => ({}),
): Promise<KillableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-killable-'))
  const scratch = kind === 'postgres' ? await migratedPostgres() : undefined
  const place: DatabasePlace = scratch === undefined ? { folder: join(folder, 'pglite') } : { url: scratch.url }
  if ('folder' in place) await copyMigrated(place.folder)
  let copies = 0
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: scratch === undefined ? '' : await by(scratch.url),
    SECRET: KILLABLE_SECRET,
    HOUSE_PLAYERS: 'off',
    CALLS_PER_MINUTE: '10000000',
    ACTIONS_PER_MINUTE: '10000000',
  }
  const server = serverProcess(() => ({ ...settings, ...more() }))
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
