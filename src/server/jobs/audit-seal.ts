// Seals the rows of the audit. Every instance looks twice a second; a lock of the database lets one of them write.
import { sealAudit } from '../audit/chain.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'

/** A row is sealed within a second. */
const EVERY_MS = 500

export interface AuditSealJob extends PeriodicJob {
  /** Seals all that is not sealed yet. */
  runOnce(): Promise<void>
}

export interface AuditSealJobParts {
  readonly db: Database
  readonly now: () => number
  readonly log: PeriodicJobOptions['log'] & { info(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createAuditSealJob({ db, now, log }: AuditSealJobParts): AuditSealJob {
  async function runOnce(): Promise<void> {
    for (;;) {
      const sealed = await sealAudit(db, now())
      if (sealed === null) return
      // The log is outside of the database: an end of the chain that was cut off is found by it.
      log.info({ sequence: sealed.sequence, hash: sealed.hash }, 'the audit is sealed')
    }
  }
  const job = createPeriodicJob({ run: runOnce, everyMs: EVERY_MS, failure: 'the audit could not be sealed', log })
  return { ...job, runOnce }
}
