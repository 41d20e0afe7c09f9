// The scheduled backup, at BACKUP_AT of the site's time: by one instance, in a process of its own, because it compresses and hashes
// the whole database.
import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { spanOf } from '../../game/site-time.ts'
import { createPeriodicJob, type PeriodicJob } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import { readLastRun } from '../services/operations/backup-folder.ts'

const MINUTE_MS = 60_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = MINUTE_MS
const AGAIN_MS = 10 * MINUTE_MS
/** How often a failed backup is repeated before the next day. */
const RETRIES = 3

const OPS = fileURLToPath(new URL('../../../scripts/ops.ts', import.meta.url))

export interface BackupSchedule {
  /** BACKUP_DIR. */
  readonly folder: string
  /** BACKUP_AT: minutes after midnight. */
  readonly atMinutes: number
}

export interface BackupsJobParts extends BackupSchedule {
  readonly lease: Pick<JobLease, 'acquire'>
  readonly now: () => number
  readonly timeZone: string
  /** The environment of the command that writes the backup: its settings. */
  readonly env: NodeJS.ProcessEnv
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

export interface BackupsJob extends PeriodicJob {
  /** Writes a backup where one is due. */
  runOnce(): Promise<void>
}

interface Ended {
  readonly code: number | null
  readonly said: string
}

/** Makes the job, not started. */
export function createBackupsJob({ folder, atMinutes, lease, now, timeZone, env, log }: BackupsJobParts): BackupsJob {
  const stopping = new AbortController()
  let triesLeft = 0

  function runCommand(): Promise<Ended> {
    const args = ['--disable-warning=ExperimentalWarning', OPS, 'backup', 'now']
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, { env, signal: stopping.signal }, (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
        resolve({ code, said: `${out}${err}`.trim() })
      })
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    })
  }

  async function backUp(isRetry: boolean): Promise<void> {
    const beganMs = Date.now()
    const { code, said } = await runCommand()
    if (code === 0) {
      triesLeft = 0
      return log.info({ said }, 'a backup was written')
    }
    if (job.isStopped()) return log.info({}, 'a backup was interrupted by the end of this process')
    const run = await readLastRun(folder)
    const isWritten = run !== undefined && run.file !== null && Date.parse(run.at) >= beganMs
    log.error({ said }, isWritten ? 'a backup was written, but BACKUP_AFTER failed' : 'a backup failed')
    triesLeft = isWritten ? 0 : isRetry ? triesLeft - 1 : RETRIES
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
