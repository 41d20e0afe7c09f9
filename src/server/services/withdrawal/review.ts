// An operator's decisions on withdrawals that wait for a person.
import type { RefuseReason } from '../../../game/withdrawal/withdrawal.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Database } from '../../db/database.ts'
import { WithdrawalActionRefused } from './operator.ts'
import { type AppliedTransition, applyTransition, lockWithdrawal, type Transition } from './transitions.ts'

export interface ReviewParts {
  readonly db: Database
  readonly now: () => number
  /** Who decides. */
  readonly by: Actor
}

async function decide({ db, now, by }: ReviewParts, id: string, move: Transition): Promise<AppliedTransition> {
  return db.transaction(async (tx) => {
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
    await recordAct(tx, { by, verb, kind: 'withdrawal', subject: id, ...difference, reason: move.note })
    return applyTransition(tx, locked, move, new Date(now()))
  })
}

/**
 * Approves a withdrawal: the server sends it unless something else holds it.
 *
 * @throws WithdrawalActionRefused when it does not wait for a decision
 */
export function approveWithdrawal(parts: ReviewParts, id: string): Promise<AppliedTransition> {
  return decide(parts, id, { to: 'approved', note: 'by the operator' })
}

/**
 * Refuses a withdrawal: the item is the player's again, who reads the reason in their language.
 *
 * @throws WithdrawalActionRefused when it does not wait for a decision
 */
export function refuseWithdrawal(
  parts: ReviewParts,
  id: string,
  { reason, note }: { readonly reason: RefuseReason; readonly note: string | undefined },
): Promise<AppliedTransition> {
  return decide(parts, id, { to: 'refused', reason, note: note === undefined ? reason : `${reason}: ${note}` })
}
