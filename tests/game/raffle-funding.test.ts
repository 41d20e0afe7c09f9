// Who pays a raffle: the largest group whose equal shares cover the prize, none of whom pays more than they can.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../src/game/money.ts'
import { fundRaffle } from '../../src/game/raffle-funding.ts'

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
