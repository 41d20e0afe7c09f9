// Sends the queued push messages. Every instance sends those that it has claimed first.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { PushDelivery } from '../services/push/delivery.ts'

const LOOK_EVERY_MS = 2_000

export interface PushesJob extends PeriodicJob {
  /** Sends what is due. */
  runOnce(): Promise<void>
}

export interface PushesJobParts {
  /** Undefined where the site sends no push messages. */
  readonly delivery: PushDelivery | undefined
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createPushesJob({ delivery, log }: PushesJobParts): PushesJob {
  const stopping = new AbortController()
  const runOnce = async (): Promise<void> => {
    await delivery?.sendDue(stopping.signal)
  }
  const failure = 'push messages could not be read'
  const job = createPeriodicJob({ run: runOnce, everyMs: LOOK_EVERY_MS, failure, log })
  return {
    ...job,
    start: () => {
      if (delivery !== undefined) job.start()
    },
    // The next process repeats an attempt that was aborted.
    stop: () => {
      stopping.abort()
      return job.stop()
    },
    runOnce,
  }
}
