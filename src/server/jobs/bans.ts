// Lifts bans whose term is over, and looks for new ones once a second: they come from other processes too, and each has to close its own sockets.

import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Bans } from '../services/account/bans.ts'

export interface BansJobParts {
  readonly bans: Pick<Bans, 'announceNew' | 'liftDue'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createBansJob({ bans, log }: BansJobParts): PeriodicJob {
  const run = async (): Promise<void> => {
    await bans.liftDue()
    await bans.announceNew()
  }
  return createPeriodicJob({ run, everyMs: 1_000, failure: 'bans could not be read', log })
}
