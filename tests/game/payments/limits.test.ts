import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import {
  changeLimit,
  DAY_MS,
  type Limit,
  leftOf,
  limitAt,
  NO_LIMIT,
  RAISE_DELAY_MS,
  windowStart,
} from '../../../src/game/payments/limits.ts'

const NOW = Date.UTC(2026, 1, 28, 12)

const none = { amount: null, pending: null }
const of = (amount: number, pending: Limit['pending'] = null): Limit => ({ amount: cents(amount), pending })
const waiting = (amount: number | null, atMs: number) => ({ amount: amount === null ? null : cents(amount), atMs })

const orNone = fc.option(
  fc.integer({ min: 1, max: 5 }).map((amount) => cents(amount * 100)),
  { nil: null },
)
const size = (amount: Cents | null): number => amount ?? Number.POSITIVE_INFINITY

describe('a window', () => {
  it('slides: it reaches back from this moment, independent of the calendar', () => {
    expect(windowStart('day', NOW)).toBe(Date.UTC(2026, 1, 27, 12))
    expect(windowStart('week', NOW)).toBe(Date.UTC(2026, 1, 21, 12))
    expect(windowStart('month', NOW)).toBe(Date.UTC(2026, 0, 29, 12))
    expect(windowStart('month', Date.UTC(2028, 2, 1))).toBe(Date.UTC(2028, 0, 31))
  })
})

describe('a change of a limit', () => {
  it('applies at once where there was no limit', () => {
    expect(changeLimit(NO_LIMIT, cents(5000), NOW)).toEqual(of(5000))
  })

  it('applies at once when it is lower, and cancels a pending raise', () => {
    expect(changeLimit(of(5000), cents(4999), NOW)).toEqual(of(4999))
    expect(changeLimit(of(5000, waiting(9000, NOW + 1)), cents(1), NOW)).toEqual(of(1))
  })

  it.each([5001, null])('takes effect after 24 hours when it is raised to %s', (amount) => {
    const wish = amount === null ? null : cents(amount)
    const changed = changeLimit(of(5000), wish, NOW)
    expect(changed).toEqual(of(5000, waiting(amount, NOW + 24 * 3_600_000)))
    expect(limitAt(changed, NOW + RAISE_DELAY_MS - 1)).toBe(changed)
    expect(limitAt(changed, NOW + RAISE_DELAY_MS)).toEqual({ amount: wish, pending: null })
  })

  it('to the active limit cancels the pending one', () => {
    expect(changeLimit(of(5000, waiting(null, NOW + 1)), cents(5000), NOW)).toEqual(of(5000))
    expect(changeLimit(NO_LIMIT, null, NOW)).toEqual(none)
  })

  it('is compared with the pending limit', () => {
    const raised = of(5000, waiting(9000, NOW))
    expect(changeLimit(raised, cents(8000), NOW)).toEqual(of(8000))
    expect(changeLimit(raised, cents(9500), NOW)).toEqual(of(9000, waiting(9500, NOW + RAISE_DELAY_MS)))
  })

  it('does not restart the delay when as much or more is pending', () => {
    const raised = of(5000, waiting(9000, NOW + 1000))
    expect(changeLimit(raised, cents(9000), NOW)).toEqual(raised)
    expect(changeLimit(raised, cents(7000), NOW)).toEqual(of(5000, waiting(7000, NOW + 1000)))
    expect(changeLimit(raised, cents(9001), NOW)).toEqual(of(5000, waiting(9001, NOW + RAISE_DELAY_MS)))
    expect(changeLimit(raised, null, NOW)).toEqual(of(5000, waiting(null, NOW + RAISE_DELAY_MS)))
  })

  it('never allows more than a request from at least a day ago, with no lower request since', () => {
    const step = fc.record({ afterMs: fc.integer({ min: 0, max: 2 * DAY_MS }), wish: orNone })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let limit: Limit = NO_LIMIT
        let nowMs = NOW
        const asked: { size: number; atMs: number }[] = [{ size: size(null), atMs: Number.NEGATIVE_INFINITY }]
        for (const { afterMs, wish } of steps) {
          nowMs += afterMs
          limit = changeLimit(limit, wish, nowMs)
          asked.push({ size: size(wish), atMs: nowMs })
          const inForce = size(limit.amount)
          const isEarned = asked.some(
            ({ atMs }, at) => atMs <= nowMs - RAISE_DELAY_MS && asked.slice(at).every((one) => one.size >= inForce),
          )
          expect(isEarned).toBe(true)
          expect(limitAt(limit, nowMs + RAISE_DELAY_MS)).toEqual({ amount: wish, pending: null })
        }
      }),
    )
  })
})

describe('the remaining amount', () => {
  it('is never negative, and is unlimited without a limit', () => {
    expect(leftOf(cents(5000), cents(1250))).toBe(3750)
    expect(leftOf(cents(5000), cents(5000))).toBe(0)
    expect(leftOf(cents(5000), cents(9000))).toBe(0)
    expect(leftOf(null, cents(9000))).toBeNull()
  })
})
