import { describe, expect, it } from 'vitest'
import { chiSquared, drawFrom, gammaQ, seededStream } from './chi-squared.ts'

describe('the p-value of chi-squared', () => {
  // Critical values from any table of the distribution.
  it.each([
    [3.841458820694124, 1, 0.05],
    [6.634896601021213, 1, 0.01],
    [11.070497693516351, 5, 0.05],
    [29.587_298, 10, 0.001],
    [73.401957, 40, 0.001],
    [2.155856, 10, 0.995],
  ])('of %d with %d degrees of freedom is %d', (statistic, freedom, p) => {
    expect(gammaQ(freedom / 2, statistic / 2)).toBeCloseTo(p, 4)
  })

  it('is 1 when the counts match the expectation', () => {
    expect(chiSquared([500, 300, 200], [5, 3, 2])).toEqual({ statistic: 0, freedom: 2, p: 1 })
  })

  it('is tiny when one item wins a tenth more often than expected', () => {
    expect(chiSquared([55_000, 45_000], [1, 1]).p).toBeLessThan(1e-9)
  })

  it('merges entries that are too rare to be counted alone', () => {
    expect(chiSquared([990, 4, 6], [990, 4, 6]).freedom).toBe(1)
  })
})

it('a seeded stream gives the same uniform draws every time', () => {
  const stream = seededStream(1)
  const counts = new Array<number>(10).fill(0)
  for (let at = 0; at < 100_000; at++) {
    const roll = drawFrom(stream, 10)
    counts[roll - 1] = (counts[roll - 1] ?? 0) + 1
  }
  expect(chiSquared(counts, new Array<number>(10).fill(1)).p).toBeGreaterThan(0.001)
  expect(seededStream(7)()).toBe(seededStream(7)())
  expect(seededStream(7)()).not.toBe(seededStream(8)())
})
