// Whose turn a job is. Every instance runs every job; what must be done once asks here first, and the database says yes to one.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { jobTurns } from '../db/schema-operations.ts'

/** How often somebody who waits for a turn asks for it again. */
const ASK_EVERY_MS = 500

/** Somebody else kept a turn for longer than this one could wait. */
export class TurnTaken extends Error {
  constructor(name: string) {
    super(`Another instance holds the turn "${name}"`)
    this.name = 'TurnTaken'
  }
}

export interface Turns {
  /**
   * Takes the next turn of a job: true for one instance, and for nobody again before `everyMs` have passed. A holder that dies costs
   * that one turn.
   */
  take(name: string, everyMs: number): Promise<boolean>
  /**
   * Does work that no other instance may do at the same time. The turn is given back afterwards; of a holder that died it ends by
   * itself after `leaseMs`, which has to be longer than the work may take.
   *
   * @throws TurnTaken when the turn was not free within `waitMs`
   */
  alone<T>(name: string, span: { leaseMs: number; waitMs: number }, work: () => Promise<T>): Promise<T>
}

export interface TurnsParts {
  readonly db: Database
  readonly now: () => number
}

/** The turns over a database. The instances' clocks have to agree to within a second, as those of servers do. */
export function createTurns({ db, now }: TurnsParts): Turns {
  /** The end of the turn that was taken; null when it is somebody else's. */
  async function takeUntil(name: string, everyMs: number): Promise<Date | null> {
    const at = new Date(now())
    const nextAt = new Date(at.getTime() + everyMs)
    const taken = await db.queries
      .insert(jobTurns)
      .values({ name, nextAt })
      .onConflictDoUpdate({
        target: jobTurns.name,
        set: { nextAt: sql`excluded.next_at` },
        setWhere: lte(jobTurns.nextAt, at),
      })
      .returning({ nextAt: jobTurns.nextAt })
    return taken[0]?.nextAt ?? null
  }

  async function waitFor(name: string, span: { leaseMs: number; waitMs: number }): Promise<Date> {
    // Waiting is the machine's own time, whatever the site believes that it is.
    const giveUpAt = performance.now() + span.waitMs
    for (;;) {
      const until = await takeUntil(name, span.leaseMs)
      if (until !== null) return until
      if (performance.now() >= giveUpAt) throw new TurnTaken(name)
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
  }

  return {
    take: async (name, everyMs) => (await takeUntil(name, everyMs)) !== null,
    alone: async (name, span, work) => {
      const until = await waitFor(name, span)
      try {
        return await work()
      } finally {
        // Only what is still ours: a lease that ran out may be somebody else's by now.
        await db.queries
          .update(jobTurns)
          .set({ nextAt: new Date(now()) })
          .where(and(eq(jobTurns.name, name), eq(jobTurns.nextAt, until)))
      }
    },
  }
}
