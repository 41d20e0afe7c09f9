// The folder of scheduled backups: names of files, which of them are kept, and what the last run says of itself.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayAt, weekOf } from '../../../../game/base/site-time.ts'

const NAME = /^spacedrop-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/

/** A backup that was interrupted; the time of its last change tells whether it still grows. */
const PART = /^spacedrop-\d{8}T\d{6}Z\.backup\.part$/

/** A running backup writes all the time. */
const PART_KEPT_MS = 86_400_000

const LAST_RUN = 'last-run.json'
const LAST_DRILL = 'last-restore.json'

export interface StoredBackup {
  readonly name: string
  /** When it was begun, in milliseconds since 1970. */
  readonly atMs: number
}

/** Returns the name of a backup that begins at a moment: its time in UTC, to the second. */
export function backupName(atMs: number): string {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `spacedrop-${stamp}Z.backup`
}

/** Tells whether a name is one of the backups of such a folder. */
export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

function storedBackup(name: string): StoredBackup[] {
  const [match, ...digits] = NAME.exec(name) ?? []
  if (match === undefined) return []
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = digits.map(Number)
  return [{ name, atMs: Date.UTC(year, month - 1, day, hour, minute, second) }]
}

/**
 * Returns the backups of a folder, the newest first; none for a folder that does not exist. Other files are not listed.
 *
 * @throws where the folder cannot be read
 */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap(storedBackup).sort((a, b) => b.atMs - a.atMs)
}

/** How many days and weeks keep their newest backup. Only those with a backup count: a pause removes nothing. */
export interface BackupsKept {
  readonly keepDays: number
  readonly keepWeeks: number
}

/** How much older than the newest one a backup may be and is kept anyway: one made by hand outlives the scheduled one after it. */
const RECENT_MS = 24 * 3_600_000

/** Returns the backups that are neither recent nor the newest of one of the last days or of one of the last weeks. */
export function outdatedBackups(
  backups: readonly StoredBackup[],
  { keepDays, keepWeeks }: BackupsKept,
  timeZone: string,
): StoredBackup[] {
  const newestFirst = [...backups].sort((a, b) => b.atMs - a.atMs)
  const newestOf = (periodOf: (atMs: number) => string, most: number): StoredBackup[] => {
    const newest = new Map<string, StoredBackup>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.atMs)
      if (!newest.has(period)) newest.set(period, backup)
    }
    return [...newest.values()].slice(0, most)
  }
  const recent = (newestFirst[0]?.atMs ?? 0) - RECENT_MS
  const kept = new Set([
    ...newestFirst.filter(({ atMs }) => atMs > recent),
    ...newestOf((atMs) => dayAt(atMs, timeZone), keepDays),
    ...newestOf((atMs) => weekOf(atMs, timeZone).day, keepWeeks),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** Removes outdated backups, and what interrupted ones left; returns the names. */
export async function removeOutdatedBackups(folder: string, kept: BackupsKept, timeZone: string): Promise<string[]> {
  const outdated = outdatedBackups(await listBackups(folder), kept, timeZone).map(({ name }) => name)
  const parts: string[] = []
  for (const name of (await readdir(folder)).filter((file) => PART.test(file))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > PART_KEPT_MS) parts.push(name)
  }
  const removed = [...outdated, ...parts]
  for (const name of removed) await rm(join(folder, name))
  return removed
}

const runSchema = z.object({
  /** When the run ended. */
  at: z.iso.datetime(),
  /** The name of the backup; null where none was written. */
  file: z.string().nullable(),
  /** Whether BACKUP_AFTER succeeded; null where none is set, or there was nothing to pass on. */
  copied: z.boolean().nullable(),
})

/** What the last run left, for the metrics of all instances that see the folder. */
export type BackupRun = z.infer<typeof runSchema>

/** Makes the folder, which only its owner can read: backups contain the data of all players. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

const drillSchema = z.object({
  /** When the restore ended. */
  at: z.iso.datetime(),
  /** The name of the backup, and when it was made. */
  file: z.string(),
  of: z.iso.datetime(),
})

/** The last restore of a backup of the folder, by the command: it compared rows, and recomputed the ledger. */
export type RestoreDrill = z.infer<typeof drillSchema>

async function writeNote(path: string, note: object): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

async function readNote<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}

/** Notes what a run did. */
export function writeLastRun(folder: string, run: BackupRun): Promise<void> {
  return writeNote(join(folder, LAST_RUN), run)
}

/** Returns what the last run noted; undefined before the first. */
export function readLastRun(folder: string): Promise<BackupRun | undefined> {
  return readNote(join(folder, LAST_RUN), runSchema)
}

/** Notes that a backup of the folder was restored and is right. */
export function writeLastDrill(folder: string, drill: RestoreDrill): Promise<void> {
  return writeNote(join(folder, LAST_DRILL), drill)
}

/** Returns the last restore; undefined before the first. */
export function readLastDrill(folder: string): Promise<RestoreDrill | undefined> {
  return readNote(join(folder, LAST_DRILL), drillSchema)
}
