// Openings that are played before a case is sold: the same seed plays the same ones, and they return what the odds say.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BAR_BOUNDS, createSimulation, SIMULATED } from '../../../src/game/games/simulation.ts'

const hmacOf = (seed: string) => (message: string) => createHash('sha256').update(`${seed} ${message}`).digest()

const BOX = {
  priceCents: 100,
  entries: [
    { priceCents: 5_000, tickets: 5_000 },
    { priceCents: 150, tickets: 200_000 },
    { priceCents: 40, tickets: 795_000 },
  ],
}

function play(seed: string, count: number) {
  const simulation = createSimulation(BOX, hmacOf(seed))
  for (let left = count; left > 0; left -= 1_000) simulation.play(Math.min(left, 1_000))
  return simulation.result()
}

describe('a simulation of a case', () => {
  it('plays the same openings from the same seed, in slices or at once', () => {
    const whole = createSimulation(BOX, hmacOf('a'))
    whole.play(5_000)
    expect(play('a', 5_000)).toEqual(whole.result())
    expect(play('b', 5_000)).not.toEqual(whole.result())
  })

  it('returns about what the odds promise, and counts each opening in one bar', () => {
    const result = play('a', SIMULATED)
    expect(result.openings).toBe(SIMULATED)
    expect(result.measured).toBeGreaterThan(0.82)
    expect(result.measured).toBeLessThan(0.92)
    expect(result.bars).toHaveLength(BAR_BOUNDS.length + 1)
    expect(result.bars.reduce((sum, bar) => sum + bar, 0)).toBe(SIMULATED)
    // $0.40 of $1, $1.50 of $1 and $50 of $1, which is no less than the last bound.
    expect(result.bars.map((bar) => bar > 0)).toEqual([false, false, true, false, true, false, false, false, true])
    expect(result.paid).toBeCloseTo(0.205, 1)
    expect(result.dearest).toBe(0)
  })

  it('tells the median of losses', () => {
    const sure = createSimulation({ priceCents: 100, entries: [{ priceCents: 90, tickets: 1_000_000 }] }, hmacOf('a'))
    sure.play(2_000)
    expect(sure.result().losses).toEqual({ 10: 100, 100: 1_000, 1000: 10_000 })
    const { losses } = play('a', SIMULATED)
    expect(losses[10]).toBeGreaterThan(0)
    expect(losses[1_000]).toBeGreaterThan(losses[10])
  })

  it('refuses tickets that do not make a case', () => {
    expect(() => createSimulation({ priceCents: 1, entries: [{ priceCents: 1, tickets: 1 }] }, hmacOf('a'))).toThrow(
      RangeError,
    )
    expect(createSimulation(BOX, hmacOf('a')).result().measured).toBe(0)
  })
})
