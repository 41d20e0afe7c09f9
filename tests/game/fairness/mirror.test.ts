// How long a losing run is to be expected.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedLosingRun } from '../../../src/game/fairness/mirror.ts'

/** The exact mean of the longest run of losses: from the chances that none of more than a length occurs, round by round. */
function exactMean(rounds: number, chance: number): number {
  let mean = 0
  for (let run = 1; run <= rounds; run++) {
    // The chance of each current run below `run`, without a longer one so far.
    let current = [1, ...Array.from({ length: run - 1 }, () => 0)]
    for (let round = 0; round < rounds; round++) {
      const all = current.reduce((sum, part) => sum + part, 0)
      current = current.map((_, length) => (length === 0 ? all * (1 - chance) : (current[length - 1] ?? 0) * chance))
    }
    mean += 1 - current.reduce((sum, part) => sum + part, 0)
  }
  return mean
}

const rounds = fc.integer({ min: 1, max: 60 })
const chance = fc.integer({ min: 1, max: 95 }).map((percent) => percent / 100)

describe('the expected losing run', () => {
  it('is the exact mean of few rounds', () => {
    fc.assert(
      fc.property(rounds, chance, (count, lost) => {
        expect(expectedLosingRun(count, lost)).toBeCloseTo(exactMean(count, lost), 6)
      }),
    )
  })

  it('goes on where the rounds are too many to be exact', () => {
    for (const lost of [0.3, 0.5, 0.7, 0.9, 0.95]) {
      const [exact, near] = [expectedLosingRun(500, lost), expectedLosingRun(501, lost)]
      expect(Math.abs(near - exact) / exact, String(lost)).toBeLessThan(0.035)
      // A doubling adds log 2 / log (1 / chance) losses.
      const added = expectedLosingRun(200_000, lost) - expectedLosingRun(100_000, lost)
      expect(added, String(lost)).toBeCloseTo(Math.log(2) / -Math.log(lost), 1)
    }
  })

  it('is never longer than the rounds, and grows with them and with the chance of a loss', () => {
    fc.assert(
      fc.property(rounds, chance, (count, lost) => {
        const run = expectedLosingRun(count, lost)
        expect(run).toBeGreaterThan(0)
        expect(run).toBeLessThanOrEqual(count)
        expect(expectedLosingRun(count + 1, lost)).toBeGreaterThanOrEqual(run)
        expect(expectedLosingRun(count, lost + 0.02)).toBeGreaterThanOrEqual(run)
      }),
    )
  })

  it('is all of them where nothing can be won, and none where nothing can be lost', () => {
    expect(expectedLosingRun(40, 1)).toBe(40)
    expect(expectedLosingRun(40, 0)).toBe(0)
    expect(expectedLosingRun(0, 0.5)).toBe(0)
  })
})
