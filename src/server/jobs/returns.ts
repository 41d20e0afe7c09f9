// Counts the returns of past days: at the start all that are missing, then once a day. A lease lets one instance do it; if two
// did, they would write the same rows.

import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'
import type { JobLease } from '../db/job-lease.ts'
import { countReturns } from '../services/fairness/returns.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Rolls that began before midnight are written by then, even after retries. */
const GRACE_MS = 10 * MINUTE_MS

/** The delay after a failure, and while another instance holds the lease, which may have died before it counted. */
const AGAIN_MS = 10 * MINUTE_MS

export interface ReturnsJob extends PeriodicJob {
  /** Counts what is missing; returns the days that were counted. */
  runOnce(): Promise<string[]>
}

export interface ReturnsJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly db: Database
  readonly lease: JobLease
  readonly now: () => number
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Returns how long until the next day may be counted. */
function untilNextDay(nowMs: number): number {
  return DAY_MS - ((nowMs - GRACE_MS) % DAY_MS)
}

/** Makes the job, not started. */
export function createReturnsJob({ db, lease, now, log, before }: ReturnsJobParts): ReturnsJob {
  const runOnce = (): Promise<string[]> => countReturns(db, now() - GRACE_MS)

  /** Returns when the next day can be counted. */
  async function runWithLease(): Promise<number> {
    if (!(await lease.acquire('returns', AGAIN_MS))) return AGAIN_MS
    const days = await runOnce()
    if (days.length > 0) log.info({ days: days.length }, 'the returns of days were counted')
    return untilNextDay(now())
  }

  const failure = 'the returns of days could not be counted'
  return { ...createPeriodicJob({ run: runWithLease, before, firstMs: 0, everyMs: AGAIN_MS, failure, log }), runOnce }
}
