import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REPLACEMENTS_MOST } from '../../../src/game/base/economy.ts'
import { cents, sumCents } from '../../../src/game/base/money.ts'
import {
  isFinal,
  itemStateIn,
  LIVE_STATES,
  MOVING_STATES,
  mayFollow,
  replacementRest,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '../../../src/game/withdrawal/withdrawal.ts'

const anyState = fc.constantFrom(...WITHDRAWAL_STATES)
const followers = (state: WithdrawalState): WithdrawalState[] => WITHDRAWAL_STATES.filter((to) => mayFollow(state, to))

/** A walk from 'requested' along random transitions until a final state, or until the choices are used up. */
function walk(choices: readonly number[]): WithdrawalState[] {
  const way: WithdrawalState[] = ['requested']
  for (const choice of choices) {
    const ways = followers(way.at(-1) ?? 'requested')
    const next = ways[choice % Math.max(1, ways.length)]
    if (next === undefined) break
    way.push(next)
  }
  return way
}

const anyWalk = fc.array(fc.nat(), { maxLength: 40 }).map(walk)

describe('the states of a withdrawal', () => {
  it('take the long path when all goes well', () => {
    const way = ['requested', 'buying', 'sent', 'accepted', 'protected', 'done'] as const
    for (const [at, state] of way.slice(0, -1).entries())
      expect(mayFollow(state, way[at + 1] ?? 'requested')).toBe(true)
  })

  it('are all reachable from the first one', () => {
    const reached = new Set<WithdrawalState>(['requested'])
    for (const state of reached) for (const next of followers(state)) reached.add(next)
    expect([...reached].sort()).toEqual([...WITHDRAWAL_STATES].sort())
  })

  it('each have a path to a final state, and a final state has no exit', () => {
    const leads = (state: WithdrawalState, seen: readonly WithdrawalState[]): boolean =>
      isFinal(state) || followers(state).some((next) => !seen.includes(next) && leads(next, [...seen, next]))
    for (const state of WITHDRAWAL_STATES) expect(leads(state, [state]), state).toBe(true)
    expect(WITHDRAWAL_STATES.filter(isFinal)).toEqual([
      'refused',
      'done',
      'declined',
      'reversed',
      'replaced',
      'returned',
    ])
  })

  it('are live until they are final, and are polled except those that wait for a person', () => {
    const moving = ['requested', 'approved', 'buying', 'sent', 'accepted', 'protected']
    expect(MOVING_STATES).toEqual(moving)
    expect(LIVE_STATES.toSorted()).toEqual([...moving, 'review', 'unavailable'].toSorted())
  })

  it('never lead back to themselves', () => {
    fc.assert(fc.property(anyState, (state) => !mayFollow(state, state)))
  })
})

describe('the item of a withdrawal', () => {
  it('is reserved in every state except the last of any walk', () => {
    fc.assert(
      fc.property(anyWalk, (way) => {
        for (const state of way.slice(0, -1)) expect(itemStateIn(state)).toBe('withdrawing')
      }),
    )
  })

  it('is gone only when its protection has ended, or others replaced it', () => {
    fc.assert(
      fc.property(anyWalk, (way) => {
        const last = way.at(-1) ?? 'requested'
        const gone = ['withdrawn', 'replaced'].includes(itemStateIn(last))
        expect(gone).toBe(last === 'done' || last === 'replaced')
        if (last === 'done') expect(way.at(-2)).toBe('protected')
        if (last === 'replaced') expect(way.at(-2)).toBe('unavailable')
      }),
    )
  })

  it('is returned after a refusal and a reversal', () => {
    for (const state of ['declined', 'reversed', 'returned'] as const) expect(itemStateIn(state)).toBe('owned')
  })
})

describe('a replacement', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 }).map(cents)

  it('gives the player exactly what the item was worth, or does not happen', () => {
    fc.assert(
      fc.property(price, fc.array(price, { maxLength: 15 }), (worth, chosen) => {
        const answer = replacementRest(worth, chosen)
        if (answer.ok) {
          expect(answer.rest).toBeGreaterThanOrEqual(0)
          expect(answer.rest + sumCents(chosen)).toBe(worth)
        }
        const fits = chosen.length >= 1 && chosen.length <= REPLACEMENTS_MOST && sumCents(chosen) <= worth
        expect(answer.ok).toBe(fits)
      }),
    )
  })

  it.each([
    [[], 'nothing-chosen'],
    [[501], 'too-dear'],
    [[250, 251], 'too-dear'],
    [Array.from({ length: REPLACEMENTS_MOST + 1 }, () => 1), 'too-many'],
  ])('of 500 by %j is refused: %s', (chosen, fault) => {
    expect(replacementRest(cents(500), chosen.map(cents))).toEqual({ ok: false, fault })
  })
})
