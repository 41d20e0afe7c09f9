// Counts rolls for the leaderboards and settles periods that are over. A lease lets one instance do it; if two did, they would write the
// same rows.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { LeaderCounting } from '../services/leaderboard/counting.ts'
import type { LeaderPrizes } from '../services/leaderboard/prizes.ts'

const EVERY_MS = 30_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = 3_000

export interface LeaderboardsJob extends PeriodicJob {
  /** Counts and settles what is due. Returns how many periods were settled. */
  runOnce(): Promise<number>
}

export interface LeaderboardsJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly counting: LeaderCounting
  readonly prizes: LeaderPrizes
  readonly lease: Pick<JobLease, 'acquire'>
  readonly log: { error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createLeaderboardsJob({ counting, prizes, lease, log, before }: LeaderboardsJobParts): LeaderboardsJob {
  const runOnce = async (): Promise<number> => prizes.settle(await counting.count(() => job.isStopped()))

  async function runWithLease(): Promise<void> {
    // Shorter than the pause, so that the instance that held it may take it again.
    if (await lease.acquire('leaderboards', EVERY_MS / 2)) await runOnce()
  }

  const failure = 'the leaderboards could not be counted'
  const job = createPeriodicJob({ run: runWithLease, before, firstMs: FIRST_MS, everyMs: EVERY_MS, failure, log })
  return { ...job, runOnce }
}
