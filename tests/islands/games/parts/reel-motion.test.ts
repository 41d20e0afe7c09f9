import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressAt, reelEasing, speedAt, timeAt } from '../../../../src/islands/games/parts/reel-motion.ts'

const time = fc.double({ min: 0, max: 1, noNaN: true })

describe('the curve of the reel', () => {
  test('starts at rest, ends at rest, and covers the whole distance', () => {
    expect([progressAt(0), speedAt(0)]).toEqual([0, 0])
    expect([progressAt(1), speedAt(1)]).toEqual([1, 0])
  })

  test('never runs backwards', () => {
    fc.assert(
      fc.property(time, time, (one, other) => progressAt(Math.min(one, other)) <= progressAt(Math.max(one, other))),
    )
  })

  test('is continuous in position and speed', () => {
    for (let step = 0; step < 1000; step++) {
      expect(progressAt((step + 1) / 1000) - progressAt(step / 1000)).toBeLessThan(0.005)
      expect(Math.abs(speedAt((step + 1) / 1000) - speedAt(step / 1000))).toBeLessThan(0.02)
    }
  })

  test('has a speed that is the slope of its position', () => {
    const top = (progressAt(0.0701) - progressAt(0.0699)) / 0.0002
    for (const at of [0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95]) {
      expect((progressAt(at + 0.0001) - progressAt(at - 0.0001)) / 0.0002 / top).toBeCloseTo(speedAt(at), 2)
    }
  })

  test('has a time for every share of the way', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(timeAt(progressAt(at))).toBeCloseTo(at, 2)
      }),
    )
  })

  test('accelerates briefly and then only slows down', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.08, max: 1, noNaN: true }),
        fc.double({ min: 0.08, max: 1, noNaN: true }),
        (one, other) => speedAt(Math.max(one, other)) <= speedAt(Math.min(one, other)),
      ),
    )
  })

  test('is passed to the compositor as points from 0 to 1', () => {
    const points = reelEasing().slice('linear('.length, -1).split(', ').map(Number)
    expect(points).toHaveLength(121)
    expect(points[0]).toBe(0)
    expect(points.at(-1)).toBe(1)
  })
})
