// The next step of one withdrawal: requests its offer or checks the offer's state, and stores the result.
import { and, sql } from 'drizzle-orm'
import { TRADE_OFFER_DAYS } from '../../../game/base/economy.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { MOVING_STATES, type WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import { hasState } from '../../db/has-state.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { TradeFailed, type TradeProvider, type TradeState } from '../../trade/provider.ts'
import { freezeReasonsOf } from '../account/freezes.ts'
import { isOurs, whileLeased } from './lease.ts'
import { MISSING_ONCE, readOffer } from './read-offer.ts'
import { requestOffer } from './request-offer.ts'
import { createStep, type WithdrawalProcessParts } from './step.ts'
import type { Transition, WithdrawalRow } from './transitions.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A call that takes longer is reported, again and again; it keeps its lease until it ends. */
const LATE_MS = 2 * MINUTE_MS
const ASKED_EVERY_MS = { sent: MINUTE_MS, accepted: 5 * MINUTE_MS, protected: HOUR_MS } as const
/** The delay after a failure; doubled after each further one, an hour at most. */
const AGAIN_MS = 30 * SECOND_MS
/** Consecutive failures after which the operator is alerted once. */
const STUCK_FAILURES = 5

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

/** Checks the state of an offer; one that was not accepted within its days, or whose player is held now, is cancelled first. */
async function checkOffer(parts: WithdrawalProcessParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const { state, reference, sentAt, protectedUntil } = row
  if (reference === null || (state !== 'sent' && state !== 'accepted' && state !== 'protected'))
    throw new Error(`Withdrawal ${row.id} has no offer to check`)
  const isOver = state === 'sent' && sentAt !== null && sentAt.getTime() + TRADE_OFFER_DAYS * DAY_MS <= now()
  // A freeze because of a deposit stops what is not accepted yet; other holds concern what was not sent.
  const isFrozen = state === 'sent' && (await freezeReasonsOf(db.queries, row.playerId)).length > 0
  if (isOver || isFrozen) await provider.cancel(reference)
  const offerState = await readOffer(provider, reference)
  if ((isOver || isFrozen) && offerState.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
  const after = transitionAfter(state, offerState, new Date(now()))
  const move = isFrozen && after?.to === 'declined' ? { ...after, reason: 'frozen' as const } : after
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
  // The provider answered: only the second look is missing.
  const doublings = problem === MISSING_ONCE ? 0 : Math.min(row.failures, 10)
  const pauseMs = Math.min(HOUR_MS, AGAIN_MS * 2 ** doublings)
  const [failed] = await db.queries
    .update(withdrawals)
    .set({
      failures: sql`${withdrawals.failures} + 1`,
      problem,
      ...(isOver ? { dueAt: new Date(now() + pauseMs) } : {}),
    })
    .where(and(isOurs(row), hasState(withdrawals.state, ...MOVING_STATES)))
    .returning({ failures: withdrawals.failures, state: withdrawals.state })
  const fields = { withdrawal: row.id, state: failed?.state, failures: failed?.failures, problem }
  if (!(error instanceof TradeFailed)) log.error({ ...fields, err: error }, 'a withdrawal could not be processed')
  else if (failed?.failures === STUCK_FAILURES) log.error(fields, 'a withdrawal is stuck')
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
