// A backup into BACKUP_DIR: written, passed on by BACKUP_AFTER, and older ones removed. The site, or a timer by its command, runs it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import type { BackupSettings } from '../../../config/backup-settings.ts'
import type { Manifest } from './file.ts'
import { backupName, makeBackupFolder, removeOutdatedBackups, writeLastRun } from './folder.ts'
import type { ToolOptions } from './postgres-tools.ts'

/** A copy to another place may be slow, but a hanging one must not hold up the next backup. */
const AFTER_MOST_MS = 6 * 3_600_000

/** Characters of a command's messages that are shown. */
const MESSAGES_MAX = 2_000

/** Runs a command of the shell with a path as its last argument; returns what went wrong, or undefined. */
function runAfter(command: string, path: string, { env, signal, priority }: ToolOptions): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      timeout: AFTER_MOST_MS,
      ...(signal && { signal }),
    })
    if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority)
    let messages = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        messages = `${messages}${String(chunk)}`.slice(-MESSAGES_MAX)
      })
    }
    child.on('error', (error) => done(error.message))
    child.on('close', (code, signal) => {
      done(code === 0 ? undefined : `it ended with ${code ?? signal}\n${messages.trim()}`.trim())
    })
  })
}

export interface ScheduledBackup extends BackupSettings {
  readonly timeZone: string
  /** Writes the backup. */
  readonly write: (path: string) => Promise<Manifest>
}

/** What became of a backup. */
export interface BackupResult {
  readonly path: string
  readonly manifest: Manifest
  /** Names of outdated backups. */
  readonly removed: readonly string[]
  /** Why BACKUP_AFTER failed; undefined where it succeeded, or none is set. */
  readonly problem: string | undefined
}

/** Returns the name of a backup of now, or of the next second that has none. */
function freeName(folder: string): string {
  let atMs = Date.now()
  while (existsSync(join(folder, backupName(atMs)))) atMs += 1000
  return backupName(atMs)
}

/**
 * Writes a backup into the folder, and does what follows.
 *
 * @throws what `write` throws, and the folder notes that the backup failed; an AbortError when `tools.signal` ended it, and nothing is noted
 */
export async function backUpNow(options: ScheduledBackup, tools: ToolOptions): Promise<BackupResult> {
  const { after, timeZone, write } = options
  const folder = resolve(options.folder)
  await makeBackupFolder(folder)
  const now = (): string => new Date().toISOString()
  const file = freeName(folder)
  const path = join(folder, file)
  const manifest = await write(path).catch(async (error: unknown) => {
    if (tools.signal?.aborted !== true) await writeLastRun(folder, { at: now(), file: null, copied: null })
    throw error
  })
  const problem = after === undefined ? undefined : await runAfter(after, path, tools)
  tools.signal?.throwIfAborted()
  await writeLastRun(folder, { at: now(), file, copied: after === undefined ? null : problem === undefined })
  const removed = await removeOutdatedBackups(folder, options, timeZone)
  return { path, manifest, removed, problem }
}
