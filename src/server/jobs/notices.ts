// Tells players of notices to their group, in the background. One instance does it at a time; what a stop interrupts is gone on with at the next run.
import { setTimeout as wait } from 'node:timers/promises'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { type JobLease, LeaseTaken } from '../db/job-lease.ts'
import type { NoticeSending } from '../services/announcements/notices.ts'

/** A run that is longer would count as stuck; the next one goes on. */
const RUN_MOST_MS = 5 * 60_000
const EVERY_MS = 2_000
const LEASE_MS = 60_000
/** The pause after each batch, for players' calls: PGlite runs one statement at a time. */
const PAUSE_MS = 50

export interface NoticesJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly sending: NoticeSending
  readonly lease: Pick<JobLease, 'runExclusively'>
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createNoticesJob({ sending, lease, log, before }: NoticesJobParts): PeriodicJob {
  async function run(): Promise<void> {
    const endsAt = performance.now() + RUN_MOST_MS
    const goesOn = async (): Promise<boolean> => {
      await wait(PAUSE_MS)
      return !job.isStopped() && performance.now() < endsAt
    }
    try {
      const span = { leaseMs: LEASE_MS, waitMs: 0 }
      const players = await lease.runExclusively('notices', span, () => sending.send(goesOn))
      if (players > 0) log.info({ players }, 'players were sent a notice')
    } catch (error) {
      // Another instance sends.
      if (!(error instanceof LeaseTaken)) throw error
    }
  }

  const job = createPeriodicJob({ run, before, everyMs: EVERY_MS, failure: 'notices could not be sent', log })
  return job
}
