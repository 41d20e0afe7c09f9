import { describe, expect, it } from 'vitest'
import type { Wait, WaitDecision } from '../../../src/game/withdrawal/waiting.ts'
import { isFinal, WITHDRAWAL_STATES } from '../../../src/game/withdrawal/withdrawal.ts'
import { isHeldBack, STEPS, stepsDone, timeLeft, toneOf, waitsUntil } from '../../../src/islands/withdrawal/progress.ts'

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
  const wait = (decided: WaitDecision): Wait => ({ subject: 'withdrawal', reason: 'accept', since: 1, decided })
  it.each([
    [wait({ by: 'time', at: 3 }), 3],
    [wait({ by: 'person', queue: 'accounts' }), null],
    [wait({ by: 'player', until: 1 }), 1],
    [wait({ by: 'player', until: null }), null],
    [wait({ by: 'steam', until: 2 }), 2],
    [wait({ by: 'site' }), null],
    [null, null],
  ])('%j', (told, until) => {
    expect(waitsUntil({ wait: told })).toBe(until)
  })
})

it('a withdrawal is held back by what the site does not work on, until it is sent', () => {
  const held: Wait = { subject: 'withdrawal', reason: 'debt', since: 1, decided: { by: 'player', until: null } }
  expect(isHeldBack('requested', held)).toBe(true)
  expect(isHeldBack('requested', { ...held, reason: 'next' })).toBe(false)
  expect(isHeldBack('sent', held)).toBe(false)
  expect(isHeldBack('approved', null)).toBe(false)
})
