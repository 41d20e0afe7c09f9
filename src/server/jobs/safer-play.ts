// Looks each night at the players of the day that is over: signals of safer play prompt a person to look. One instance does it at a time; what a stop
// interrupts is gone on with at the next run.
import { setTimeout as wait } from 'node:timers/promises'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { type JobLease, LeaseTaken } from '../db/job-lease.ts'
import type { SaferPlayLooking } from '../services/safer-play/looking.ts'

const MINUTE_MS = 60_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = 2 * MINUTE_MS
const EVERY_MS = 10 * MINUTE_MS
const LEASE_MS = MINUTE_MS
/** The pause after each player, for players' calls: PGlite runs one statement at a time. */
const PAUSE_MS = 5

export interface SaferPlayJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly looking: SaferPlayLooking
  readonly lease: Pick<JobLease, 'runExclusively'>
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createSaferPlayJob({ looking, lease, log, before }: SaferPlayJobParts): PeriodicJob {
  const goesOn = async (): Promise<boolean> => {
    await wait(PAUSE_MS)
    return !job.isStopped()
  }

  async function run(): Promise<void> {
    try {
      const players = await lease.runExclusively('safer-play', { leaseMs: LEASE_MS, waitMs: 0 }, () =>
        looking.look(goesOn),
      )
      if (players > 0) log.info({ players }, 'players were looked at for signals of safer play')
    } catch (error) {
      // Another instance looks.
      if (!(error instanceof LeaseTaken)) throw error
    }
  }

  const failure = 'players could not be looked at for signals of safer play'
  const job = createPeriodicJob({ run, before, firstMs: FIRST_MS, everyMs: EVERY_MS, failure, log })
  return job
}
