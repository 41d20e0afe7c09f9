// The folders of a site: whether this process can write to them, and how much space the disk of DATA_DIR has left.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { codeOf, fileReason, OperatorError } from '../base/operator-error.ts'

const MEGABYTE = 1_048_576

/**
 * The space that a site needs on the disk of DATA_DIR, in bytes. PGlite writes its log in files of 16 MB, and the disk must never
 * become full within one; with PostgreSQL the folder contains a few small files.
 */
const LEAST_FREE_BYTES = { pglite: 32 * MEGABYTE, postgres: MEGABYTE } as const

/** How a site uses the folder: for its database, or only for small files with PostgreSQL. */
export type DataFolderUse = keyof typeof LEAST_FREE_BYTES

/** Space of a disk, in bytes. */
export interface DiskSpace {
  readonly freeBytes: number
  /** Below this the site is not ready. */
  readonly leastBytes: number
  readonly isFull: boolean
}

/** Returns the space that this user has left on the disk of a folder; null when there is no such folder. */
export async function diskSpace(folder: string, use: DataFolderUse): Promise<DiskSpace | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const [freeBytes, leastBytes] = [bavail * bsize, LEAST_FREE_BYTES[use]]
    return { freeBytes, leastBytes, isFull: freeBytes < leastBytes }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Checks that a path is a folder if it exists. */
async function tryReading(folder: string): Promise<void> {
  try {
    await readdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** Makes the folder and writes a file to it. */
async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `.write-test-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(path, Buffer.alloc(4_096))
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Makes sure that DATA_DIR is a folder with the space that its use needs. With PostgreSQL it may be missing or read-only, because a live
 * site writes nothing there. PGlite has to write to it; it is created if it is missing.
 *
 * @throws OperatorError saying why it cannot be used
 */
export async function checkDataFolder(folder: string, use: DataFolderUse): Promise<void> {
  try {
    await (use === 'pglite' ? tryWriting(folder) : tryReading(folder))
  } catch (error) {
    const reason = fileReason(error)
    if (reason === undefined) throw error
    throw new OperatorError(`DATA_DIR: the folder ${resolve(folder)} cannot be used: ${reason}.`, { cause: error })
  }
  const space = await diskSpace(folder, use)
  if (space === null || !space.isFull) return
  const { freeBytes, leastBytes } = space
  const [free, least] = [freeBytes, leastBytes].map((bytes) => Math.floor(bytes / MEGABYTE))
  throw new OperatorError(
    `DATA_DIR: the disk of ${resolve(folder)} is full: ${free} MB are left, at least ${least} MB are needed. Free space there, or ` +
      'set DATA_DIR to a folder on another disk.',
  )
}
