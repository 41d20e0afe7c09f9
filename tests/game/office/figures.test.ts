// Sums of figures, periods, and returns that drift.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import {
  type DayFigures,
  DRIFT_ERRORS,
  DRIFT_ROLLS,
  daysOf,
  deviationOf,
  HOUR_FIGURES,
  isDrifting,
  marginCents,
  PLAYER_FIGURES,
  periodBefore,
  shareOf,
  sumFigures,
  sumHours,
} from '../../../src/game/office/figures.ts'

const NAMES = [...HOUR_FIGURES, ...PLAYER_FIGURES]

const dayArbitrary = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.integer({ min: -1_000_000, max: 1_000_000 })])),
) as unknown as fc.Arbitrary<DayFigures>

describe('figures', () => {
  it('add up the same in any order and in any parts', () => {
    fc.assert(
      fc.property(fc.array(dayArbitrary), fc.nat(), (days, cut) => {
        const [one, other] = [days.slice(0, cut % (days.length + 1)), days.slice(cut % (days.length + 1))]
        expect(sumFigures([sumFigures(one), sumFigures(other)])).toEqual(sumFigures(days.toReversed()))
        const { active: _, returning: __, payers: ___, ...hours } = sumFigures(days)
        expect(sumHours(days)).toEqual(hours)
      }),
    )
  })

  it('are compared with a period as long that ends on the day before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 366 }), (start, length) => {
        const first = addDays('2020-01-01', start)
        const period = { first, last: addDays(first, length - 1) }
        const before = periodBefore(period)
        expect(daysOf(before)).toHaveLength(daysOf(period).length)
        expect(addDays(before.last, 1)).toBe(first)
      }),
    )
  })

  it('have no share of nothing', () => {
    expect(shareOf(3, 0)).toBeNull()
    expect(shareOf(1, 4)).toBe(0.25)
    expect(marginCents(1_500_000)).toBe(2)
  })
})

describe('a return', () => {
  const steady = { rolls: DRIFT_ROLLS, staked: 10_000, won: 9_000, expected: 9_000, variance: 10_000 }

  it('drifts beyond the errors that the page states, either way, and not at them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (off) => {
        const played = { ...steady, won: steady.expected + off }
        expect(deviationOf(played)).toBeCloseTo(off / 100)
        expect(isDrifting(played)).toBe(Math.abs(off) > DRIFT_ERRORS * 100)
      }),
      { examples: [[DRIFT_ERRORS * 100], [-DRIFT_ERRORS * 100]] },
    )
  })

  it('says nothing by few rolls, without stakes or without chance', () => {
    expect(isDrifting({ ...steady, rolls: DRIFT_ROLLS - 1, won: 90_000 })).toBe(false)
    expect(deviationOf({ ...steady, staked: 0 })).toBeNull()
    expect(deviationOf({ ...steady, variance: 0, won: 1 })).toBeNull()
  })
})
