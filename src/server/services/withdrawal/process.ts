// The next step of one withdrawal: requests its offer or checks the offer's state, and stores the result.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { TRADE_OFFER_DAYS } from '../../../game/economy.ts'
import { DAY_MS } from '../../../game/limits.ts'
import { MOVING_STATES, type WithdrawalState } from '../../../game/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Database, Queries } from '../../db/database.ts'
import { catalogueItems, items, players } from '../../db/schema.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { TradeFailed, type TradeOrder, type TradeProvider, type TradeState } from '../../trade/provider.ts'
import { applyTransition, emitTransition, lockWithdrawal, type Transition, type WithdrawalRow } from './transitions.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A call that takes longer has failed; the next call finds what it did. */
const CALL_MS = 2 * MINUTE_MS
/** Longer than an offer and the check after it together. */
export const LEASE_MS = 5 * MINUTE_MS
const ASKED_EVERY_MS = { sent: MINUTE_MS, accepted: 5 * MINUTE_MS, protected: HOUR_MS } as const
/** The delay after a failure; doubled after each further one, an hour at most. */
const AGAIN_MS = 30 * SECOND_MS
/** Consecutive failures after which the operator is alerted once. */
const STUCK_FAILURES = 5

export interface WithdrawalProcessParts {
  readonly db: Database
  readonly provider: TradeProvider | undefined
  readonly events: SiteEvents
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Rejects with TradeFailed when a call takes too long. */
async function withTimeout<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TradeFailed('no answer in time')), CALL_MS)
    timer.unref()
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

async function orderOf(queries: Queries, row: WithdrawalRow): Promise<TradeOrder> {
  const [found] = await queries
    .select({ marketHashName: sql<string>`${catalogueItems.view}->>'market_hash_name'`, steamid: players.steamid })
    .from(items)
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .innerJoin(players, eq(players.id, items.playerId))
    .where(eq(items.id, row.itemId))
  if (found === undefined) throw new Error(`The item of withdrawal ${row.id} is gone`)
  return { id: row.id, tradeLink: row.tradeLink, requestedAt: row.requestedAt, ...found }
}

/** Returns the transition that an offer's state leads to; undefined when the withdrawal stays as it is. */
function transitionAfter(state: WithdrawalState, offer: TradeState, at: Date): Transition | undefined {
  const after = (ms: number): Date => new Date(at.getTime() + ms)
  switch (offer.kind) {
    case 'waiting':
      return undefined
    case 'accepted':
      return state === 'sent' ? { to: 'accepted', dueAt: after(ASKED_EVERY_MS.accepted) } : undefined
    case 'exchanged':
      if (state === 'protected') return offer.isSettled ? { to: 'done' } : undefined
      return {
        to: 'protected',
        protectedUntil: offer.until,
        dueAt: offer.isSettled
          ? at
          : new Date(Math.min(offer.until.getTime(), after(ASKED_EVERY_MS.protected).getTime())),
      }
    case 'reversed':
      return { to: 'reversed', note: offer.note }
    case 'declined':
      // The exchange was reversed.
      return state === 'protected'
        ? { to: 'reversed', note: offer.note }
        : { to: 'declined', reason: offer.reason, note: offer.note }
  }
}

type Step = (row: WithdrawalRow, move: Transition) => Promise<WithdrawalRow | undefined>

/** Returns a function that applies a transition unless another process has applied one meanwhile, and returns the changed row. */
function createStep({ db, events, now, log }: WithdrawalProcessParts): Step {
  return async (row, move) => {
    const moved = await db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, row.id)
      return locked?.row.state === row.state ? applyTransition(tx, locked, move, new Date(now())) : undefined
    })
    if (moved === undefined) return undefined
    log.info({ withdrawal: row.id, state: move.to, note: move.note }, 'a withdrawal changed its state')
    emitTransition(events, moved)
    return moved.withdrawal.row
  }
}

/** Requests an offer. The state 'buying' is stored first: after a crash the same offer is found again. */
async function requestOffer(parts: WithdrawalProcessParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const step = createStep(parts)
  const after = (ms: number): Date => new Date(now() + ms)
  const buying = row.state === 'buying' ? row : await step(row, { to: 'buying', dueAt: after(LEASE_MS) })
  if (buying === undefined) return
  const offered = await withTimeout(provider.offer(await orderOf(db.queries, buying)))
  switch (offered.kind) {
    case 'unavailable':
      await step(buying, { to: 'unavailable' })
      return
    case 'refused':
      await step(buying, { to: 'declined', reason: 'cannot-trade', note: offered.note })
      return
    case 'offered': {
      const { reference, url } = offered
      await step(buying, { to: 'sent', offer: { reference, url }, note: reference, dueAt: after(ASKED_EVERY_MS.sent) })
    }
  }
}

/** Checks the state of an offer; an offer that was not accepted within its days is cancelled first. */
async function checkOffer(parts: WithdrawalProcessParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const { state, reference, sentAt, protectedUntil } = row
  if (reference === null || (state !== 'sent' && state !== 'accepted' && state !== 'protected'))
    throw new Error(`Withdrawal ${row.id} has no offer to check`)
  const isOver = state === 'sent' && sentAt !== null && sentAt.getTime() + TRADE_OFFER_DAYS * DAY_MS <= now()
  if (isOver) await withTimeout(provider.cancel(reference))
  const offerState = await withTimeout(provider.fetchState(reference))
  if (isOver && offerState.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
  const move = transitionAfter(state, offerState, new Date(now()))
  if (move === undefined) {
    const soonMs = now() + ASKED_EVERY_MS[state]
    const dueAt = new Date(state === 'protected' ? Math.min(soonMs, protectedUntil?.getTime() ?? soonMs) : soonMs)
    await db.queries.update(withdrawals).set({ dueAt, failures: 0, problem: null }).where(eq(withdrawals.id, row.id))
    return
  }
  const step = createStep(parts)
  const next = await step(row, move)
  if (next?.state === 'protected' && offerState.kind === 'exchanged' && offerState.isSettled)
    await step(next, { to: 'done' })
}

/** Stores a failure and the time of the next attempt. */
async function fail({ db, now, log }: WithdrawalProcessParts, row: WithdrawalRow, error: unknown): Promise<void> {
  const problem = error instanceof TradeFailed ? error.message : 'an internal error, see the log'
  const pauseMs = Math.min(HOUR_MS, AGAIN_MS * 2 ** Math.min(row.failures, 10))
  const [failed] = await db.queries
    .update(withdrawals)
    .set({ failures: sql`${withdrawals.failures} + 1`, problem, dueAt: new Date(now() + pauseMs) })
    .where(and(eq(withdrawals.id, row.id), inArray(withdrawals.state, [...MOVING_STATES])))
    .returning({ failures: withdrawals.failures, state: withdrawals.state })
  const fields = { withdrawal: row.id, state: failed?.state, failures: failed?.failures, problem }
  if (!(error instanceof TradeFailed)) log.error({ ...fields, err: error }, 'a withdrawal could not be processed')
  else if (failed?.failures === STUCK_FAILURES)
    log.error(fields, 'a withdrawal is stuck: npm run ops -- withdrawals list --stuck')
  else log.warn(fields, 'the trade provider did not respond')
}

/** Runs the next step of a withdrawal. The caller holds its lease; never rejects because of the provider. */
export async function processWithdrawal(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<void> {
  const { provider } = parts
  try {
    if (provider?.name !== row.provider) throw new TradeFailed(`${row.provider} is not set up here`)
    if (row.state === 'requested' || row.state === 'buying') await requestOffer(parts, provider, row)
    else await checkOffer(parts, provider, row)
  } catch (error) {
    await fail(parts, row, error)
  }
}
