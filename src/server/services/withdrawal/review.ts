// A person's decisions on withdrawals that wait for one: at the command line, and in the office.
import type { Refusal } from '../../../game/withdrawal/withdrawal-rules.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Database, Queries } from '../../db/database.ts'
import { WithdrawalActionRefused } from './operator.ts'
import { type AppliedTransition, applyTransition, lockWithdrawal, type Transition } from './transitions.ts'

export interface ReviewParts {
  readonly db: Database
  readonly now: () => number
  /** Who decides. */
  readonly by: Actor
}

/** Who decides, and when. */
export interface Deciding {
  readonly by: Actor
  readonly at: Date
}

interface Decision extends Pick<Transition, 'reason' | 'refusal'> {
  readonly to: 'approved' | 'refused'
  /** For the steps of the withdrawal. */
  readonly note: string
  /** For the audit. */
  readonly why: string | undefined
}

async function decide(
  tx: Queries,
  id: string,
  { why, ...move }: Decision,
  { by, at }: Deciding,
): Promise<AppliedTransition> {
  const locked = await lockWithdrawal(tx, id)
  if (locked === undefined) throw new WithdrawalActionRefused('unknown', id, `There is no withdrawal ${id}.`)
  const { state } = locked.row
  if (state !== 'review') {
    const message = `Withdrawal ${id} is ${state}: it does not wait for a decision.`
    throw new WithdrawalActionRefused('other-state', id, message)
  }
  const verb = move.to === 'approved' ? 'withdrawals.approve' : 'withdrawals.refuse'
  const after = { state: move.to, reason: move.reason ?? null }
  const difference = { before: { state, review: locked.row.review, price: locked.price }, after }
  await recordAct(tx, { by, verb, kind: 'withdrawal', subject: id, ...difference, reason: why })
  return applyTransition(tx, locked, move, at)
}

/**
 * Approves a withdrawal: the server sends it unless something else holds it.
 *
 * @param why for the record
 * @throws WithdrawalActionRefused when it does not wait for a decision
 */
export function approveWithdrawalIn(
  tx: Queries,
  id: string,
  deciding: Deciding,
  why?: string,
): Promise<AppliedTransition> {
  const note = why === undefined ? 'by the operator' : `by the operator: ${why}`
  return decide(tx, id, { to: 'approved', note, why }, deciding)
}

export interface Refusing {
  readonly refusal: Refusal
  /** For the record; the player does not read it. */
  readonly note: string | undefined
}

/**
 * Refuses a withdrawal: the item is the player's again, who reads the reason in their language.
 *
 * @throws WithdrawalActionRefused when it does not wait for a decision
 */
export function refuseWithdrawalIn(
  tx: Queries,
  id: string,
  { refusal, note }: Refusing,
  deciding: Deciding,
): Promise<AppliedTransition> {
  const { kind: reason, text } = refusal
  const why = note === undefined ? refusal.id : `${refusal.id}: ${note}`
  return decide(tx, id, { to: 'refused', reason, refusal: text, note: why, why }, deciding)
}

/** Approves a withdrawal in a transaction of its own. */
export function approveWithdrawal({ db, now, by }: ReviewParts, id: string): Promise<AppliedTransition> {
  return db.transaction((tx) => approveWithdrawalIn(tx, id, { by, at: new Date(now()) }))
}

/** Refuses a withdrawal in a transaction of its own. */
export function refuseWithdrawal({ db, now, by }: ReviewParts, id: string, why: Refusing): Promise<AppliedTransition> {
  return db.transaction((tx) => refuseWithdrawalIn(tx, id, why, { by, at: new Date(now()) }))
}
