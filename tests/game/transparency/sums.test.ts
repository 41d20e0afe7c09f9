// Days add up to windows, and quantiles of merged waits are those of all waits.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentFigures, stepOfWait, WAIT_BOUNDS } from '../../../src/game/transparency/day.ts'
import { addFigures, NO_FIGURES, oddsInForce, waitQuantile, windowOf } from '../../../src/game/transparency/sums.ts'
import { summarize } from '../../../src/game/transparency/window.ts'
import { figures } from './published-days.ts'

function waitsOf(minutes: readonly number[]): number[] {
  const steps = NO_FIGURES.withdrawals.waits.slice()
  for (const wait of minutes) steps[stepOfWait(wait)] = (steps[stepOfWait(wait)] ?? 0) + 1
  return steps
}

describe('sums of days', () => {
  it('do not depend on where days are split', () => {
    fc.assert(
      fc.property(fc.array(figures, { maxLength: 8 }), fc.nat(), (days, place) => {
        const at = days.length === 0 ? 0 : place % days.length
        const parts = [days.slice(0, at), days.slice(at)].map((part) => part.reduce(addFigures, NO_FIGURES))
        const merged = parts.reduce(addFigures, NO_FIGURES)
        // The share of margin is that of the last day.
        const all = days.reduce(addFigures, NO_FIGURES)
        expect(days.length === 0 ? all : merged).toEqual(all)
      }),
    )
  })

  it('hold the last days only', () => {
    fc.assert(
      fc.property(fc.array(figures, { minLength: 3, maxLength: 5 }), (days) => {
        expect(windowOf(days, 2)).toEqual(windowOf(days.slice(-2), 90))
        expect(summarize(days, 2)).toMatchObject({ days: 2, wanted: 2 })
      }),
    )
  })
})

describe('the quantile of waits', () => {
  it('is the step of the wait at its rank, also where days were merged', () => {
    const minutes = fc.array(fc.double({ min: 0, max: 30_000, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(minutes, minutes, fc.constantFrom(0.5, 0.95, 1), (day, other, share) => {
        const sorted = [...day, ...other].sort((a, b) => a - b)
        const wait = sorted[Math.ceil(sorted.length * share) - 1] ?? 0
        const merged = waitsOf(day).map((count, step) => count + (waitsOf(other)[step] ?? 0))
        const bound = waitQuantile(merged, share)
        expect(bound).toBe(WAIT_BOUNDS[stepOfWait(wait)] ?? Number.POSITIVE_INFINITY)
      }),
    )
    expect(waitQuantile(waitsOf([]), 0.5)).toBeNull()
  })
})

describe('amounts of payments', () => {
  it('are withheld where fewer than five make them', () => {
    expect(paymentFigures(4, 900)).toEqual({ count: 4, cents: 0, withheld: 4 })
    expect(paymentFigures(5, 900)).toEqual({ count: 5, cents: 900, withheld: 0 })
  })
})

describe('the odds in force', () => {
  it('follow from the changes of all days', () => {
    const edition = (hash: string) => ({ hash, price: 100, return: 900_000 })
    const day = (name: string, ...changes: readonly [string, string | null][]) => ({
      day: name,
      odds: {
        tables: 0,
        digest: '',
        changes: changes.map(([url, hash]) => ({
          case: url,
          before: null,
          after: hash === null ? null : edition(hash),
        })),
      },
    })
    expect(oddsInForce([day('1', ['b', 'x'], ['a', 'y'], ['c', 'z']), day('2', ['b', 'w'], ['c', null])])).toEqual([
      { case: 'a', ...edition('y'), since: '1' },
      { case: 'b', ...edition('w'), since: '2' },
    ])
  })
})
