// Commissions to the cent, tiers at their boundaries, and codes as people type them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEPOSIT } from '../../src/game/economy.ts'
import { cents } from '../../src/game/money.ts'
import { CODE_LENGTH, codeOfBits, commissionOf, readCode, tierOf, tierProgress } from '../../src/game/referral.ts'
import type { ReferralTier } from '../../src/game/rewards.ts'

const TIERS: readonly ReferralTier[] = [
  { name: 'silver', fromCents: cents(0), percent: 3 },
  { name: 'gold', fromCents: cents(50_000), percent: 5 },
  { name: 'platinum', fromCents: cents(500_000), percent: 7 },
]

const deposit = fc.integer({ min: 1, max: DEPOSIT.most }).map(cents)
const percent = fc.integer({ min: 1, max: 50 })

describe('the tier', () => {
  it.each([
    [0, 'silver'],
    [49_999, 'silver'],
    [50_000, 'gold'],
    [499_999, 'gold'],
    [500_000, 'platinum'],
    [90_000_000, 'platinum'],
  ])('of %i cents of referred deposits is %s', (deposited, name) => {
    expect(tierOf(TIERS, cents(deposited)).name).toBe(name)
  })

  it('states what is missing to the next, and nothing after the highest', () => {
    expect(tierProgress(TIERS, cents(0))).toMatchObject({ next: { name: 'gold' }, missingCents: 50_000, share: 0 })
    expect(tierProgress(TIERS, cents(25_000))).toMatchObject({ missingCents: 25_000, share: 0.5 })
    expect(tierProgress(TIERS, cents(50_000))).toMatchObject({
      next: { name: 'platinum' },
      missingCents: 450_000,
      share: 0,
    })
    expect(tierProgress(TIERS, cents(500_000))).toMatchObject({ next: null, missingCents: 0, share: 1 })
  })

  it('is reached by exactly the missing amount, for any sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 499_999 }).map(cents), (deposited) => {
        const { next, missingCents, share } = tierProgress(TIERS, deposited)
        expect(tierOf(TIERS, cents(deposited + missingCents))).toBe(next)
        expect(tierOf(TIERS, cents(deposited + missingCents - 1))).toBe(tierOf(TIERS, deposited))
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThan(1)
      }),
    )
  })
})

describe('the commission on a deposit', () => {
  it.each([
    [399, 3, 11],
    [1, 3, 0],
    [33, 3, 0],
    [34, 3, 1],
    [500, 5, 25],
    [1_000_000, 7, 70_000],
    [999_999, 7, 69_999],
    [2_999, 29, 869],
  ])('of %i cents at %i %% is %i', (amount, rate, share) => {
    expect(commissionOf(cents(amount), rate)).toBe(share)
  })

  it('is never more than the percentage, and less than a cent below it', () => {
    fc.assert(
      fc.property(deposit, percent, (amount, rate) => {
        const hundredths = commissionOf(amount, rate) * 100
        expect(hundredths).toBeLessThanOrEqual(amount * rate)
        expect(amount * rate - hundredths).toBeLessThan(100)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never more for parts than for their sum, and at most a cent less for each part', () => {
    fc.assert(
      fc.property(fc.array(deposit, { minLength: 1, maxLength: 20 }), percent, (parts, rate) => {
        const whole = commissionOf(cents(parts.reduce((sum, part) => sum + part, 0)), rate)
        const split = parts.reduce((sum, part) => sum + commissionOf(part, rate), 0)
        expect(split).toBeLessThanOrEqual(whole)
        expect(whole - split).toBeLessThan(parts.length)
      }),
    )
  })
})

describe('a code', () => {
  it.each([
    ['ORION', 'ORION'],
    ['  orion7 ', 'ORION7'],
    ['1234', '1234'],
    ['A'.repeat(16), 'A'.repeat(16)],
    ['https://shop.example/r/orion', 'ORION'],
    ['shop.example/r/Orion?from=chat#top', 'ORION'],
    ['/r/ORION/', 'ORION'],
  ])('is parsed from %j', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })

  it.each([
    '',
    'abc',
    'A'.repeat(17),
    'OR ION',
    'OR-ION',
    'ОРИОН',
    'ſtars',
    'ıllo',
    '../../etc',
    'a\r\nSet-Cookie: x=1',
    '<b>bold',
    '%00%00%00',
    'https://shop.example/orion',
  ])('is not parsed from %j', (typed) => {
    expect(readCode(typed)).toBeNull()
  })

  it('is stable when parsed again, for any input', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const code = readCode(typed)
        if (code === null) return
        expect(code).toMatch(/^[A-Z0-9]+$/)
        expect(code.length).toBeGreaterThanOrEqual(CODE_LENGTH.least)
        expect(code.length).toBeLessThanOrEqual(CODE_LENGTH.most)
        expect(readCode(code)).toBe(code)
      }),
    )
  })

  it('is drawn from 32 bits, unique, without letters that look alike', () => {
    const bits = fc.integer({ min: 0, max: 0xffff_ffff })
    fc.assert(
      fc.property(bits, bits, (one, other) => {
        expect(codeOfBits(one)).toMatch(/^[34679CDFHJKMPRTX]{8}$/)
        expect(readCode(codeOfBits(one))).toBe(codeOfBits(one))
        expect(codeOfBits(one) === codeOfBits(other)).toBe(one === other)
      }),
      { numRuns: 2_000 },
    )
  })
})
