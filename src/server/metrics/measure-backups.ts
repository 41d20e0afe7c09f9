// Gauges about the scheduled backups. They read the folder when scraped, so that backups of a timer or another instance count too.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Gauge } from 'prom-client'
import { type BackupRun, listBackups, readLastRun } from '../services/operations/backup/folder.ts'
import type { Metrics } from './metrics.ts'

/**
 * How long the last run of a folder counts. Of two machines with a folder each, the other may have written the next backup; that none was
 * written is told by the age.
 */
const RUN_COUNTS_MS = 26 * 3_600_000

export interface BackupParts {
  /** BACKUP_DIR. */
  readonly folder: string
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
}

/** Adds the gauges of a folder of backups. One that cannot be read counts as one without a backup. */
export function measureBackups({ registry }: Metrics, { folder, now, log }: BackupParts): void {
  const registers = [registry]
  const warn = (error: unknown): void => log.warn({ err: error }, 'the folder of the backups cannot be read')
  new Gauge({
    name: 'spacedrop_backup_age_seconds',
    help: 'Age of the newest backup in BACKUP_DIR; +Inf without one',
    registers,
    async collect() {
      const [newest] = await listBackups(folder).catch((error: unknown) => {
        warn(error)
        return []
      })
      this.set(newest === undefined ? Number.POSITIVE_INFINITY : Math.max(0, (now() - newest.atMs) / 1000))
    },
  })
  new Gauge({
    name: 'spacedrop_backup_bytes',
    help: 'Size of the newest backup in BACKUP_DIR',
    registers,
    async collect() {
      this.remove()
      const [newest] = await listBackups(folder).catch(() => [])
      if (newest === undefined) return
      const file = await stat(join(folder, newest.name)).catch(() => undefined)
      if (file !== undefined) this.set(file.size)
    },
  })
  const failed = (name: string, help: string, hasFailed: (run: BackupRun) => boolean): Gauge =>
    new Gauge({
      name: `spacedrop_backup_${name}`,
      help,
      registers,
      async collect() {
        const run = await readLastRun(folder).catch(() => undefined)
        this.set(run !== undefined && now() - Date.parse(run.at) < RUN_COUNTS_MS && hasFailed(run) ? 1 : 0)
      },
    })
  failed('failed', '1 when the last scheduled backup was not written', ({ file }) => file === null)
  failed('copy_failed', '1 when BACKUP_AFTER failed for the last scheduled backup', ({ copied }) => copied === false)
}
