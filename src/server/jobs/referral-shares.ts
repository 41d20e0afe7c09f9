// Pays referrers their shares of margin once a day. A lease lets one instance do it; the next run pays what this one could not.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { ReferralShares } from '../services/referral/shares.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** How often an instance looks whether a day has passed. */
const LOOK_EVERY_MS = 10 * MINUTE_MS
/** The delay after the start, when the site has other work. */
const FIRST_MS = 2 * MINUTE_MS

export interface ReferralSharesJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly shares: ReferralShares
  readonly lease: Pick<JobLease, 'acquire'>
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createReferralSharesJob({ shares, lease, log, before }: ReferralSharesJobParts): PeriodicJob {
  async function runWithLease(): Promise<void> {
    if (!(await lease.acquire('referral-shares', DAY_MS))) return
    const paid = await shares.payDue()
    if (paid > 0) log.info({ shares: paid }, 'referrers were paid their shares')
  }

  const failure = 'the shares of referrers could not be read'
  return createPeriodicJob({ run: runWithLease, before, firstMs: FIRST_MS, everyMs: LOOK_EVERY_MS, failure, log })
}
