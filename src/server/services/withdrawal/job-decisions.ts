// What the job of withdrawals decides by itself, in the audit. Steps that only follow what the provider reports are no decisions.
import { jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Queries } from '../../db/database.ts'
import type { WithdrawalHold } from '../account/holds.ts'
import type { Transition, WithdrawalRow } from './transitions.ts'

const JOB = jobActor('withdrawals')

/** The reasons for which the job does not send what it could have sent. */
const OWN_REASONS: readonly Transition['reason'][] = ['frozen', 'price-rise']

/** Records that a withdrawal waits because of a hold. */
export async function recordHold(
  tx: Queries,
  { id, state, hold }: Pick<WithdrawalRow, 'id' | 'state' | 'hold'>,
  { reason, until }: WithdrawalHold,
): Promise<void> {
  const difference = { before: { state, hold }, after: { hold: reason, until } }
  await recordAct(tx, { by: JOB, verb: 'withdrawals.hold', kind: 'withdrawal', subject: id, ...difference, reason })
}

/** Records a transition that the job decided: a person has to look, something holds it, or its price rose. */
export async function recordDecision(tx: Queries, row: WithdrawalRow, move: Transition): Promise<void> {
  const { id, state } = row
  const act = { by: JOB, kind: 'withdrawal', subject: id, before: { state } } as const
  if (move.review !== undefined) {
    const after = { state: move.to, review: move.review }
    await recordAct(tx, { ...act, verb: 'withdrawals.review', after, reason: move.note })
  }
  if (move.hold !== undefined) await recordHold(tx, row, move.hold)
  else if (OWN_REASONS.includes(move.reason)) {
    const after = { state: move.to, note: move.note ?? null }
    await recordAct(tx, { ...act, verb: 'withdrawals.hold', after, reason: move.reason })
  }
}
