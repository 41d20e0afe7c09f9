// Moves withdrawals on: asks for offers, looks after them, takes back what nobody accepts. What is due stands in the table of
// withdrawals itself, so a restart forgets nothing and several instances share the work.
//
// Whoever takes a withdrawal moves its `due_at` ahead by a lease that is longer than any call may take, and writes 'buying' down
// before it asks for an offer; the provider makes one offer for one id. So neither a crash nor a second instance sends two.
import { and, eq, inArray, lte, type SQL } from 'drizzle-orm'
import { MOVING_STATES } from '../../game/withdrawal.ts'
import { withdrawals } from '../db/schema-withdrawals.ts'
import { type CareParts, careFor, LEASE_MS } from '../services/withdrawal-care.ts'
import type { WithdrawalRow } from '../services/withdrawal-moves.ts'
import { createRounds, type Rounds } from './rounds.ts'

const ROUND_MS = 5_000
const FAILURE = 'the looking after withdrawals failed'
const AT_ONCE = 5
/** In one round; what is left waits for the next. */
const TURNS = 40

export interface WithdrawalJob extends Rounds {
  /** Looks after everything that is due; for tests and the first round. */
  round(): Promise<void>
}

/** The job; it stands still until it is started. */
export function createWithdrawalJob(parts: CareParts): WithdrawalJob {
  const { db, provider, events, now, log } = parts

  /** Takes withdrawals for this process: no other one looks after them now. */
  async function claim(which: SQL | undefined): Promise<WithdrawalRow[]> {
    const chosen = db.queries
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(inArray(withdrawals.state, [...MOVING_STATES]), which))
      .orderBy(withdrawals.dueAt)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    return db.queries
      .update(withdrawals)
      .set({ dueAt: new Date(now() + LEASE_MS) })
      .where(inArray(withdrawals.id, chosen))
      .returning()
  }

  async function lookAfter(which: SQL | undefined): Promise<number> {
    const claimed = await claim(which)
    await Promise.all(claimed.map((row) => careFor(parts, row)))
    return claimed.length
  }

  async function round(): Promise<void> {
    // As long as there is as much as one round takes, and never for ever.
    for (let turn = 0; turn < TURNS && (await lookAfter(lte(withdrawals.dueAt, new Date(now())))) === AT_ONCE; turn++);
  }

  const rounds = createRounds({ round, everyMs: ROUND_MS, failure: FAILURE, log })
  const running = new Set<Promise<void>>()

  /** Runs something beside the rounds; whoever stops waits for it. */
  function aside(work: () => Promise<unknown>): void {
    if (rounds.isStopped()) return
    const under: Promise<void> = work()
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, FAILURE))
      .finally(() => running.delete(under))
    running.add(under)
  }

  return {
    ...rounds,
    round,
    start: () => {
      events.on('withdrawal', ({ withdrawal }) => {
        if (withdrawal.state === 'requested') aside(round)
      })
      // Asking twice how an offer stands does no harm, so that nobody's lease is waited for.
      provider?.onNews((reference) =>
        aside(() =>
          lookAfter(
            and(eq(withdrawals.reference, reference), inArray(withdrawals.state, ['sent', 'accepted', 'protected'])),
          ),
        ),
      )
      rounds.start()
    },
    stop: async () => {
      await rounds.stop()
      await Promise.all(running)
    },
  }
}
