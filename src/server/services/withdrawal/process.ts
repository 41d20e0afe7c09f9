// The next step of one withdrawal: requests its offer or checks the offer's state, and stores the result.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { TRADE_OFFER_DAYS } from '../../../game/economy.ts'
import { DAY_MS } from '../../../game/limits.ts'
import { cents } from '../../../game/money.ts'
import { hasRisen } from '../../../game/payment-rules.ts'
import { MOVING_STATES, type WithdrawalState } from '../../../game/withdrawal.ts'
import { reviewReasons } from '../../../game/withdrawal-review.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { TradeFailed, type TradeProvider, type TradeState } from '../../trade/provider.ts'
import { lockPlayer } from '../kernel/player.ts'
import { lastHold, type WithdrawalHold, withdrawalHolds } from './holds.ts'
import { isOurs, whileLeased } from './lease.ts'
import { recordOrphan } from './orphans.ts'
import { priceNow, type ReviewFactsParts, reviewFacts } from './review-facts.ts'
import { orderOf } from './trade-order.ts'
import {
  applyTransition,
  emitTransition,
  lockWithdrawal,
  ofItem,
  selectWithdrawals,
  type Transition,
  type WithdrawalOfItem,
  type WithdrawalRow,
} from './transitions.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A call that takes longer is reported, again and again; it keeps its lease until it ends. */
const LATE_MS = 2 * MINUTE_MS
/** How often a held withdrawal is looked at: a hold may end earlier than it was to. */
const HELD_EVERY_MS = 5 * MINUTE_MS
const ASKED_EVERY_MS = { sent: MINUTE_MS, accepted: 5 * MINUTE_MS, protected: HOUR_MS } as const
/** The delay after a failure; doubled after each further one, an hour at most. */
const AGAIN_MS = 30 * SECOND_MS
/** Consecutive failures after which the operator is alerted once. */
const STUCK_FAILURES = 5

export interface WithdrawalProcessParts extends ReviewFactsParts {
  readonly db: Database
  /** True when a person checks unusual withdrawals. */
  readonly checks: boolean
  readonly catalogue: () => Pick<LoadedCatalogue, 'catalogue' | 'payments'>
  readonly provider: TradeProvider | undefined
  readonly events: SiteEvents
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
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

/** Tells whether the withdrawal is as this process left it: nobody else took it over meanwhile. */
function isAsWeLeft(locked: WithdrawalOfItem | undefined, row: WithdrawalRow): locked is WithdrawalOfItem {
  return locked !== undefined && locked.row.state === row.state && locked.row.lease === row.lease
}

/** Returns a function that applies a transition unless another process has the withdrawal by now, and returns the changed row. */
function createStep({ db, events, now, log }: WithdrawalProcessParts): Step {
  return async (row, move) => {
    const moved = await db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, row.id)
      return isAsWeLeft(locked, row) ? applyTransition(tx, locked, move, new Date(now())) : undefined
    })
    if (moved === undefined) return undefined
    log.info({ withdrawal: row.id, state: move.to, note: move.note }, 'a withdrawal changed its state')
    emitTransition(events, moved)
    return moved.withdrawal.row
  }
}

/** Returns when a held withdrawal is looked at again. */
function heldUntil({ until }: WithdrawalHold, at: Date): Date {
  const soonMs = at.getTime() + HELD_EVERY_MS
  return new Date(Math.min(soonMs, until?.getTime() ?? soonMs))
}

/** Stores why a requested withdrawal waits; its player is told when that changed. */
async function hold(
  { db, events, now }: WithdrawalProcessParts,
  row: WithdrawalRow,
  by: WithdrawalHold,
): Promise<void> {
  const changes = {
    hold: by.reason,
    heldUntil: by.until,
    dueAt: heldUntil(by, new Date(now())),
    failures: 0,
    problem: null,
  }
  const [held] = await db.queries.update(withdrawals).set(changes).where(isOurs(row)).returning()
  if (held === undefined || (row.hold === held.hold && row.heldUntil?.getTime() === held.heldUntil?.getTime())) return
  const [found] = await selectWithdrawals(db.queries).where(eq(withdrawals.id, row.id))
  if (found !== undefined) emitTransition(events, { withdrawal: ofItem(found), notification: null })
}

/** Takes an offer back that may have been made before the hold; the player may have accepted it already. */
async function recallOffer(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
  by: WithdrawalHold,
): Promise<void> {
  const { db, now } = parts
  const step = createStep(parts)
  const reference = await provider.find(await orderOf(db.queries, row))
  if (reference !== undefined) {
    await provider.cancel(reference)
    const offer = await provider.fetchState(reference)
    if (offer.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
    if (offer.kind === 'accepted' || offer.kind === 'exchanged') {
      await step(row, { to: 'sent', offer: { reference, url: provider.urlOf(reference) }, note: reference })
      return
    }
  }
  const to = row.review === null ? 'requested' : 'approved'
  await step(row, { to, note: `held: ${by.reason}`, hold: by, dueAt: heldUntil(by, new Date(now())) })
}

/** Stores that an offer has to be cancelled that was made for a withdrawal which is no longer ours, unless it is its own. */
async function disown({ db, now, log }: WithdrawalProcessParts, row: WithdrawalRow, reference: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockWithdrawal(tx, row.id)
    // Another process that makes this offer finds the same one.
    if (locked === undefined || locked.row.state === 'buying' || locked.row.reference === reference) return
    await recordOrphan(tx, row, reference, new Date(now()))
    log.warn({ withdrawal: row.id, state: locked.row.state, reference }, 'an offer came too late: it is cancelled')
  })
}

/** Sends a withdrawal to a person when there is a reason; returns true when it waits for them now. */
async function sendToReview(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<boolean> {
  const { db, now, checks, catalogue } = parts
  if (!checks || row.state !== 'requested') return false
  const at = new Date(now())
  const reasons = reviewReasons(
    await reviewFacts(parts, db.queries, row, at),
    catalogue().payments.review,
    at.getTime(),
  )
  if (reasons.length === 0) return false
  await createStep(parts)(row, { to: 'review', review: reasons, note: reasons.join(', ') })
  return true
}

/** Returns the transition before an offer, and what holds it; the player and the withdrawal are locked. */
async function firstMove(
  { catalogue }: WithdrawalProcessParts,
  tx: Queries,
  { row, price, catalogueId }: WithdrawalOfItem,
  at: Date,
): Promise<Transition | WithdrawalHold> {
  const held = lastHold(await withdrawalHolds(tx, row.playerId, at))
  if (held !== undefined) return held
  const loaded = catalogue()
  const today = priceNow(loaded, catalogueId, cents(price))
  if (!hasRisen(cents(price), today, loaded.payments.priceRisePercent)) return { to: 'buying', keepsLease: true }
  return { to: 'unavailable', reason: 'price-rise', note: `costs ${today} cents now` }
}

/** Stores 'buying' unless a hold or a price forbids it; returns the row to make an offer for. */
async function startBuying(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<WithdrawalRow | undefined> {
  const { db, now, events, log } = parts
  const result = await db.transaction(async (tx) => {
    // A ban and a payment take this lock too: a withdrawal starts before them, or knows of them.
    await lockPlayer(tx, row.playerId)
    const locked = await lockWithdrawal(tx, row.id)
    if (!isAsWeLeft(locked, row)) return undefined
    const at = new Date(now())
    const move = await firstMove(parts, tx, locked, at)
    return 'to' in move ? applyTransition(tx, locked, move, at) : move
  })
  if (result === undefined) return undefined
  if (!('withdrawal' in result)) {
    await hold(parts, row, result)
    return undefined
  }
  const changed = result.withdrawal.row
  log.info({ withdrawal: row.id, state: changed.state }, 'a withdrawal changed its state')
  emitTransition(events, result)
  return changed.state === 'buying' ? changed : undefined
}

/** Returns the row to make an offer for; undefined when it has to wait or cannot be bought. */
async function toBuy(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
): Promise<WithdrawalRow | undefined> {
  if (row.state !== 'buying') return (await sendToReview(parts, row)) ? undefined : startBuying(parts, row)
  const held = lastHold(await withdrawalHolds(parts.db.queries, row.playerId, new Date(parts.now())))
  if (held === undefined) return row
  await recallOffer(parts, provider, row, held)
  return undefined
}

/** Requests an offer unless something forbids it. The state 'buying' is stored first: after a crash the same offer is found again. */
async function requestOffer(parts: WithdrawalProcessParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const step = createStep(parts)
  const buying = await toBuy(parts, provider, row)
  if (buying === undefined) return
  const offered = await provider.offer(await orderOf(db.queries, buying))
  switch (offered.kind) {
    case 'unavailable':
      await step(buying, { to: 'unavailable' })
      return
    case 'refused':
      await step(buying, { to: 'declined', reason: 'cannot-trade', note: offered.note })
      return
    case 'offered': {
      const { reference, url } = offered
      const dueAt = new Date(now() + ASKED_EVERY_MS.sent)
      const sent = await step(buying, { to: 'sent', offer: { reference, url }, note: reference, dueAt })
      if (sent === undefined) await disown(parts, buying, reference)
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
  if (isOver) await provider.cancel(reference)
  const offerState = await provider.fetchState(reference)
  if (isOver && offerState.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
  const move = transitionAfter(state, offerState, new Date(now()))
  if (move === undefined) {
    const soonMs = now() + ASKED_EVERY_MS[state]
    const dueAt = new Date(state === 'protected' ? Math.min(soonMs, protectedUntil?.getTime() ?? soonMs) : soonMs)
    await db.queries.update(withdrawals).set({ dueAt, failures: 0, problem: null }).where(isOurs(row))
    return
  }
  const step = createStep(parts)
  const isSettled = offerState.kind === 'exchanged' && offerState.isSettled
  const next = await step(row, isSettled ? { ...move, keepsLease: true } : move)
  if (next?.state === 'protected' && isSettled) await step(next, { to: 'done' })
}

/** Stores a failure, and unless the call goes on, the time of the next attempt. */
async function fail(
  { db, now, log }: WithdrawalProcessParts,
  row: WithdrawalRow,
  error: unknown,
  isOver: boolean,
): Promise<void> {
  const problem = error instanceof TradeFailed ? error.message : 'an internal error, see the log'
  const pauseMs = Math.min(HOUR_MS, AGAIN_MS * 2 ** Math.min(row.failures, 10))
  const [failed] = await db.queries
    .update(withdrawals)
    .set({
      failures: sql`${withdrawals.failures} + 1`,
      problem,
      ...(isOver ? { dueAt: new Date(now() + pauseMs) } : {}),
    })
    .where(and(isOurs(row), inArray(withdrawals.state, [...MOVING_STATES])))
    .returning({ failures: withdrawals.failures, state: withdrawals.state })
  const fields = { withdrawal: row.id, state: failed?.state, failures: failed?.failures, problem }
  if (!(error instanceof TradeFailed)) log.error({ ...fields, err: error }, 'a withdrawal could not be processed')
  else if (failed?.failures === STUCK_FAILURES)
    log.error(fields, 'a withdrawal is stuck: npm run ops -- withdrawals list --stuck')
  else log.warn(fields, 'the trade provider did not respond')
}

async function attempt(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<void> {
  const { provider, log } = parts
  const reportLate = (): void => {
    fail(parts, row, new TradeFailed('no answer in time'), false).catch((error: unknown) =>
      log.error({ withdrawal: row.id, err: error }, 'a late call could not be recorded'),
    )
  }
  const late = setInterval(reportLate, LATE_MS)
  late.unref()
  try {
    if (provider?.name !== row.provider) throw new TradeFailed(`${row.provider} is not set up here`)
    if (row.state === 'requested' || row.state === 'approved' || row.state === 'buying')
      await requestOffer(parts, provider, row)
    else await checkOffer(parts, provider, row)
  } catch (error) {
    await fail(parts, row, error, true)
  } finally {
    clearInterval(late)
  }
}

/**
 * Runs the next step of a withdrawal, whose lease the caller took; the lease ends with it. Never rejects because of the provider.
 */
export function processWithdrawal(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<void> {
  return whileLeased(parts, row, () => attempt(parts, row))
}
