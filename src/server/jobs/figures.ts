// Counts the figures of days and weeks that are over: at the start all that are missing, then once a day. A lease lets one instance do it; if
// two did, they would write the same rows.
import { setTimeout as wait } from 'node:timers/promises'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import { type RollUpParts, rollUp } from '../services/figures/roll-up.ts'

const MINUTE_MS = 60_000
const EVERY_MS = 10 * MINUTE_MS

/** The pause between two days, for players' calls: PGlite runs one statement at a time. */
const PAUSE_MS = 20

export interface FiguresJobParts extends RollUpParts {
  readonly lease: JobLease
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createFiguresJob({ lease, log, before, ...parts }: FiguresJobParts): PeriodicJob {
  async function run(): Promise<void> {
    if (!(await lease.acquire('figures', EVERY_MS))) return
    const { days, weeks } = await rollUp(parts, async () => {
      await wait(PAUSE_MS)
      return !job.isStopped()
    })
    if (days.length + weeks.length > 0) {
      log.info({ days: days.length, weeks: weeks.length }, 'the figures of days and weeks were counted')
    }
  }
  const failure = 'the figures of days could not be counted'
  const job = createPeriodicJob({ run, before, firstMs: 0, everyMs: EVERY_MS, failure, log })
  return job
}
