// Processes withdrawals: requests offers, checks them, cancels those that are not accepted. The table of withdrawals holds when
// each is due, so a restart loses nothing and several instances share the work.
//
// A process takes the lease of a withdrawal, renews it for as long as its calls run, and stores 'buying' before it requests an
// offer; the provider makes one offer for one id. So neither a crash nor a second instance sends two.
import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import { MOVING_STATES } from '../../game/withdrawal/withdrawal.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { hasState } from '../db/has-state.ts'
import { withdrawals } from '../db/schema-withdrawals.ts'
import { isFree, newLease } from '../services/withdrawal/lease.ts'
import { processOrphans } from '../services/withdrawal/orphans.ts'
import { processWithdrawal } from '../services/withdrawal/process.ts'
import type { WithdrawalProcessParts } from '../services/withdrawal/step.ts'
import type { WithdrawalRow } from '../services/withdrawal/transitions.ts'

const INTERVAL_MS = 5_000
const FAILURE = 'the processing of withdrawals failed'
const BATCH_SIZE = 5
/** Batches in one run; the rest waits for the next run. */
const BATCHES_MAX = 40
/** How long a run, and a server that stops, wait for a call: other withdrawals are due too. */
const PATIENCE_MS = 2 * 60_000

/** Waits for work, but at most as long as a run may. */
async function waitPatiently(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
    timer.unref()
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface WithdrawalJob extends PeriodicJob {
  /** Processes everything that is due; for tests and the first run. */
  runOnce(): Promise<void>
}

/** Makes the job, not started. */
export function createWithdrawalJob(parts: WithdrawalProcessParts & Pick<PeriodicJobOptions, 'before'>): WithdrawalJob {
  const { db, provider, events, now, log, before } = parts

  /** Claims withdrawals for this process: no other process works on them now. */
  async function claim(which: SQL | undefined): Promise<WithdrawalRow[]> {
    const chosen = db.queries
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(hasState(withdrawals.state, ...MOVING_STATES), isFree(new Date(now())), which))
      .orderBy(withdrawals.dueAt)
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true })
    return db.queries.update(withdrawals).set(newLease(now())).where(inArray(withdrawals.id, chosen)).returning()
  }

  const running = new Set<Promise<void>>()

  /** Follows work until it ends, also after a run stopped waiting for it. */
  function follow(work: Promise<unknown>): Promise<void> {
    const under: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, FAILURE))
      .finally(() => running.delete(under))
    running.add(under)
    return under
  }

  async function processDue(which: SQL | undefined): Promise<number> {
    const claimed = await claim(which)
    await waitPatiently(Promise.all(claimed.map((row) => follow(processWithdrawal(parts, row)))))
    return claimed.length
  }

  async function runOnce(): Promise<void> {
    await waitPatiently(follow(processOrphans(parts)))
    // Repeats while batches are full, up to a limit.
    for (
      let batch = 0;
      batch < BATCHES_MAX && (await processDue(lte(withdrawals.dueAt, new Date(now())))) === BATCH_SIZE;
      batch++
    );
  }

  const job = createPeriodicJob({ run: runOnce, before, everyMs: INTERVAL_MS, failure: FAILURE, log })

  /** Runs work beside the periodic run; stopping waits for it. */
  function runInBackground(work: () => Promise<unknown>): void {
    if (!job.isStopped()) void follow(work())
  }

  return {
    ...job,
    runOnce,
    start: () => {
      events.on('withdrawal', ({ withdrawal }) => {
        if (withdrawal.state === 'requested') runInBackground(runOnce)
      })
      provider?.onUpdate((reference) =>
        runInBackground(() =>
          processDue(
            and(eq(withdrawals.reference, reference), hasState(withdrawals.state, 'sent', 'accepted', 'protected')),
          ),
        ),
      )
      job.start()
    },
    stop: async () => {
      await job.stop()
      await waitPatiently(Promise.all(running))
    },
  }
}
