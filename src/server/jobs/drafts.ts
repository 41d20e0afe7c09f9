// Publishes drafts of the shop when their time has come: each instance looks, and one of them publishes.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'
import type { ActiveShop } from '../shop/active-shop.ts'
import { publishDueDrafts } from '../shop/publish-drafts.ts'

/** A time that was chosen to the minute is kept to the second. */
const EVERY_MS = 1_000

export interface DraftsJobParts {
  readonly db: Database
  readonly shop: Pick<ActiveShop, 'sources' | 'announce'>
  readonly now: () => number
  readonly log: PeriodicJobOptions['log']
  readonly before?: PeriodicJobOptions['before']
}

/** Makes the job, not started. */
export function createDraftsJob({ db, shop, now, log, before }: DraftsJobParts): PeriodicJob {
  const run = (): Promise<void> =>
    publishDueDrafts({ db, sources: () => shop.sources, announce: (edition) => shop.announce(edition), now })
  return createPeriodicJob({ run, everyMs: EVERY_MS, failure: 'drafts could not be published', log, before })
}
