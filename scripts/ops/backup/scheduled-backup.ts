// A backup into BACKUP_DIR: written, passed on by BACKUP_AFTER, and older ones removed. The site, a timer or cron runs it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BackupSettings } from '../../../src/server/base/backup-settings.ts'
import {
  backupName,
  makeBackupFolder,
  removeOutdatedBackups,
  writeLastRun,
} from '../../../src/server/services/operations/backup-folder.ts'
import { type CommandIo, printLine } from '../../cli/command-io.ts'
import { CommandRefused } from '../../cli/program.ts'
import type { Manifest } from './backup-file.ts'
import { describeBackup } from './describe-backup.ts'

/** A copy to another place may be slow, but a hanging one must not hold up the next backup. */
const AFTER_MOST_MS = 6 * 3_600_000

/** Characters of a command's messages that are shown. */
const MESSAGES_MAX = 2_000

/** Runs a command of the shell with a path as its last argument; returns what went wrong, or undefined. */
function runAfter(command: string, path: string, { env }: Pick<CommandIo, 'env'>): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      timeout: AFTER_MOST_MS,
    })
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

/** Returns the name of a backup of now, or of the next second that has none. */
function freeName(folder: string): string {
  let atMs = Date.now()
  while (existsSync(join(folder, backupName(atMs)))) atMs += 1000
  return backupName(atMs)
}

/**
 * Writes a backup into the folder, and does what follows.
 *
 * @throws CommandRefused when the backup failed, or was written and BACKUP_AFTER failed
 */
export async function backUpNow(options: ScheduledBackup, io: CommandIo): Promise<void> {
  const { after, timeZone, write } = options
  const folder = resolve(options.folder)
  await makeBackupFolder(folder)
  const now = (): string => new Date().toISOString()
  const file = freeName(folder)
  const path = join(folder, file)
  const manifest = await write(path).catch(async (error: unknown) => {
    await writeLastRun(folder, { at: now(), file: null, copied: null })
    throw error
  })
  printLine(io, `${path} is written: ${describeBackup(manifest)}`)
  const problem = after === undefined ? undefined : await runAfter(after, path, io)
  await writeLastRun(folder, { at: now(), file, copied: after === undefined ? null : problem === undefined })
  const removed = await removeOutdatedBackups(folder, options, timeZone)
  if (removed.length > 0) printLine(io, `Removed: ${removed.join(', ')}`)
  if (problem !== undefined) throw new CommandRefused(`The backup is written, but BACKUP_AFTER failed: ${problem}`)
}
