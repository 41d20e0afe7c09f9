// Reads the database's clock again every ten seconds, for code that uses it between the runs of jobs, and for /ready.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { DatabaseClock } from '../db/database-clock.ts'

const EVERY_MS = 10_000

export interface ClockSyncParts {
  readonly clock: Pick<DatabaseClock, 'sync'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createClockSyncJob({ clock, log }: ClockSyncParts): PeriodicJob {
  const failure = 'the clock of the database could not be read'
  return createPeriodicJob({ run: clock.sync, everyMs: EVERY_MS, failure, log })
}
