// Counts the openings of cases again every ten minutes: every instance does, because each shows them on its own pages.

import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { CaseCounts } from '../services/games/case-counts.ts'

const EVERY_MS = 10 * 60_000

export interface CaseCountsJobParts {
  readonly counts: Pick<CaseCounts, 'recount'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createCaseCountsJob({ counts, log }: CaseCountsJobParts): PeriodicJob {
  return createPeriodicJob({ run: counts.recount, everyMs: EVERY_MS, failure: 'openings could not be counted', log })
}
