// A lease in the database: every instance runs every job, and a lease lets one of them do what must be done once.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { jobLeases } from './schema-operations.ts'

/** How often a waiting caller tries again. */
const RETRY_EVERY_MS = 500
/** Renewals within the time of a lease, so that some of them may fail. */
const RENEWALS = 4

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
   * Runs work that no other instance may run at the same time. The lease is renewed while the work runs, however long that is, and
   * released afterwards; a dead holder's lease ends after `leaseMs`.
   *
   * @param work may make sure, before what cannot be undone, that the lease is still held: a process can be paused for longer than it
   * @throws LeaseTaken when the lease was not free within `waitMs`
   */
  runExclusively<T>(
    name: string,
    span: { leaseMs: number; waitMs: number },
    work: (assertHeld: () => Promise<void>) => Promise<T>,
  ): Promise<T>
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
      let until = await waitFor(name, span)
      let renewal: Promise<void> = Promise.resolve()

      /** Moves the end of our own lease: one that ran out may belong to another instance by now. */
      async function moveEnd(nextAt: Date): Promise<void> {
        const ours = and(eq(jobLeases.name, name), eq(jobLeases.nextAt, until))
        const moved = await db.queries.update(jobLeases).set({ nextAt }).where(ours).returning({ name: jobLeases.name })
        if (moved.length === 0) throw new LeaseTaken(name)
        until = nextAt
      }
      /** One renewal at a time: each looks for the end that the last one wrote. */
      function renew(): Promise<void> {
        renewal = renewal.catch(() => undefined).then(() => moveEnd(new Date(now() + span.leaseMs)))
        return renewal
      }

      // Work that has to know that a renewal failed asks for one itself.
      const renewing = setInterval(() => void renew().catch(() => undefined), span.leaseMs / RENEWALS)
      renewing.unref()
      try {
        return await work(renew)
      } finally {
        clearInterval(renewing)
        await renewal.catch(() => undefined)
        await moveEnd(new Date(now())).catch((error: unknown) => {
          if (!(error instanceof LeaseTaken)) throw error
        })
      }
    },
  }
}
