// A lease in the database: every instance runs every job, and a lease lets one of them do what must be done once.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { jobLeases } from './schema-operations.ts'

/** How often a waiting caller tries again. */
const RETRY_EVERY_MS = 500

/** Another instance held the lease for longer than the caller could wait. */
export class LeaseTaken extends Error {
  constructor(name: string) {
    super(`Another instance holds the lease "${name}"`)
    this.name = 'LeaseTaken'
  }
}

export interface JobLease {
  /**
   * Takes the lease of a job: true for one instance, and for no other before `everyMs` have passed. A holder that dies costs that
   * one run.
   */
  acquire(name: string, everyMs: number): Promise<boolean>
  /**
   * Runs work that no other instance may run at the same time. The lease is released afterwards; a dead holder's lease ends after
   * `leaseMs`, which has to be longer than the work may take.
   *
   * @throws LeaseTaken when the lease was not free within `waitMs`
   */
  runExclusively<T>(name: string, span: { leaseMs: number; waitMs: number }, work: () => Promise<T>): Promise<T>
}

export interface JobLeaseOptions {
  readonly db: Database
  readonly now: () => number
}

/** Makes the leases over a database. The instances' clocks have to agree to within a second, as those of servers do. */
export function createJobLease({ db, now }: JobLeaseOptions): JobLease {
  /** Returns the end of the lease that was taken; null when another instance holds it. */
  async function acquireUntil(name: string, everyMs: number): Promise<Date | null> {
    const at = new Date(now())
    const nextAt = new Date(at.getTime() + everyMs)
    const taken = await db.queries
      .insert(jobLeases)
      .values({ name, nextAt })
      .onConflictDoUpdate({
        target: jobLeases.name,
        set: { nextAt: sql`excluded.next_at` },
        setWhere: lte(jobLeases.nextAt, at),
      })
      .returning({ nextAt: jobLeases.nextAt })
    return taken[0]?.nextAt ?? null
  }

  async function waitFor(name: string, span: { leaseMs: number; waitMs: number }): Promise<Date> {
    // Waiting uses the machine's own time, because the site's clock may be a simulated one.
    const giveUpAt = performance.now() + span.waitMs
    for (;;) {
      const until = await acquireUntil(name, span.leaseMs)
      if (until !== null) return until
      if (performance.now() >= giveUpAt) throw new LeaseTaken(name)
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }

  return {
    acquire: async (name, everyMs) => (await acquireUntil(name, everyMs)) !== null,
    runExclusively: async (name, span, work) => {
      const until = await waitFor(name, span)
      try {
        return await work()
      } finally {
        // Releases only our own lease: one that ran out may belong to another instance by now.
        await db.queries
          .update(jobLeases)
          .set({ nextAt: new Date(now()) })
          .where(and(eq(jobLeases.name, name), eq(jobLeases.nextAt, until)))
      }
    },
  }
}
