// Counts once an hour what players hold of each item. A lease lets one instance do it.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'
import type { JobLease } from '../db/job-lease.ts'
import { recountStock, STOCK_EVERY_MS } from '../services/operations/stock.ts'

/** How often an instance looks whether an hour has passed. */
const LOOK_EVERY_MS = 5 * 60_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = 20_000

export interface StockJob extends PeriodicJob {
  /** Counts. */
  runOnce(): Promise<void>
}

export interface StockJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly db: Database
  readonly lease: Pick<JobLease, 'acquire'>
  readonly now: () => number
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createStockJob({ db, lease, now, log, before }: StockJobParts): StockJob {
  const runOnce = (): Promise<void> => recountStock(db, now())
  const job = createPeriodicJob({
    run: async () => {
      if (await lease.acquire('stock', STOCK_EVERY_MS)) await runOnce()
    },
    before,
    firstMs: FIRST_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'the stock could not be counted',
    log,
  })
  return { ...job, runOnce }
}
