// Writes every ten seconds that this process lives, with what its jobs did and what it counted meanwhile.
import { SIGN_EVERY_MS } from '../../game/office/job-health.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { InstanceRecord } from '../services/operations/instances.ts'

export interface HeartbeatParts {
  readonly instance: InstanceRecord
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. Its end writes that the process ended. */
export function createHeartbeatJob({ instance, log }: HeartbeatParts): PeriodicJob {
  const failure = 'the sign of life of this process could not be written'
  const job = createPeriodicJob({ run: instance.sign, firstMs: 0, everyMs: SIGN_EVERY_MS, failure, log })
  return {
    ...job,
    stop: async () => {
      await job.stop()
      await instance.end().catch((error: unknown) => log.error({ err: error }, failure))
    },
  }
}
