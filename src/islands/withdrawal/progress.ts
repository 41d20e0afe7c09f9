// The progress of a withdrawal in the steps that players see.

import { isFinal, type WithdrawalState } from '../../game/withdrawal/withdrawal.ts'
import type { Withdrawal } from '../../protocol/withdrawal.ts'

export const STEPS = ['requested', 'sent', 'protected', 'done'] as const

/** The number of steps done in each state; null when the withdrawal does not continue. */
const STEPS_DONE: Readonly<Record<WithdrawalState, number | null>> = {
  requested: 0,
  review: 0,
  approved: 0,
  refused: null,
  buying: 0,
  sent: 1,
  accepted: 1,
  protected: 2,
  done: 4,
  unavailable: null,
  declined: null,
  reversed: null,
  replaced: null,
  returned: null,
}

/** Returns the number of steps done; null when the withdrawal does not continue. */
export function stepsDone(state: WithdrawalState): number | null {
  return STEPS_DONE[state]
}

export type Tone = 'moving' | 'waiting' | 'good' | 'bad' | 'over'

/** Returns the tone of a state: `waiting` when the player has to act. */
export function toneOf(state: WithdrawalState): Tone {
  if (state === 'sent' || state === 'unavailable') return 'waiting'
  if (state === 'done' || state === 'protected') return 'good'
  if (state === 'declined' || state === 'refused' || state === 'reversed') return 'bad'
  return isFinal(state) ? 'over' : 'moving'
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns the time left until a moment, in a fitting unit; null once it has passed. */
export function timeLeft(untilMs: number, nowMs: number): { unit: 'days' | 'hours'; count: number } | null {
  const left = untilMs - nowMs
  if (left <= 0) return null
  return left > 2 * DAY_MS
    ? // Two days and most of a third are three: an offer that was just sent has what it promises.
      { unit: 'days', count: Math.round(left / DAY_MS) }
    : { unit: 'hours', count: Math.ceil(left / HOUR_MS) }
}

/** Tells whether something holds a withdrawal before it is sent, beside the site's own work. */
export function isHeldBack(state: WithdrawalState, wait: Withdrawal['wait']): boolean {
  if (state !== 'requested' && state !== 'approved' && state !== 'buying') return false
  return wait !== null && wait.reason !== 'next'
}

/** Returns the moment that a withdrawal waits for; null when there is none. */
export function waitsUntil({ wait }: Pick<Withdrawal, 'wait'>): number | null {
  if (wait === null) return null
  const { decided } = wait
  if (decided.by === 'time') return decided.at
  return decided.by === 'player' || decided.by === 'steam' ? decided.until : null
}
