// Finding battles in the lobby: filters and orders, and the address that restores them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareBattles,
  EVERYTHING_OPEN,
  type FindableBattle,
  isFound,
  LOBBY_MODES,
  LOBBY_SORTS,
  LOBBY_TABS,
  type LobbyFilter,
  readLobbyFilter,
  SEAT_PRICES,
  writeLobbyFilter,
} from '../../../src/game/battles/find.ts'

const battle: FindableBattle = { number: 1, mode: 'normal', crazy: false, price: 500, finishedAt: null }

const found = (filter: Partial<LobbyFilter>, changes: Partial<FindableBattle> = {}): boolean =>
  isFound({ ...EVERYTHING_OPEN, ...filter }, { ...battle, ...changes })

describe('a filter', () => {
  it('without conditions finds every battle', () => {
    expect(found({}, { price: 1 })).toBe(true)
    expect(found({}, { price: 1_000_000, crazy: true })).toBe(true)
  })

  it('finds a mode, and crazy battles of any mode', () => {
    expect(found({ mode: 'normal' })).toBe(true)
    expect(found({ mode: 'normal' }, { crazy: true })).toBe(true)
    expect(found({ mode: 'rush' })).toBe(false)
    expect(found({ mode: 'crazy' })).toBe(false)
    expect(found({ mode: 'crazy' }, { mode: 'rush', crazy: true })).toBe(true)
  })

  it('finds prices within both ends of its range', () => {
    expect([499, 500, 2499, 2500].map((price) => found({ prices: '5-25' }, { price }))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([9999, 10_000].map((price) => found({ prices: 'over-100' }, { price }))).toEqual([false, true])
  })

  it('puts each price into exactly one range besides the one of all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (price) => {
        const ranges = SEAT_PRICES.slice(1).filter(({ id }) => found({ prices: id }, { price }))
        expect(ranges).toHaveLength(1)
      }),
    )
  })
})

describe('an order', () => {
  const sorted = (sort: LobbyFilter['sort'], tab: LobbyFilter['tab'] = 'open'): number[] =>
    [
      { ...battle, number: 1, price: 300, finishedAt: 9 },
      { ...battle, number: 2, price: 100, finishedAt: 7 },
      { ...battle, number: 3, price: 300, finishedAt: 7 },
    ]
      .sort((one, other) => compareBattles({ tab, sort }, one, other))
      .map(({ number }) => number)

  it('is by age or by price, and of equal prices the newest first', () => {
    expect(sorted('new')).toEqual([3, 2, 1])
    expect(sorted('price-up')).toEqual([2, 3, 1])
    expect(sorted('price-down')).toEqual([3, 1, 2])
  })

  it('of battles that are over is by their end, and by price as ever', () => {
    expect(sorted('new', 'ended')).toEqual([1, 3, 2])
    expect(sorted('price-up', 'ended')).toEqual([2, 3, 1])
  })
})

describe('the address', () => {
  it('restores every filter, and is short where nothing is looked for', () => {
    fc.assert(
      fc.property(
        fc.record({
          tab: fc.constantFrom(...LOBBY_TABS),
          prices: fc.constantFrom(...SEAT_PRICES.map(({ id }) => id)),
          mode: fc.constantFrom(null, ...LOBBY_MODES),
          sort: fc.constantFrom(...LOBBY_SORTS),
        }),
        (filter) => {
          expect(readLobbyFilter(writeLobbyFilter(filter))).toEqual(filter)
        },
      ),
    )
    expect(writeLobbyFilter(EVERYTHING_OPEN)).toBe('')
  })

  it('with unknown values shows everything that is open', () => {
    expect(readLobbyFilter('?tab=all&price=9&mode=__proto__&sort=best')).toEqual(EVERYTHING_OPEN)
  })
})
