// Backups of PGlite: its folder as one archive. The server has to be stopped: two processes on one folder lose what they write.
import { openAsBlob } from 'node:fs'
import { access, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { PGlite } from '@electric-sql/pglite'
import { OperatorError } from '../../../base/operator-error.ts'
import type { Ask, Database } from '../../../db/database.ts'
import { lockFolder } from '../../../db/folder-lock.ts'
import { openPglite } from '../../../db/pglite.ts'
import { contentsOf, differenceOf, stateOf } from './contents.ts'
import { HEADER_BYTES, type Manifest, writeBackup } from './file.ts'
import { assertSpace } from './restore-checks.ts'

const askOf =
  (client: PGlite): Ask =>
  async (statement) =>
    (await client.query<Record<string, unknown>>(statement)).rows

/** Opens the folder as it is, without bringing its schema up to date. */
async function withFolder<T>(folder: string, work: (client: PGlite) => Promise<T>): Promise<T> {
  const lock = await lockFolder(folder)
  try {
    const client = new PGlite(folder)
    try {
      await client.waitReady
      return await work(client)
    } finally {
      await client.close()
    }
  } finally {
    await lock.release()
  }
}

/**
 * Writes the database of a folder into a file.
 *
 * @throws OperatorError when there is no database, FolderInUse when a server uses it
 */
export async function backupPglite(folder: string, path: string): Promise<Manifest> {
  await access(folder).catch(() => {
    throw new OperatorError(`There is no database in ${folder}. Check DATA_DIR.`)
  })
  return withFolder(folder, (client) => writeArchive(path, askOf(client), () => client.dumpDataDir('gzip')))
}

/**
 * Writes the database that this process has open into a file; nothing else reads or writes meanwhile.
 *
 * @throws RangeError for a database that is not in this process
 */
export async function backupOpenPglite(db: Pick<Database, 'snapshot'>, path: string): Promise<Manifest> {
  if (db.snapshot === undefined) throw new RangeError('This database is not in this process')
  return db.snapshot((ask, dump) => writeArchive(path, ask, dump))
}

async function writeArchive(path: string, ask: Ask, dump: () => Promise<Blob>): Promise<Manifest> {
  const contents = await contentsOf(ask)
  const archive = await dump()
  const source = Readable.fromWeb(archive.stream() as ReadableStream<Uint8Array>)
  const at = new Date().toISOString()
  const state = { ...(await stateOf(ask)), at }
  return writeBackup(path, { ...contents, kind: 'pglite', ...state }, { source, ended: Promise.resolve() })
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Restores a backup into a folder that does not exist yet. The folder appears under its name once its contents are verified.
 *
 * @param assertSound receives the restored database with its schema brought up to date, and throws what is wrong with it
 * @throws OperatorError when the folder is not empty, or the restored database differs from the backup
 */
export async function restorePglite(
  folder: string,
  path: string,
  manifest: Manifest,
  assertSound: (db: Database) => Promise<void>,
): Promise<void> {
  const lock = await lockFolder(folder)
  const place = await mkdtemp(join(dirname(folder), 'restoring-'))
  const made = join(place, 'pglite')
  try {
    if (await hasFiles(folder)) {
      throw new OperatorError(
        `${folder} contains a database already, and a backup is never restored over one. Move it away, or set DATA_DIR to another folder.`,
      )
    }
    await assertSpace(place, manifest)
    const client = new PGlite(made, { loadDataDir: (await openAsBlob(path)).slice(HEADER_BYTES) })
    try {
      await client.waitReady
      const difference = await differenceOf(manifest, askOf(client))
      if (difference !== undefined)
        throw new OperatorError(`The restored database differs from the backup: ${difference}.`)
    } finally {
      await client.close()
    }
    const db = await openPglite({ folder: made, onRetry: () => undefined, baseline: true })
    try {
      await assertSound(db)
    } finally {
      await db.close()
    }
    await rm(folder, { recursive: true, force: true })
    await rename(made, folder)
  } finally {
    await rm(place, { recursive: true, force: true })
    await lock.release()
  }
}
