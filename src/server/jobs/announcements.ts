// Looks once a second for what is announced: it comes from other processes too, and begins and ends at its time.
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Announcements } from '../services/announcements/announcements.ts'

export interface AnnouncementsJobParts {
  readonly announcements: Pick<Announcements, 'refresh'>
  readonly log: PeriodicJobOptions['log']
}

/** Makes the job, not started. */
export function createAnnouncementsJob({ announcements, log }: AnnouncementsJobParts): PeriodicJob {
  const failure = 'announcements could not be read'
  return createPeriodicJob({ run: announcements.refresh, everyMs: 1_000, failure, log })
}
