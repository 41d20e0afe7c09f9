// Erases the players whose seven days are over. Needs no lease: an erasure locks its player, and the second one changes nothing.

import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Erasures } from '../services/account/erasure.ts'

const EVERY_MS = 10 * 60_000

export interface ErasuresJob extends PeriodicJob {
  /** Erases what is due. */
  runOnce(): Promise<void>
}

export interface ErasuresJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly erasures: Pick<Erasures, 'runDue'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createErasuresJob({ erasures, log, before }: ErasuresJobParts): ErasuresJob {
  const job = createPeriodicJob({
    run: erasures.runDue,
    before,
    everyMs: EVERY_MS,
    failure: 'due erasures could not be done',
    log,
  })
  return { ...job, runOnce: erasures.runDue }
}
