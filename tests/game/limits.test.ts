import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeLimit,
  DAY_MS,
  type Limit,
  leftOf,
  limitAt,
  NO_LIMIT,
  RAISE_DELAY_MS,
  windowStart,
} from '../../src/game/limits.ts'
import { type Cents, cents } from '../../src/game/money.ts'

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
  it('slides: it reaches back from this moment, whatever the calendar says', () => {
    expect(windowStart('day', NOW)).toBe(Date.UTC(2026, 1, 27, 12))
    expect(windowStart('week', NOW)).toBe(Date.UTC(2026, 1, 21, 12))
    expect(windowStart('month', NOW)).toBe(Date.UTC(2026, 0, 29, 12))
    expect(windowStart('month', Date.UTC(2028, 2, 1))).toBe(Date.UTC(2028, 0, 31))
  })
})

describe('a change of a limit', () => {
  it('counts at once where there was none', () => {
    expect(changeLimit(NO_LIMIT, cents(5000), NOW)).toEqual(of(5000))
  })

  it('counts at once when it is lower, and takes back a raise that waits', () => {
    expect(changeLimit(of(5000), cents(4999), NOW)).toEqual(of(4999))
    expect(changeLimit(of(5000, waiting(9000, NOW + 1)), cents(1), NOW)).toEqual(of(1))
  })

  it.each([5001, null])('waits 24 hours when it is raised to %s', (amount) => {
    const wish = amount === null ? null : cents(amount)
    const changed = changeLimit(of(5000), wish, NOW)
    expect(changed).toEqual(of(5000, waiting(amount, NOW + 24 * 3_600_000)))
    expect(limitAt(changed, NOW + RAISE_DELAY_MS - 1)).toBe(changed)
    expect(limitAt(changed, NOW + RAISE_DELAY_MS)).toEqual({ amount: wish, pending: null })
  })

  it('to what is in force takes back what waits', () => {
    expect(changeLimit(of(5000, waiting(null, NOW + 1)), cents(5000), NOW)).toEqual(of(5000))
    expect(changeLimit(NO_LIMIT, null, NOW)).toEqual(none)
  })

  it('is measured by what waited until now', () => {
    const raised = of(5000, waiting(9000, NOW))
    expect(changeLimit(raised, cents(8000), NOW)).toEqual(of(8000))
    expect(changeLimit(raised, cents(9500), NOW)).toEqual(of(9000, waiting(9500, NOW + RAISE_DELAY_MS)))
  })

  it('does not begin to wait again when as much or more is waiting', () => {
    const raised = of(5000, waiting(9000, NOW + 1000))
    expect(changeLimit(raised, cents(9000), NOW)).toEqual(raised)
    expect(changeLimit(raised, cents(7000), NOW)).toEqual(of(5000, waiting(7000, NOW + 1000)))
    expect(changeLimit(raised, cents(9001), NOW)).toEqual(of(5000, waiting(9001, NOW + RAISE_DELAY_MS)))
    expect(changeLimit(raised, null, NOW)).toEqual(of(5000, waiting(null, NOW + RAISE_DELAY_MS)))
  })

  it('never lets through more than was asked for a day before, with nothing less asked since', () => {
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

describe('what is left', () => {
  it('is never less than nothing, and has no bound without a limit', () => {
    expect(leftOf(cents(5000), cents(1250))).toBe(3750)
    expect(leftOf(cents(5000), cents(5000))).toBe(0)
    expect(leftOf(cents(5000), cents(9000))).toBe(0)
    expect(leftOf(null, cents(9000))).toBeNull()
  })
})
