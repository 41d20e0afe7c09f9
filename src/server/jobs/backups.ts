// The scheduled backup, at BACKUP_AT of the site's time, by one instance. pg_dump reads and compresses the database, at a low priority.
import { constants } from 'node:os'
import { spanOf } from '../../game/base/site-time.ts'
import { createPeriodicJob, type PeriodicJob } from '../base/periodic-job.ts'
import type { BackupSettings } from '../config/backup-settings.ts'
import type { JobLease } from '../db/job-lease.ts'
import { backupPostgres } from '../services/operations/backup/postgres.ts'
import { backUpNow } from '../services/operations/backup/scheduled.ts'

const MINUTE_MS = 60_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = MINUTE_MS
const AGAIN_MS = 10 * MINUTE_MS
/** How often a failed backup is repeated before the next day. */
const RETRIES = 3

export interface BackupsJobParts extends Omit<BackupSettings, 'atMinutes'> {
  /** BACKUP_AT: minutes after midnight. */
  readonly atMinutes: number
  /** A site on PGlite cannot make backups while it runs. */
  readonly databaseUrl: string
  readonly lease: Pick<JobLease, 'acquire'>
  readonly now: () => number
  readonly timeZone: string
  /** Keeps how each backup ended. */
  readonly record?: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** The environment of pg_dump and of BACKUP_AFTER. */
  readonly env: NodeJS.ProcessEnv
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

export interface BackupsJob extends PeriodicJob {
  /** Writes a backup where one is due. */
  runOnce(): Promise<void>
}

/** Makes the job, not started. */
export function createBackupsJob(parts: BackupsJobParts): BackupsJob {
  const { atMinutes, databaseUrl, lease, now, timeZone, env, log, record = (_name, work) => work() } = parts
  const stopping = new AbortController()
  const tools = { env, signal: stopping.signal, priority: constants.priority.PRIORITY_LOW }
  let triesLeft = 0

  async function backUp(isRetry: boolean): Promise<void> {
    try {
      const write = (path: string) => backupPostgres(databaseUrl, path, tools)
      const { path, manifest, removed, problem } = await record('backup', () => backUpNow({ ...parts, write }, tools))
      const fields = { path, bytes: manifest.bytes, removed }
      triesLeft = 0
      if (problem === undefined) log.info(fields, 'a backup was written')
      else log.error({ ...fields, problem }, 'a backup was written, but BACKUP_AFTER failed')
    } catch (error) {
      if (stopping.signal.aborted) return log.info({}, 'a backup was interrupted by the end of this process')
      log.error({ err: error }, 'a backup failed')
      triesLeft = isRetry ? triesLeft - 1 : RETRIES
    }
  }

  async function runOnce(): Promise<void> {
    // The instance that failed holds the lease until the next backup is due, and repeats the backup.
    const isRetry = triesLeft > 0
    const untilNextMs = spanOf(atMinutes, now(), timeZone).toMs - now()
    if (isRetry || (await lease.acquire('backup', untilNextMs))) await backUp(isRetry)
  }

  const job = createPeriodicJob({
    run: async () => {
      await runOnce()
      return triesLeft > 0 ? AGAIN_MS : MINUTE_MS
    },
    firstMs: FIRST_MS,
    everyMs: MINUTE_MS,
    failure: 'a backup failed',
    log,
  })
  return {
    ...job,
    runOnce,
    stop: async () => {
      const stopped = job.stop()
      stopping.abort()
      await stopped
    },
  }
}
