// Prevents a second process from using a PGlite folder: two writers lose most of what they acknowledged, without an error. The lock
// is the operating system's, taken through SQLite on a file beside the folder, so it ends with the process even after a crash. Linux
// holds a name without a file in addition: a lock whose file somebody removes would let the next process make another.
import { once } from 'node:events'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { basename, dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../base/operator-error.ts'

/** Another process holds the folder. */
export class FolderInUse extends OperatorError {
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
 * Takes the name of a folder among the abstract sockets of this machine (of this container); null where there are none.
 *
 * @returns undefined when another process has it
 */
async function takeName(folder: string): Promise<Server | null | undefined> {
  if (process.platform !== 'linux') return null
  // By number, not by path: a folder may be reached by several paths.
  const { dev, ino } = await stat(dirname(resolve(folder)))
  const server = createServer((socket) => socket.destroy())
  server.unref()
  try {
    await once(server.listen(`\0spacedrop:${dev}:${ino}:${basename(folder)}`), 'listening')
    return server
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
}

/**
 * Takes the lock of a folder; its parent is made if it is not there.
 *
 * @throws FolderInUse at once when another process (or this one) holds it, naming that process
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(dirname(folder), { recursive: true })
  const holderPath = `${folder}.holder`
  const name = await takeName(folder)
  if (name === undefined) throw new FolderInUse(folder, await holderOf(holderPath))
  const lock = new DatabaseSync(`${folder}.lock`)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    name?.close()
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
      name?.close()
    },
  }
}
