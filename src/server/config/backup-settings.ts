// The settings of scheduled backups, out of those of the environment.
import type { Environment } from './config-schema.ts'

/** Where scheduled backups are written, and how many are kept. */
export interface BackupSettings {
  readonly folder: string
  /** The time of day in minutes after midnight; undefined where something else runs `npm run ops -- backup now`. */
  readonly atMinutes: number | undefined
  /** How many days, and weeks, keep their newest backup. */
  readonly keepDays: number
  readonly keepWeeks: number
  /** A command of the shell that each backup's path is passed to. */
  readonly after: string | undefined
}

/** Returns the settings of scheduled backups; undefined for none. */
export function backupsOf(values: Environment): BackupSettings | undefined {
  const { BACKUP_DIR: folder, BACKUP_AT: atMinutes, BACKUP_AFTER: after } = values
  if (folder === undefined) return undefined
  return { folder, atMinutes, keepDays: values.BACKUP_KEEP_DAYS, keepWeeks: values.BACKUP_KEEP_WEEKS, after }
}

/** Returns a line for each setting that a schedule of backups lacks. */
export function missingForBackups(given: Readonly<Record<string, string>>): string[] {
  if (given.BACKUP_AT === undefined) return []
  const missing: string[] = []
  if (given.BACKUP_DIR === undefined) missing.push('BACKUP_DIR: BACKUP_AT needs the folder of the backups')
  if (given.DATABASE_URL === undefined) {
    missing.push('BACKUP_AT: a site on PGlite is stopped for a backup, so that it cannot make one by itself')
  }
  return missing
}
