// Polls providers for open orders, because webhook events can be lost, and asks them to refund what may not be credited. The table of orders holds when each is due, so a restart loses
// nothing, and several instances share the work without polling an order twice.
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'
import { hasState } from '../db/has-state.ts'
import { type OrderRow, orders } from '../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed } from '../payments/provider.ts'
import type { Settlement } from '../services/payments/settlement.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const INTERVAL_MS = 10 * SECOND_MS
const BATCH_SIZE = 20
/** Batches in one run; the rest waits for the next run. */
const BATCHES_MAX = 10
/** A webhook event usually arrives within seconds; before that the provider is not asked. */
const FIRST_ASKED_AFTER_MS = 30 * SECOND_MS
const OPEN_ASKED_EVERY_MS = MINUTE_MS
/** Payments may arrive late. */
const EXPIRED_ASKED_EVERY_MS = 30 * MINUTE_MS
const EXPIRED_ASKED_FOR_MS = 48 * HOUR_MS
/** How often a player who returns from paying may cause a check. */
const PLAYER_POLL_EVERY_MS = 10 * SECOND_MS
/** After this, an order whose payment was never opened is failed: its process ended in between. */
const ORPHAN_AFTER_MS = 2 * MINUTE_MS
/** The provider decides whether an order has expired; our clock does only after this long. */
const GRACE_MS = 10 * MINUTE_MS

export interface OrderPolling extends PeriodicJob {
  /** Asks about everything that is due; for tests and the first run. */
  runOnce(): Promise<void>
  /** Asks about the open orders of a player now. */
  pollPlayer(playerId: number): Promise<void>
}

export interface OrderPollingParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly settlement: Settlement
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the polling, not started. */
export function createOrderPolling({
  db,
  providers,
  settlement,
  now,
  log,
  before: readClock,
}: OrderPollingParts): OrderPolling {
  const before = (ageMs: number): Date => new Date(now() - ageMs)
  const notAskedFor = (ageMs: number) => or(isNull(orders.askedAt), lt(orders.askedAt, before(ageMs)))

  const due = () =>
    or(
      and(
        hasState(orders.state, 'created'),
        lt(orders.createdAt, before(FIRST_ASKED_AFTER_MS)),
        notAskedFor(OPEN_ASKED_EVERY_MS),
      ),
      and(
        hasState(orders.state, 'expired', 'cancelled'),
        gt(orders.createdAt, before(EXPIRED_ASKED_FOR_MS)),
        notAskedFor(EXPIRED_ASKED_EVERY_MS),
      ),
    )

  /** Claims orders for this process: no other process asks about them now. */
  async function claim(which: ReturnType<typeof due>): Promise<OrderRow[]> {
    const chosen = db.queries
      .select({ id: orders.id })
      .from(orders)
      .where(which)
      .orderBy(sql`${orders.askedAt} nulls first`)
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true })
    return db.queries
      .update(orders)
      .set({ askedAt: new Date(now()) })
      .where(inArray(orders.id, chosen))
      .returning()
  }

  async function closeUnpaid(row: OrderRow): Promise<void> {
    if (row.state !== 'created') return
    if (row.reference === null && row.createdAt < before(ORPHAN_AFTER_MS)) {
      await settlement.apply(row.id, { kind: 'failed', reason: 'the payment was never opened' })
    } else if (row.expiresAt < before(GRACE_MS)) {
      await settlement.apply(row.id, { kind: 'expired' })
    }
  }

  async function pollOrder(row: OrderRow): Promise<void> {
    const provider = providers.find(({ name }) => name === row.provider)
    try {
      if (provider !== undefined) await settlement.refresh(provider, row.id)
      await closeUnpaid(row)
    } catch (error) {
      if (!(error instanceof ProviderFailed)) {
        log.error({ err: error, order: row.id }, 'an order could not be polled')
        return
      }
      log.warn({ order: row.id, provider: row.provider, reason: error.message }, 'a provider did not respond')
    }
  }

  async function pollClaimed(which: ReturnType<typeof due>): Promise<number> {
    const claimed = await claim(which)
    await Promise.all(claimed.map(pollOrder))
    return claimed.length
  }

  async function runOnce(): Promise<void> {
    // Repeats while batches are full. Orders that were never asked about come first; the number of batches is limited so that
    // others are not delayed for ever.
    for (let batch = 0; batch < BATCHES_MAX && !job.isStopped() && (await pollClaimed(due())) === BATCH_SIZE; batch++);
    await settlement.settleKept()
  }

  const job = createPeriodicJob({
    run: runOnce,
    before: readClock,
    everyMs: INTERVAL_MS,
    failure: 'the polling of orders failed',
    log,
  })

  return {
    ...job,
    runOnce,
    pollPlayer: async (playerId) => {
      await pollClaimed(
        and(eq(orders.playerId, playerId), hasState(orders.state, 'created'), notAskedFor(PLAYER_POLL_EVERY_MS)),
      )
    },
  }
}
