import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECISION_HOURS } from '../../../src/game/base/economy.ts'
import { cents } from '../../../src/game/base/money.ts'
import {
  cardAllowance,
  hasRisen,
  holdAfter,
  METHOD_KINDS,
  type PaymentRules,
} from '../../../src/game/payments/payment-rules.ts'
import { type ReviewFacts, reviewReasons } from '../../../src/game/withdrawal/withdrawal-review.ts'
import { DEFAULT_WITHDRAWAL_RULES } from '../../../src/game/withdrawal/withdrawal-rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 10, 23)

const RULES: PaymentRules = {
  holds: {
    card: { firstHours: 72, laterHours: 24 },
    bank: { firstHours: 24, laterHours: 24 },
    crypto: { firstHours: 0, laterHours: 0 },
  },
  newCardAccounts: { days: 7, mostADay: cents(10_000) },
  review: { itemAbove: cents(50_000), dayAbove: cents(100_000), firstDepositHours: 24, steamAccountDays: 365 },
  priceRisePercent: 20,
  priceRiseOffer: 'replacement',
  undeliveredADay: 100,
  decisionHours: DECISION_HOURS,
  defaultCurrency: {},
}

const anyCents = fc.integer({ min: 1, max: 10_000_000 }).map(cents)

describe('the hold after a deposit', () => {
  it('is never shorter after the first deposit, and ends exactly after its hours', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHOD_KINDS), (kind) => {
        const [first, later] = [holdAfter(RULES, kind, true, NOW), holdAfter(RULES, kind, false, NOW)]
        expect(first ?? 0).toBeGreaterThanOrEqual(later ?? 0)
        expect(first).toBe(kind === 'crypto' ? null : NOW + RULES.holds[kind].firstHours * HOUR_MS)
      }),
    )
  })
})

describe('the allowance of a new card account', () => {
  it('is what the day leaves, never negative, and ends with the last of its days', () => {
    fc.assert(
      fc.property(anyCents, (used) => {
        expect(cardAllowance(RULES, null, used, NOW)).toBe(Math.max(0, 10_000 - used))
        expect(cardAllowance(RULES, NOW - 7 * DAY_MS + 1, used, NOW)).toBe(Math.max(0, 10_000 - used))
        expect(cardAllowance(RULES, NOW - 7 * DAY_MS, used, NOW)).toBeNull()
      }),
    )
  })
})

describe('a price', () => {
  it('has risen when it is above the percentage, and not at it', () => {
    expect(hasRisen(cents(1000), cents(1200), 20)).toBe(false)
    expect(hasRisen(cents(1000), cents(1201), 20)).toBe(true)
    fc.assert(fc.property(anyCents, fc.nat(1000), (won, percent) => !hasRisen(won, won, percent)))
  })
})

describe('a withdrawal', () => {
  const CALM: ReviewFacts = {
    worth: cents(1000),
    dayWorth: cents(1000),
    firstDepositMs: NOW - 2 * DAY_MS,
    steam: { createdMs: NOW - 400 * DAY_MS, isPrivate: false, isLimited: false, isTradeBanned: false },
    related: new Set(),
    battles: new Set(),
    isFrozen: false,
  }
  const { weak } = DEFAULT_WITHDRAWAL_RULES
  const reasonsOf = (changes: Partial<ReviewFacts>) => reviewReasons({ ...CALM, ...changes }, RULES.review, weak, NOW)
  const steam = (changes: Partial<NonNullable<ReviewFacts['steam']>>): Partial<ReviewFacts> => ({
    steam: { createdMs: NOW - 400 * DAY_MS, isPrivate: false, isLimited: false, isTradeBanned: false, ...changes },
  })

  it('goes at once without a reason', () => {
    expect(reasonsOf({})).toEqual([])
    expect(reasonsOf({ worth: cents(50_000), dayWorth: cents(100_000), firstDepositMs: NOW - DAY_MS })).toEqual([])
  })

  it.each([
    ['value', { worth: cents(50_001) }],
    ['value', { dayWorth: cents(100_001) }],
    ['no-deposit', { firstDepositMs: null }],
    ['first-deposit', { firstDepositMs: NOW - DAY_MS + 1 }],
    ['steam-unknown', { steam: null }],
    ['steam-new', steam({ createdMs: NOW - 365 * DAY_MS + 1 })],
    ['steam-private', steam({ createdMs: null })],
    ['steam-private', steam({ isPrivate: true })],
    ['steam-limited', steam({ isLimited: true })],
    ['steam-trade-ban', steam({ isTradeBanned: true })],
    ['shared-device', { related: new Set(['device'] as const) }],
    ['shared-card', { related: new Set(['card'] as const) }],
    ['shared-trade', { related: new Set(['trade'] as const) }],
    ['shared-address', { related: new Set(['address'] as const) }],
    ['battles-paired', { battles: new Set(['paired'] as const) }],
    ['battles-funded', { battles: new Set(['funded'] as const) }],
  ] satisfies readonly (readonly [string, Partial<ReviewFacts>])[])('is checked for %s: %j', (reason, changes) => {
    expect(reasonsOf(changes)).toEqual([reason])
  })
})
