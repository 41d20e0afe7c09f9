// The difference of an item whose price rose: what it costs, and what of it goes back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { differenceBack, priceDifference } from '../../../src/game/prices/price-difference.ts'

const anyCents = fc.integer({ min: 1, max: 10_000_000 }).map(cents)
const OFFERED = { priceRisePercent: 20, priceRiseOffer: 'difference' } as const

describe('the difference', () => {
  const of = (won: number, value: number, today: number) => ({
    won: cents(won),
    value: cents(value),
    today: cents(today),
  })

  it('is what the item costs above what it counts for', () => {
    expect(priceDifference(of(1000, 1000, 1201), OFFERED)).toBe(201)
    expect(priceDifference(of(1000, 900, 1300), OFFERED)).toBe(400)
  })

  it('is nothing once the price is within the percentage again', () => {
    expect(priceDifference(of(1000, 1000, 1200), OFFERED)).toBe(0)
    expect(priceDifference(of(1000, 1000, 500), OFFERED)).toBe(0)
  })

  it('is not offered where only replacements are', () => {
    expect(priceDifference(of(1000, 1000, 5000), { ...OFFERED, priceRiseOffer: 'replacement' })).toBeNull()
  })
})

describe('what goes back', () => {
  const facts = (today: number | undefined) => ({
    paid: cents(300),
    won: cents(1000),
    today: today === undefined ? undefined : cents(today),
  })

  it.each(['unavailable', 'refused'] as const)('is all of it when the site ends it as %s', (to) => {
    expect(differenceBack({ to }, facts(1))).toBe(300)
  })

  it('is all of it when an operator ends it, or the item is not sold any more', () => {
    expect(differenceBack({ to: 'declined', reason: 'operator' }, facts(1))).toBe(300)
    expect(differenceBack({ to: 'reversed' }, facts(undefined))).toBe(300)
  })

  it.each([
    { to: 'declined', reason: 'declined' },
    { to: 'declined', reason: 'expired' },
    { to: 'declined', reason: 'cannot-trade' },
    { to: 'declined', reason: 'frozen' },
    { to: 'reversed' },
  ] as const)(
    'is the lower of it and what the item costs more then, where the player can have caused it: %o',
    (move) => {
      expect(differenceBack(move, facts(1299))).toBe(299)
      expect(differenceBack(move, facts(9999))).toBe(300)
      expect(differenceBack(move, facts(999))).toBe(0)
    },
  )

  it.each(['buying', 'sent', 'accepted', 'protected', 'done'] as const)('is nothing while it is %s', (to) => {
    expect(differenceBack({ to }, facts(1))).toBe(0)
  })

  it('never gives more than the item was worth more, to who lets it go', () => {
    fc.assert(
      fc.property(anyCents, anyCents, anyCents, (paid, won, today) => {
        const back = differenceBack({ to: 'declined', reason: 'expired' }, { paid, won, today })
        return back >= 0 && back <= paid && back <= Math.max(0, today - won)
      }),
    )
  })
})
