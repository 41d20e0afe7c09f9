// The battle that a player is making: limits of its rounds, what it costs, and drafts that are read from outside.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BATTLE_FORMAT_NAMES, faultOfRounds, isPart } from '../../../src/game/battles/battle.ts'
import {
  type BattleDraft,
  canAdd,
  casesOf,
  costOf,
  countOf,
  draftOf,
  EMPTY_DRAFT,
  readDraft,
  roundsOf,
  termsOf,
  urlsOf,
  withCount,
} from '../../../src/stores/battles/battle-draft.ts'
import { battleId, COMET, card, ORION, seat, view } from './battle-fixture.ts'

const draft = (changes: Partial<BattleDraft>): BattleDraft => ({ ...EMPTY_DRAFT, ...changes })
const PRICES = new Map([
  ['orion', 250],
  ['comet', 999],
])

describe('rounds', () => {
  it('stay within the limits of a battle, whatever is pressed', () => {
    const press = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.constantFrom<1 | -1>(1, 1, 1, -1))
    fc.assert(
      fc.property(fc.array(press, { maxLength: 200 }), (presses) => {
        let now = EMPTY_DRAFT
        for (const [url, change] of presses) now = { ...now, cases: withCount(now, url, change) }
        expect([null, 'rounds-few']).toContain(faultOfRounds(urlsOf(now)))
        for (const { count } of now.cases) expect(count).toBeGreaterThan(0)
      }),
    )
  })

  it('can have ten of one case, and fifty of all', () => {
    const ten = draft({ cases: [{ url: 'a', count: 10 }] })
    expect([canAdd(ten, 'a'), canAdd(ten, 'b')]).toEqual([false, true])
    const fifty = draft({ cases: ['a', 'b', 'c', 'd', 'e'].map((url) => ({ url, count: 10 })) })
    expect(canAdd(fifty, 'f')).toBe(false)
    expect(withCount(fifty, 'f', 1)).toBe(fifty.cases)
  })

  it('keep the order in which their cases were chosen, each case once', () => {
    expect(casesOf(['b', 'a', 'b'])).toEqual([
      { url: 'b', count: 2 },
      { url: 'a', count: 1 },
    ])
    const one = draft({ cases: casesOf(['b', 'a', 'b']) })
    expect(urlsOf({ cases: withCount(one, 'b', -1) })).toEqual(['b', 'a'])
    expect(withCount(one, 'a', -1)).toEqual([{ url: 'b', count: 2 }])
    expect([countOf(one, 'b'), countOf(one, 'c'), roundsOf(one)]).toEqual([2, 0, 3])
  })
})

describe('the cost', () => {
  const cases = [
    { url: 'orion', count: 2 },
    { url: 'comet', count: 1 },
  ]

  it('is the price of the own seat, or of its part', () => {
    expect(costOf(draft({ cases }), PRICES)).toEqual({ seat: 1499, own: 1499, fund: 0, total: 1499 })
    expect(costOf(draft({ cases, percent: 10 }), PRICES)).toMatchObject({ own: 150, total: 150 })
  })

  it('has what the seats of others cost, in private battles only', () => {
    const funded = draft({ cases, fund: 50, format: '1v1v1' })
    expect(costOf(funded, PRICES).fund).toBe(0)
    expect(costOf({ ...funded, isPrivate: true }, PRICES)).toEqual({ seat: 1499, own: 1499, fund: 1500, total: 2999 })
  })
})

describe('terms', () => {
  it('leave out what does not apply, without forgetting it', () => {
    const wanted = draft({ mode: 'share', crazy: true, fund: 30 })
    expect(termsOf(wanted)).toEqual({ crazy: false, fund: 0 })
    expect(termsOf({ ...wanted, mode: 'rush', isPrivate: true })).toEqual({ crazy: true, fund: 30 })
  })
})

describe('a battle that is played again', () => {
  const settled = card(3, {
    state: 'settled',
    format: '2v2',
    mode: 'rush',
    crazy: true,
    fast: true,
    isPrivate: true,
    fund: 40,
    rounds: [COMET, ORION, COMET],
    seats: [seat(1, { own: true, percent: 30 }), seat(2)],
  })

  it('has the rounds and terms of the first, and the part of the player', () => {
    expect(draftOf({ ...view(settled), ownBattle: true })).toEqual({
      cases: casesOf(['comet', 'orion', 'comet']),
      ...{ format: '2v2', mode: 'rush', crazy: true, fast: true, isPrivate: true },
      percent: 30,
      fund: 40,
      rematchOf: battleId(3),
    })
  })

  it('is no rematch for a spectator, nor while the first is open, and funds nobody unasked', () => {
    const watched = view({ ...settled, seats: [seat(1), seat(2)] })
    expect(draftOf(watched)).toMatchObject({ rematchOf: null, percent: 100, fund: 0 })
    expect(draftOf(view({ ...settled, state: 'open' })).rematchOf).toBeNull()
  })
})

describe('a stored draft', () => {
  it('is read as it was', () => {
    const known = draft({
      cases: casesOf(['a', 'b']),
      format: '3v3',
      mode: 'jackpot',
      percent: 20,
      fund: 10,
      fast: true,
    })
    const { cases: _, ...terms } = known
    expect(readDraft({ ...terms, urls: urlsOf(known) })).toEqual(known)
  })

  it('is never invalid, whatever is stored', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), fc.anything(), (urls, format, mode, percent) => {
        const read = readDraft({ urls, format, mode, percent, fund: percent })
        expect(BATTLE_FORMAT_NAMES).toContain(read.format)
        expect(isPart(read.percent)).toBe(true)
        expect([null, 'rounds-few']).toContain(faultOfRounds(urlsOf(read)))
      }),
    )
    expect(readDraft(null)).toEqual(EMPTY_DRAFT)
    expect(readDraft({ urls: Array.from({ length: 51 }, () => 'a') })).toEqual(EMPTY_DRAFT)
  })
})
