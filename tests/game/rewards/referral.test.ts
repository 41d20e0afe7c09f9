// Shares of margin to the cent, tiers at their boundaries, and codes as people type them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import {
  CODE_LENGTH,
  codeOfBits,
  type LastShare,
  nextShare,
  readCode,
  referrerShare,
  shareNow,
  tierOf,
  tierProgress,
} from '../../../src/game/rewards/referral.ts'
import type { ReferralTier } from '../../../src/game/rewards/rewards.ts'

const TIERS: readonly ReferralTier[] = [
  { name: 'silver', fromCents: cents(0), percent: 10 },
  { name: 'gold', fromCents: cents(50_000), percent: 15 },
  { name: 'platinum', fromCents: cents(500_000), percent: 20 },
]

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

describe('a share of a partner’s own', () => {
  it('counts where it is more than the tier, and never with more than the highest tier', () => {
    const own = (percent: number) => ({ id: 'own', percent })
    expect(shareNow(10, null, 20)).toEqual({ percent: 10, ownShareId: null })
    expect(shareNow(10, own(20), 20)).toEqual({ percent: 20, ownShareId: 'own' })
    expect(shareNow(15, own(15), 20)).toEqual({ percent: 15, ownShareId: null })
    expect(shareNow(20, own(12), 20)).toEqual({ percent: 20, ownShareId: null })
    expect(shareNow(10, own(20), 15)).toEqual({ percent: 15, ownShareId: 'own' })
    expect(shareNow(15, own(20), 15)).toEqual({ percent: 15, ownShareId: null })
  })

  interface Step {
    readonly made: number
    readonly tier: number
    readonly own: { readonly id: string; readonly percent: number } | null
    readonly most: number
  }

  /** Plays days of margin, tiers and agreements; calls back with what was paid on each. */
  function play(
    steps: readonly Step[],
    look: (step: Step, margin: number, before: LastShare | null, paid: number) => void,
  ) {
    let [margin, last] = [0, null as LastShare | null]
    for (const step of steps) {
      margin += step.made
      const next = nextShare(microcents(margin), step.tier, shareNow(step.tier, step.own, step.most), last)
      look(step, margin, last, next.amount)
      if (next.amount === 0) continue
      last = { ...next, margin: microcents(margin), paid: cents((last?.paid ?? 0) + next.amount) }
      expect(last.paid).toBe(next.from.paid + shareOfMargin(microcents(margin - next.from.margin), next.percent))
    }
    return last
  }

  const tierPercent = fc.constantFrom(10, 15, 20)
  const step = fc.record({
    made: fc.integer({ min: 0, max: 50_000_000_000 }),
    tier: tierPercent,
    own: fc.option(fc.record({ id: fc.constantFrom('a', 'b'), percent: fc.integer({ min: 1, max: 20 }) })),
    most: fc.constantFrom(15, 20),
  })

  it('pays at least the tier, never more than 20 % of all margin, and nothing for what was paid before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        play(steps, ({ tier, own, most }, margin, before, amount) => {
          const paid = before?.paid ?? 0
          const byTier = shareOfMargin(microcents(margin), tier)
          expect(paid + amount).toBeGreaterThanOrEqual(byTier)
          expect(paid + amount).toBeLessThanOrEqual(shareOfMargin(microcents(margin), 20))
          const { percent, ownShareId } = shareNow(tier, own, most)
          const unpaid = microcents(margin - (before?.margin ?? 0))
          const isNew = before?.ownShareId !== ownShareId || (ownShareId !== null && before.percent !== percent)
          if (isNew) expect(amount).toBeLessThanOrEqual(Math.max(byTier - paid, shareOfMargin(unpaid, percent)))
        })
      }),
    )
  })

  it('counts from where it began, and after its end the tier goes on from there', () => {
    const day = (own: Step['own']): Step => ({ made: 100_000_000_000, tier: 10, own, most: 20 })
    const paid: number[] = []
    const own = { id: 'own', percent: 20 }
    play([day(null), day(own), day(own), day(null), day(null)], (_, __, ___, amount) => paid.push(amount))
    expect(paid).toEqual([10_000, 20_000, 20_000, 10_000, 10_000])
  })

  it('changes nothing for who has none', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ ...withoutOwn(), tier: tierPercent }), { maxLength: 12 }), (steps) => {
        play(steps, ({ tier }, margin, before, amount) =>
          expect(amount).toBe(referrerShare(microcents(margin), tier, cents(before?.paid ?? 0))),
        )
      }),
    )
  })

  function withoutOwn() {
    return { made: fc.integer({ min: 0, max: 50_000_000_000 }), own: fc.constant(null), most: fc.constant(20) }
  }
})

describe('the share of a referrer', () => {
  const margin = fc.integer({ min: 0, max: 1_000_000_000_000 }).map(microcents)
  const percent = fc.integer({ min: 1, max: 20 })

  it.each([
    [5_000_000, 20, 0, 1],
    [4_999_999, 20, 0, 0],
    [562_000_000, 10, 0, 56],
    [562_000_000, 10, 50, 6],
    [562_000_000, 10, 57, 0],
    [0, 20, 3, 0],
  ])('of %i millionths of a cent at %i %% after %i cents is %i', (made, rate, paid, share) => {
    expect(referrerShare(microcents(made), rate, cents(paid))).toBe(share)
  })

  it('pays in any steps what it pays at once, and never more than the percentage of the margin ever made', () => {
    const step = fc.record({ made: margin, voided: fc.integer({ min: 0, max: 100 }), rate: percent })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), margin, percent, (steps, last, lastRate) => {
        let [left, ever, paid, rateMost] = [0, 0, 0, lastRate]
        const pay = (rate: number): void => {
          paid += referrerShare(microcents(left), rate, cents(paid))
          expect(paid * 100_000_000).toBeLessThanOrEqual(rateMost * ever)
        }
        for (const { made, voided, rate } of steps) {
          left += made
          ever += made
          rateMost = Math.max(rateMost, rate)
          pay(rate)
          left -= Math.floor((left * voided) / 100)
          pay(rate)
        }
        left += last
        ever += last
        const before = paid
        pay(lastRate)
        expect(paid).toBe(Math.max(before, shareOfMargin(microcents(left), lastRate)))
      }),
      { numRuns: 2_000 },
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
