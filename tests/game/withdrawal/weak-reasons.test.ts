// Weak reasons: below a sum of 24 hours by player nothing waits for them alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { DAY_MS } from '../../../src/game/payments/limits.ts'
import type { PaymentRules } from '../../../src/game/payments/payment-rules.ts'
import { REVIEW_REASONS, type ReviewFacts, reviewReasons } from '../../../src/game/withdrawal/withdrawal-review.ts'
import {
  isWeak,
  WEAK_DAY_MOST,
  WEAKABLE_REASONS,
  type WeakRules,
} from '../../../src/game/withdrawal/withdrawal-rules.ts'

const NOW = Date.UTC(2026, 10, 28)
const REVIEW: PaymentRules['review'] = {
  itemAbove: cents(50_000),
  dayAbove: cents(100_000),
  firstDepositHours: 24,
  steamAccountDays: 365,
}
const NOTHING_WEAK: WeakRules = { reasons: [], dayBelow: cents(0) }

const anySteam = fc.record({
  createdMs: fc.option(fc.integer({ min: NOW - 800 * DAY_MS, max: NOW })),
  isPrivate: fc.boolean(),
  isLimited: fc.boolean(),
  isTradeBanned: fc.boolean(),
})

const anyFacts: fc.Arbitrary<ReviewFacts> = fc
  .record({
    worth: fc.integer({ min: 1, max: 200_000 }).map(cents),
    others: fc.integer({ min: 0, max: 200_000 }),
    firstDepositMs: fc.option(fc.integer({ min: NOW - 3 * DAY_MS, max: NOW })),
    steam: fc.option(anySteam),
    related: fc.subarray(['device', 'card', 'trade', 'address'] as const).map((kinds) => new Set(kinds)),
    battles: fc.subarray(['paired', 'funded'] as const).map((kinds) => new Set(kinds)),
    isFrozen: fc.boolean(),
  })
  .map(({ others, ...facts }) => ({ ...facts, dayWorth: cents(facts.worth + others) }))

const anyWeak: fc.Arbitrary<WeakRules> = fc.record({
  reasons: fc.subarray([...WEAKABLE_REASONS]),
  dayBelow: fc.integer({ min: 0, max: WEAK_DAY_MOST }).map(cents),
})

const reasonsOf = (facts: ReviewFacts, weak: WeakRules) => reviewReasons(facts, REVIEW, weak, NOW)

describe('weak reasons', () => {
  it('hold nothing exactly where they are alone, the sum is small, and nothing freezes the player', () => {
    fc.assert(
      fc.property(anyFacts, anyWeak, (facts, weak) => {
        const all = reasonsOf(facts, NOTHING_WEAK)
        const goes = all.every((reason) => isWeak(reason, weak)) && facts.dayWorth < weak.dayBelow && !facts.isFrozen
        expect(reasonsOf(facts, weak)).toEqual(goes ? [] : all)
      }),
      { numRuns: 2_000 },
    )
  })

  it('let nobody go that is frozen, owes or is disputed, whatever the shop calls weak', () => {
    fc.assert(
      fc.property(anyFacts, anyWeak, (facts, weak) => {
        const frozen = { ...facts, isFrozen: true }
        expect(reasonsOf(frozen, weak)).toEqual(reasonsOf(frozen, NOTHING_WEAK))
      }),
    )
  })

  it('let a player take out less than the sum within 24 hours, in however many withdrawals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 40 }),
        anyWeak,
        (worths, weak) => {
          let gone = 0
          let day = 0
          for (const worth of worths) {
            day += worth
            const facts: ReviewFacts = {
              worth: cents(worth),
              dayWorth: cents(day),
              firstDepositMs: null,
              steam: { createdMs: NOW, isPrivate: true, isLimited: true, isTradeBanned: false },
              related: new Set(['address']),
              battles: new Set(),
              isFrozen: false,
            }
            if (reasonsOf(facts, weak).length === 0) gone += worth
          }
          expect(gone === 0 || gone < weak.dayBelow).toBe(true)
        },
      ),
    )
  })

  it('are none that says somebody takes what is not theirs, or that is not known', () => {
    expect(REVIEW_REASONS.filter((reason) => !WEAKABLE_REASONS.some((one) => one === reason))).toEqual([
      'value',
      'steam-unknown',
      'steam-trade-ban',
      'shared-device',
      'shared-card',
      'shared-trade',
      'battles-paired',
      'battles-funded',
    ])
  })
})
