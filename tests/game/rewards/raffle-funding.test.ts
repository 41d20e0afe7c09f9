// Who pays a raffle: the largest group whose equal shares cover the prize, none of whom pays more than they can.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { microcents } from '../../../src/game/rewards/margin.ts'
import { drawPlace, fundRaffle, raffleAllowance } from '../../../src/game/rewards/raffle-funding.ts'

const entrantsOf = (...available: number[]) =>
  available.map((amount, at) => ({ playerId: 1000 + at, availableCents: cents(amount) }))

describe('the funding of a raffle', () => {
  it.each([
    ['nobody', entrantsOf(), null],
    ['too little together', entrantsOf(40, 40), null],
    ['enough together, and too little for equal shares', entrantsOf(95, 5, 5, 5), null],
    ['one who can pay it alone', entrantsOf(0, 100), { players: [1001], shareCents: 100 }],
    ['everyone', entrantsOf(34, 40, 34), { players: [1000, 1001, 1002], shareCents: 34 }],
    ['those who can pay an equal share', entrantsOf(60, 1, 50), { players: [1000, 1002], shareCents: 50 }],
  ])('of $1.00 by %s', (_, entrants, funded) => {
    expect(fundRaffle(cents(100), entrants)).toEqual(funded)
  })

  it('covers the prize, takes from nobody what they have not, and leaves out nobody who could pay', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 30 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 3000 }).map(cents), (available, prize) => {
        const entrants = entrantsOf(...available)
        const funded = fundRaffle(prize, entrants)
        if (funded === null) return
        const { players, shareCents } = funded
        expect(shareCents * players.length).toBeGreaterThanOrEqual(prize)
        expect((shareCents - 1) * players.length).toBeLessThan(prize)
        for (const { playerId, availableCents } of entrants) {
          expect(players.includes(playerId)).toBe(availableCents >= shareCents)
        }
      }),
    )
  })
})

describe('the place of a player', () => {
  it.each([
    ['alone', 30, entrantsOf(), { haveCents: 30, needCents: 100, places: 1 }],
    ['beside one who could pay a half', 30, entrantsOf(50), { haveCents: 30, needCents: 50, places: 2 }],
    ['beside one who could not', 30, entrantsOf(49), { haveCents: 30, needCents: 100, places: 1 }],
    [
      'among their own entry',
      30,
      [...entrantsOf(50), { playerId: 1, availableCents: cents(30) }],
      { haveCents: 30, needCents: 50, places: 2 },
    ],
  ])('in a raffle of $1.00, %s', (_, have, entrants, place) => {
    expect(drawPlace(cents(100), { playerId: 1, availableCents: cents(have) }, entrants)).toEqual(place)
  })

  it('is in the draw exactly with what it needs', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 3000 }).map(cents), (available, prize) => {
        const others = entrantsOf(...available)
        const { needCents, places } = drawPlace(prize, { playerId: 1, availableCents: cents(0) }, others)
        const withOwn = (availableCents: number) =>
          fundRaffle(prize, [...others, { playerId: 1, availableCents: cents(availableCents) }])
        const funded = withOwn(needCents)
        expect(funded?.players).toContain(1)
        expect(funded).toMatchObject({ shareCents: needCents })
        expect(funded?.players).toHaveLength(places)
        expect(withOwn(needCents - 1)?.players ?? []).not.toContain(1)
      }),
    )
  })
})

describe('what a player may pay for raffles', () => {
  it.each([
    ['nothing was used', 1000, 0, 100],
    ['a part was used', 1000, 40, 60],
    // A deposit was reversed, and its margin with it.
    ['more was used than is left', 300, 40, 0],
  ])('where %s', (_, marginCents, raffled, left) => {
    const made = { margin: microcents(marginCents * 1e6), raffledCents: cents(raffled) }
    expect(raffleAllowance(made, { rafflePercent: 10 })).toBe(left)
  })
})
