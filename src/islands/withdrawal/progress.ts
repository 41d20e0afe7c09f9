// How far a withdrawal has come, in the steps that a player sees.
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { isFinal, type WithdrawalState } from '../../game/withdrawal.ts'

export const STEPS = ['requested', 'sent', 'protected', 'done'] as const

/** Steps that are behind a withdrawal in each state; null where it goes no further. */
const BEHIND: Readonly<Record<WithdrawalState, number | null>> = {
  requested: 0,
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

/** How many steps are behind it; null where it goes no further. */
export function stepsBehind(state: WithdrawalState): number | null {
  return BEHIND[state]
}

export type Tone = 'moving' | 'waiting' | 'good' | 'bad' | 'over'

/** How a state is to be taken: `waiting` when the player has to do something. */
export function toneOf(state: WithdrawalState): Tone {
  if (state === 'sent' || state === 'unavailable') return 'waiting'
  if (state === 'done' || state === 'protected') return 'good'
  if (state === 'declined' || state === 'reversed') return 'bad'
  return isFinal(state) ? 'over' : 'moving'
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What is left until a moment, in the unit that fits; null once it has come. */
export function timeLeft(untilMs: number, nowMs: number): { unit: 'days' | 'hours'; count: number } | null {
  const left = untilMs - nowMs
  if (left <= 0) return null
  return left > 2 * DAY_MS
    ? { unit: 'days', count: Math.floor(left / DAY_MS) }
    : { unit: 'hours', count: Math.ceil(left / HOUR_MS) }
}

/** The moment that a withdrawal waits for; null where there is none. */
export function waitsUntil({ state, offered_until, protected_until }: Withdrawal): number | null {
  if (state === 'sent') return offered_until
  return state === 'protected' ? protected_until : null
}
