// Two processes on one PGlite folder lose most of the acknowledged writes, so a second one is refused immediately, with
// the name of the first.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUse, lockFolder } from '../../../src/server/db/folder-lock.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'

const HOLDER = new URL('../../support/databases/folder-holder.ts', import.meta.url).pathname

let root: string
let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spacedrop-lock-'))
  folder = join(root, 'pglite')
  await copyMigrated(folder)
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await rm(root, { recursive: true })
})

/** Starts a process that opens the folder; resolves with its first output. */
async function open(): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', HOLDER, folder])
  children.push(child)
  const [chunk] = await once(child.stdout, 'data')
  const [first = ''] = String(chunk).split('\n')
  return { child, output: first }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the folder of a PGlite database', () => {
  it('is refused to a second process, which names the first, and is free again when that was killed', async () => {
    const first = await open()
    expect(first.output).toBe('opened')
    await expect(openPglite({ folder, onRetry: () => undefined })).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${first.child.pid} \\(.*folder-holder\\.ts`),
    )
    const second = await open()
    expect(second.output).toContain(`in use by process ${first.child.pid} `)
    await kill(first.child)
    const third = await open()
    expect(third.output).toBe('opened')
  })

  it('is refused to the same process too, and free after it was closed', async () => {
    const db = await openPglite({ folder, onRetry: () => undefined })
    await expect(openPglite({ folder, onRetry: () => undefined })).rejects.toThrow(`process ${process.pid} `)
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUse)
    await db.ping()
    await db.close()
    const again = await openPglite({ folder, onRetry: () => undefined })
    await again.ping()
    await again.close()
  })

  it.runIf(process.platform === 'linux')('stays locked when somebody removes the files of the lock', async () => {
    expect((await open()).output).toBe('opened')
    for (const name of ['pglite.lock', 'pglite.holder']) await rm(join(root, name))
    expect((await open()).output).toContain('in use by another process')
    await expect(openPglite({ folder, onRetry: () => undefined })).rejects.toBeInstanceOf(FolderInUse)
  })

  it('is free after a failed opening', async () => {
    await rm(root, { recursive: true })
    const lock = await lockFolder(folder)
    await lock.release()
    await (await lockFolder(folder)).release()
  })
})
