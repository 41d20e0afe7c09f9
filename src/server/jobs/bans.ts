// Looks for new bans once a second: they come from the operator's command line, and every process has to close its own sockets.

import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Bans } from '../services/account/bans.ts'

export interface BansJobParts {
  readonly bans: Pick<Bans, 'announceNew'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createBansJob({ bans, log }: BansJobParts): PeriodicJob {
  return createPeriodicJob({ run: bans.announceNew, everyMs: 1_000, failure: 'new bans could not be read', log })
}
