// Asks providers about orders that nobody has told of: notices get lost. What is due stands in the table of orders itself, so a
// restart forgets nothing and several instances share the work without asking twice.
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { orders } from '../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed } from '../payments/provider.ts'
import type { OrderRow } from '../services/orders.ts'
import type { Settlement } from '../services/settlement.ts'
import { createRounds, type Rounds } from './rounds.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const ROUND_MS = 10 * SECOND_MS
const AT_ONCE = 20
/** In one round; what is left waits for the next. */
const TURNS = 10
/** A notice usually comes within seconds; before that nobody is asked. */
const FIRST_ASKED_AFTER_MS = 30 * SECOND_MS
const OPEN_ASKED_EVERY_MS = MINUTE_MS
/** Payments arrive late too. */
const EXPIRED_ASKED_EVERY_MS = 30 * MINUTE_MS
const EXPIRED_ASKED_FOR_MS = 48 * HOUR_MS
/** Whoever comes back from paying may ask this often. */
const HURRY_EVERY_MS = 10 * SECOND_MS
/** An order whose payment was never opened: the process ended in between. */
const ORPHAN_AFTER_MS = 2 * MINUTE_MS
/** The provider's clock decides; ours only after this long. */
const GRACE_MS = 10 * MINUTE_MS

export interface OrderPolling extends Rounds {
  /** Asks about everything that is due; for tests and the first round. */
  round(): Promise<void>
  /** Asks about the open orders of a player now. */
  hurry(playerId: number): Promise<void>
}

export interface OrderPollingParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly settlement: Settlement
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** The polling; it stands still until it is started. */
export function createOrderPolling({ db, providers, settlement, now, log }: OrderPollingParts): OrderPolling {
  const before = (ageMs: number): Date => new Date(now() - ageMs)
  const notAskedFor = (ageMs: number) => or(isNull(orders.askedAt), lt(orders.askedAt, before(ageMs)))

  const due = () =>
    or(
      and(
        eq(orders.state, 'created'),
        lt(orders.createdAt, before(FIRST_ASKED_AFTER_MS)),
        notAskedFor(OPEN_ASKED_EVERY_MS),
      ),
      and(
        eq(orders.state, 'expired'),
        gt(orders.createdAt, before(EXPIRED_ASKED_FOR_MS)),
        notAskedFor(EXPIRED_ASKED_EVERY_MS),
      ),
    )

  /** Takes orders for this process: no other one asks about them now. */
  async function claim(which: ReturnType<typeof due>): Promise<OrderRow[]> {
    const chosen = db.queries
      .select({ id: orders.id })
      .from(orders)
      .where(which)
      .orderBy(sql`${orders.askedAt} nulls first`)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    return db.queries
      .update(orders)
      .set({ askedAt: new Date(now()) })
      .where(inArray(orders.id, chosen))
      .returning()
  }

  async function closeUnheard(row: OrderRow): Promise<void> {
    if (row.state !== 'created') return
    if (row.reference === null && row.createdAt < before(ORPHAN_AFTER_MS)) {
      await settlement.apply(row.id, { kind: 'failed', reason: 'the payment was never opened' })
    } else if (row.expiresAt < before(GRACE_MS)) {
      await settlement.apply(row.id, { kind: 'expired' })
    }
  }

  async function look(row: OrderRow): Promise<void> {
    const provider = providers.find(({ name }) => name === row.provider)
    try {
      if (provider !== undefined) await settlement.look(provider, row.id)
      await closeUnheard(row)
    } catch (error) {
      if (!(error instanceof ProviderFailed)) {
        log.error({ err: error, order: row.id }, 'an order could not be looked after')
        return
      }
      log.warn({ order: row.id, provider: row.provider, reason: error.message }, 'a provider did not answer')
    }
  }

  async function lookAfter(which: ReturnType<typeof due>): Promise<number> {
    const claimed = await claim(which)
    await Promise.all(claimed.map(look))
    return claimed.length
  }

  async function round(): Promise<void> {
    // As long as there is as much as one turn takes: those that were never asked about come first, and the others must not wait for ever.
    for (let turn = 0; turn < TURNS && !rounds.isStopped() && (await lookAfter(due())) === AT_ONCE; turn++);
  }

  const rounds = createRounds({ round, everyMs: ROUND_MS, failure: 'the polling of orders failed', log })

  return {
    ...rounds,
    round,
    hurry: async (playerId) => {
      await lookAfter(and(eq(orders.playerId, playerId), eq(orders.state, 'created'), notAskedFor(HURRY_EVERY_MS)))
    },
  }
}
