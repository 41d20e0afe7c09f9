// Tells the staff what waits: looks every ten seconds, on one instance, and sends what is due, each instance what it claimed first.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { AlertDelivery } from '../services/office/alerts/delivery.ts'

const SEND_EVERY_MS = 2_000
const LOOK_EVERY_MS = 10_000
/** How long a look that failed counts where no further one of this process follows. */
const FAILED_SHOWN_MS = 2 * LOOK_EVERY_MS

export interface AlertsJobParts {
  /** Decides what is told, and writes it to the outbox. */
  readonly look: () => Promise<unknown>
  readonly delivery: AlertDelivery
  readonly lease: Pick<JobLease, 'acquire'>
  readonly log: PeriodicJobOptions['log']
}

export interface AlertsJob extends PeriodicJob {
  /** Looks where the lease allows it, and sends what is due. */
  runOnce(): Promise<void>
}

/** Makes the job, not started. */
export function createAlertsJob({ look, delivery, lease, log }: AlertsJobParts): AlertsJob {
  const stopping = new AbortController()
  /** The last look of this process that failed. */
  let failed: { readonly error: unknown; readonly at: number } | null = null

  async function lookOnce(): Promise<void> {
    try {
      await look()
      failed = null
    } catch (error) {
      failed = { error, at: performance.now() }
    }
  }

  async function runOnce(): Promise<void> {
    if (await lease.acquire('alerts', LOOK_EVERY_MS - SEND_EVERY_MS / 2)) await lookOnce()
    // What was written before is sent although the look failed.
    await delivery.sendDue(stopping.signal)
    // Runs between two looks fail like the look, so that the job is seen to fail; another process may look meanwhile.
    if (failed !== null && performance.now() - failed.at < FAILED_SHOWN_MS) throw failed.error
  }
  const job = createPeriodicJob({
    run: runOnce,
    everyMs: SEND_EVERY_MS,
    failure: 'alerts could not be read or sent',
    log,
  })
  return {
    ...job,
    // The next process repeats an attempt that was aborted.
    stop: () => {
      stopping.abort()
      return job.stop()
    },
    runOnce,
  }
}
