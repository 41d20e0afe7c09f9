// An operator's actions on a withdrawal that is stuck: retries it or gives it up.
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { TRADE_HOLD_DAYS, TRADE_OFFER_DAYS } from '../../../game/base/economy.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { MOVING_STATES, type WithdrawalState } from '../../../game/withdrawal/withdrawal.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ActionRefused } from '../../base/action-refused.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import type { TradeProvider } from '../../trade/provider.ts'
import { isLeased, newLease, whileLeased } from './lease.ts'
import { recordOrphan } from './orphans.ts'
import { readOffer } from './read-offer.ts'
import { type AppliedTransition, applyTransition, lockWithdrawal, type WithdrawalOfItem } from './transitions.ts'

const HOUR_MS = 3_600_000

/**
 * Why an action is refused: there is no such withdrawal, it waits for a decision, its item may be at Steam, its provider is not set up
 * here, its state does not allow it, or something works on it.
 */
export type RefusedAction = 'unknown' | 'in-review' | 'possible-trade' | 'no-provider' | 'other-state' | 'busy'

/** The action is not possible; the message says why. */
export class WithdrawalActionRefused extends ActionRefused<RefusedAction> {
  readonly withdrawalId: string

  constructor(code: RefusedAction, withdrawalId: string, message: string) {
    super(code, message)
    this.withdrawalId = withdrawalId
  }
}

/** Selects the withdrawals that need an operator: those that fail, and those that stay in a state too long. */
export function stuckWithdrawals(nowMs: number) {
  const stays = (state: WithdrawalState, ms: number) =>
    and(hasState(withdrawals.state, state), lt(withdrawals.changedAt, new Date(nowMs - ms)))
  return or(
    gt(withdrawals.failures, 2),
    // A held one waits for what holds it.
    and(or(stays('requested', HOUR_MS), stays('approved', HOUR_MS)), isNull(withdrawals.hold)),
    stays('buying', HOUR_MS),
    stays('sent', (TRADE_OFFER_DAYS + 1) * DAY_MS),
    stays('accepted', TRADE_HOLD_DAYS * DAY_MS),
    and(hasState(withdrawals.state, 'protected'), lt(withdrawals.protectedUntil, new Date(nowMs - DAY_MS))),
  )
}

export interface WithdrawalOperatorParts {
  readonly db: Database
  /** Undefined when none is set up. */
  readonly provider: TradeProvider | undefined
  readonly now: () => number
  /** Who acts. */
  readonly by: Actor
}

function assertFound(found: WithdrawalOfItem | undefined, id: string): WithdrawalOfItem {
  if (found === undefined) throw new WithdrawalActionRefused('unknown', id, `There is no withdrawal ${id}.`)
  return found
}

/** Locks a withdrawal that nobody works on. */
async function lockFree(tx: Queries, id: string, nowMs: number): Promise<WithdrawalOfItem> {
  const locked = assertFound(await lockWithdrawal(tx, id), id)
  if (isLeased(locked.row, nowMs)) {
    throw new WithdrawalActionRefused(
      'busy',
      id,
      `Withdrawal ${id} is being processed: nothing was changed. Try again in two minutes. If that stays so, the trade provider does not answer the server: restart it first.`,
    )
  }
  return locked
}

/**
 * Processes a withdrawal at once and resets its failures; one whose item was out of stock is requested again.
 *
 * @throws WithdrawalActionRefused when it has ended, waits for a decision, or is being processed
 */
export async function retryWithdrawalIn(
  tx: Queries,
  id: string,
  { by, at }: { readonly by: Actor; readonly at: Date },
): Promise<AppliedTransition> {
  const locked = await lockFree(tx, id, at.getTime())
  const { state, failures, problem } = locked.row
  const act = { by, verb: 'withdrawals.retry', kind: 'withdrawal', subject: id } as const
  if (state === 'unavailable') {
    await recordAct(tx, { ...act, before: { state }, after: { state: 'requested' } })
    return applyTransition(tx, locked, { to: 'requested', note: 'by the operator' }, at)
  }
  if (state === 'review') {
    throw new WithdrawalActionRefused('in-review', id, `Withdrawal ${id} waits for a decision.`)
  }
  const [row] = await tx
    .update(withdrawals)
    .set({ dueAt: at, failures: 0, problem: null })
    .where(and(eq(withdrawals.id, id), hasState(withdrawals.state, ...MOVING_STATES)))
    .returning()
  if (row === undefined) {
    throw new WithdrawalActionRefused('other-state', id, `Withdrawal ${id} is ${state}: it has ended.`)
  }
  await recordAct(tx, { ...act, before: { state, failures, problem }, after: { state, failures: 0 } })
  return { withdrawal: { ...locked, row }, notification: null }
}

/**
 * Retries a withdrawal in a transaction of its own.
 *
 * @returns the state that it is in now
 */
export async function retryWithdrawal({ db, now, by }: WithdrawalOperatorParts, id: string): Promise<WithdrawalState> {
  const { withdrawal } = await db.transaction((tx) => retryWithdrawalIn(tx, id, { by, at: new Date(now()) }))
  return withdrawal.row.state
}

/** The state that giving up leads to from each state; states that have ended are missing. */
const GIVEN_UP: Readonly<Partial<Record<WithdrawalState, 'declined' | 'reversed' | 'returned'>>> = {
  requested: 'declined',
  review: 'declined',
  approved: 'declined',
  buying: 'declined',
  sent: 'declined',
  accepted: 'declined',
  protected: 'reversed',
  unavailable: 'returned',
}

/** Makes sure that the player cannot have the item at Steam too. */
async function assertNoTrade(provider: TradeProvider | undefined, { row }: WithdrawalOfItem): Promise<void> {
  const { id, state, reference } = row
  if (state === 'requested' || state === 'review' || state === 'approved' || state === 'unavailable') return
  if (state !== 'sent' || reference === null) {
    throw new WithdrawalActionRefused(
      'possible-trade',
      id,
      `Withdrawal ${id} is ${state}: the player may have the item at Steam.`,
    )
  }
  if (provider?.name !== row.provider) {
    throw new WithdrawalActionRefused('no-provider', id, `${row.provider} is not set up here.`)
  }
  await provider.cancel(reference)
  const offer = await readOffer(provider, reference)
  if (offer.kind !== 'declined') {
    throw new WithdrawalActionRefused(
      'other-state',
      id,
      `The offer of withdrawal ${id} is ${offer.kind} at Steam: nothing was changed.`,
    )
  }
}

/** A withdrawal that is being given up: this caller works on it alone, and the player cannot have its item. */
export interface GivingUp {
  readonly id: string
  readonly state: WithdrawalState
  readonly lease: string
}

export interface GiveUpOptions {
  readonly reason: string
  /** True when the operator made sure outside that the player does not have the item at Steam. */
  readonly byHand: boolean
}

function endOf({ id, state }: Pick<GivingUp, 'id' | 'state'>): 'declined' | 'reversed' | 'returned' {
  const to = GIVEN_UP[state]
  if (to !== undefined) return to
  throw new WithdrawalActionRefused('other-state', id, `Withdrawal ${id} is ${state}: it has ended.`)
}

/**
 * Gives a withdrawal up that the caller made sure of: the item is the player's again.
 *
 * @throws WithdrawalActionRefused when it has changed since
 */
export async function failWithdrawalIn(
  tx: Queries,
  { id, state, lease }: GivingUp,
  { reason, byHand }: GiveUpOptions,
  { by, at }: { readonly by: Actor; readonly at: Date },
): Promise<AppliedTransition> {
  const to = endOf({ id, state })
  const held = assertFound(await lockWithdrawal(tx, id), id)
  if (held.row.state !== state || held.row.lease !== lease) {
    throw new WithdrawalActionRefused(
      'other-state',
      id,
      `Withdrawal ${id} has become ${held.row.state} meanwhile. Check it again.`,
    )
  }
  const why = to === 'declined' ? ({ reason: 'operator' } as const) : {}
  // What an operator made sure of is true until a request reaches Steam that was on its way.
  if (state === 'buying' || state === 'sent') await recordOrphan(tx, held.row, held.row.reference, at)
  const difference = { before: { state, price: held.price }, after: { state: to, byHand } }
  await recordAct(tx, { by, verb: 'withdrawals.fail', kind: 'withdrawal', subject: id, ...difference, reason })
  return applyTransition(tx, held, { to, note: `by the operator: ${reason}`, ...why }, at)
}

/**
 * Takes the lease of a withdrawal, makes sure that its player cannot have the item at Steam, and runs work that gives it up. The provider is
 * asked outside of a transaction: Steam may take a minute, and nobody waits for its rows meanwhile.
 *
 * @throws WithdrawalActionRefused when it has ended, is being processed, or the player may have the item
 * @throws TradeFailed when the provider did not cancel the offer; then nothing has changed here
 */
export async function whileGivingUp<T>(
  { db, provider, now }: Omit<WithdrawalOperatorParts, 'by'>,
  id: string,
  byHand: boolean,
  work: (made: GivingUp) => Promise<T>,
): Promise<T> {
  const lease = newLease(now())
  const seen = await db.transaction(async (tx) => {
    const locked = await lockFree(tx, id, now())
    await tx.update(withdrawals).set(lease).where(eq(withdrawals.id, id))
    return { ...locked, row: { ...locked.row, ...lease } }
  })
  return whileLeased({ db, now }, seen.row, async () => {
    const { state } = seen.row
    endOf({ id, state })
    if (!byHand) await assertNoTrade(provider, seen)
    return work({ id, state, lease: lease.lease })
  })
}

/** Gives a withdrawal up, in transactions of its own. */
export function failWithdrawal(
  parts: WithdrawalOperatorParts,
  id: string,
  options: GiveUpOptions,
): Promise<AppliedTransition> {
  const { db, now, by } = parts
  return whileGivingUp(parts, id, options.byHand, (made) =>
    db.transaction((tx) => failWithdrawalIn(tx, made, options, { by, at: new Date(now()) })),
  )
}
