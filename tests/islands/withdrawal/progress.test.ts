import { describe, expect, it } from 'vitest'
import { isFinal, WITHDRAWAL_STATES } from '../../../src/game/withdrawal.ts'
import { STEPS, stepsDone, timeLeft, toneOf, waitsUntil } from '../../../src/islands/withdrawal/progress.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('the steps', () => {
  it('never go back on the successful path, and end with all completed', () => {
    const way = ['requested', 'buying', 'sent', 'accepted', 'protected', 'done'] as const
    const behind = way.map((state) => stepsDone(state) ?? -1)
    expect(behind).toEqual(behind.toSorted((one, other) => one - other))
    expect(behind.at(-1)).toBe(STEPS.length)
  })

  it('are hidden for withdrawals that have stopped', () => {
    for (const state of WITHDRAWAL_STATES) {
      if (isFinal(state) && state !== 'done') expect(stepsDone(state), state).toBe(null)
    }
  })

  it('wait for the player where an action is needed', () => {
    expect(WITHDRAWAL_STATES.filter((state) => toneOf(state) === 'waiting')).toEqual(['sent', 'unavailable'])
  })
})

describe('the remaining time', () => {
  it.each([
    [7 * DAY_MS, { unit: 'days', count: 7 }],
    [7 * DAY_MS - 1, { unit: 'days', count: 7 }],
    [3 * DAY_MS - 5 * 60_000, { unit: 'days', count: 3 }],
    [2.4 * DAY_MS, { unit: 'days', count: 2 }],
    [2 * DAY_MS + 1, { unit: 'days', count: 2 }],
    [2 * DAY_MS, { unit: 'hours', count: 48 }],
    [1, { unit: 'hours', count: 1 }],
    [0, null],
    [-1, null],
  ])('for %i ms', (ms, left) => {
    expect(timeLeft(1000 + ms, 1000)).toEqual(left)
  })
})

describe('the moment that a withdrawal waits for', () => {
  const waiting = { offered_until: 1, protected_until: 2 } as const
  it.each([
    ['requested', { reason: 'deposit-hold', until: 3 }, 3],
    ['approved', { reason: 'ban', until: null }, null],
    ['sent', null, 1],
    ['protected', null, 2],
    ['review', null, null],
  ] as const)('in %s, held by %j', (state, held, until) => {
    expect(waitsUntil({ ...waiting, state, held })).toBe(until)
  })
})
