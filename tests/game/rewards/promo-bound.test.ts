// What a promo code may give by the shop's caps of bonuses, and which of two bonuses a deposit gets.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEPOSIT } from '../../../src/game/base/economy.ts'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import { bonusCents, chosenBonus, depositBonus, leastForSum } from '../../../src/game/rewards/gifts.ts'
import { promoBound, promoCaseBound } from '../../../src/game/rewards/promo-bound.ts'
import { GIFTS } from './gift-rules.ts'

const none = cents(0)
const bound = (percent: number, sum: number, depositMin: number) =>
  promoBound({ percent, sum: cents(sum), depositMin: cents(depositMin) }, GIFTS)
const ofSum = (sum: number) => ({ percent: 0, sum: cents(sum) })

const deposits = fc.integer({ min: DEPOSIT.least, max: DEPOSIT.most }).map(cents)
const sums = fc.integer({ min: 1, max: 20_000 }).map(cents)

describe('the bound of a promo code', () => {
  it.each([
    [10, 0, 0, null],
    [11, 0, 0, 'a bonus chaser would get 11 % of a deposit to play with, more than 10 %'],
    [0, 500, 5000, null],
    [0, 500, 4999, 'a bonus chaser would get 10.1 % of a deposit to play with, more than 10 %'],
    [0, 500, 0, 'a bonus chaser would get 500 % of a deposit to play with, more than 10 %'],
    [0, 10, 0, null],
    [0, 5000, 50_000, null],
    [0, 5001, 1_000_000, 'a bonus chaser would get $50.01 with one deposit, more than $50.00'],
  ])('of %d %% or %d cents from %d cents on is %j', (percent, sum, depositMin, message) => {
    expect(bound(percent, sum, depositMin)?.message ?? null).toBe(message)
  })

  it('names the smallest deposit that a fixed sum may have', () => {
    expect(bound(0, 500, 0)).toMatchObject({ fault: 'share', given: 500, most: 10, least: 5000 })
  })

  it('allows no code that gives more than the caps of all bonuses', () => {
    fc.assert(
      fc.property(sums, deposits, deposits, (sum, depositMin, amount) => {
        if (bound(0, sum, depositMin) !== null || amount < depositMin) return
        expect(bonusCents(amount, ofSum(sum), GIFTS)).toBe(sum)
        expect(sum * 100).toBeLessThanOrEqual(amount * GIFTS.depositBonus.percent)
        expect(sum).toBeLessThanOrEqual(GIFTS.depositBonus.mostCents)
      }),
    )
  })
})

describe('the bound of a code that opens a case', () => {
  it.each([
    [4_999.2, 1, null],
    [5_000, 1, null],
    [5_000.1, 1, 'a collector of gifts would get openings of $50.01 in the mean by one code, more than $50.00'],
    [1_000, 5, null],
    [1_000, 6, 'a collector of gifts would get openings of $60.00 in the mean by one code, more than $50.00'],
  ])('of a mean of %d cents, %d times a player, is %j', (mean, uses, message) => {
    expect(promoCaseBound({ mean, uses }, GIFTS)?.message ?? null).toBe(message)
  })

  it('allows no code by which a player gets more in the mean than the bonus of one deposit', () => {
    const means = fc.double({ min: 0.01, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(means, fc.integer({ min: 1, max: 1_000_000_000 }), (mean, uses) => {
        const isAllowed = promoCaseBound({ mean, uses }, GIFTS) === null
        expect(isAllowed).toBe(mean * uses <= GIFTS.depositBonus.mostCents)
      }),
    )
  })
})

describe('a fixed bonus', () => {
  it('is never more than the caps, and whole from its least deposit on', () => {
    fc.assert(
      fc.property(sums, deposits, (sum, amount) => {
        const given: Cents = bonusCents(amount, ofSum(sum), GIFTS)
        expect(given).toBeLessThanOrEqual(depositBonus(amount, GIFTS.depositBonus.percent, GIFTS))
        const whole = Math.min(sum, GIFTS.depositBonus.mostCents)
        expect(given === whole).toBe(amount >= leastForSum(sum, GIFTS))
      }),
    )
  })

  it('counts where it is more than the first deposit’s, and keeps the code where it is not', () => {
    expect(chosenBonus(cents(5000), 5, ofSum(500), GIFTS)).toEqual({ percent: 0, sum: 500, usesCode: true })
    expect(chosenBonus(cents(10_000), 5, ofSum(500), GIFTS)).toEqual({ percent: 5, sum: 0, usesCode: false })
    expect(chosenBonus(cents(10_000), 5, { percent: 8, sum: none }, GIFTS)).toMatchObject({
      percent: 8,
      usesCode: true,
    })
    expect(chosenBonus(cents(10_000), 5, { percent: 5, sum: none }, GIFTS)).toMatchObject({ usesCode: false })
  })
})
