// Ends what was switched off for a time, and looks for changes once a second: they come from other processes too.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Switches } from '../services/calls/switches.ts'

export interface SwitchesJobParts {
  readonly switches: Pick<Switches, 'refresh'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createSwitchesJob({ switches, log }: SwitchesJobParts): PeriodicJob {
  return createPeriodicJob({ run: switches.refresh, everyMs: 1_000, failure: 'switches could not be read', log })
}
