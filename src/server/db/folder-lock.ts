// Prevents a second process from using a PGlite folder: two writers lose most of what they acknowledged, without an error. The lock
// is the operating system's, taken through SQLite on a file beside the folder, so it ends with the process even after a crash.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(`${folder} is in use by ${holder}. Stop it first, or set DATA_DIR to another folder.`)
    this.name = 'FolderInUse'
  }
}

export interface FolderLock {
  release(): Promise<void>
}

/** Locks that this process holds: the collection of one that nothing else refers to would release it. */
const heldLocks = new Set<DatabaseSync>()

async function holderOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() === '' ? 'another process' : text.trim()
}

/**
 * Takes the lock of a folder; its parent is made if it is not there.
 *
 * @throws FolderInUse at once when another process (or this one) holds it, naming that process
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(dirname(folder), { recursive: true })
  const holderPath = `${folder}.holder`
  const lock = new DatabaseSync(`${folder}.lock`)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new FolderInUse(folder, await holderOf(holderPath))
    }
    throw error
  }
  heldLocks.add(lock)
  await writeFile(holderPath, `process ${process.pid} (${process.argv.slice(1).join(' ')})\n`)
  return {
    release: async () => {
      await rm(holderPath, { force: true })
      heldLocks.delete(lock)
      lock.close()
    },
  }
}
