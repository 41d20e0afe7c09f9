// The boost of the online count: 5 to 30, changed every 50000 ms.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOnlineBoost } from '../../../src/server/realtime/online-boost.ts'

describe('the online boost', () => {
  it('is a whole number from 5 to 30, both reached', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        const boost = createOnlineBoost({ now: () => 0, random: () => random })()
        expect(Number.isInteger(boost) && boost >= 5 && boost <= 30).toBe(true)
      }),
    )
    expect(createOnlineBoost({ now: () => 0, random: () => 0 })()).toBe(5)
    expect(createOnlineBoost({ now: () => 0, random: () => 0.999_999 })()).toBe(30)
  })

  it('is constant for 50000 ms and is then rolled again', () => {
    let nowMs = 20 * 50_000
    const rolls = [0, 0.5, 0.99]
    const boost = createOnlineBoost({ now: () => nowMs, random: () => rolls.shift() ?? 0 })
    expect(boost()).toBe(5)
    nowMs += 49_999
    expect(boost()).toBe(5)
    nowMs += 1
    expect(boost()).toBe(18)
    nowMs += 49_999
    expect(boost()).toBe(18)
    nowMs += 1
    expect(boost()).toBe(30)
  })

  it('is the same on every instance at one time, independent of its start', () => {
    const random = (place: number): number => (place % 7) / 7
    let nowMs = 123_456
    const first = createOnlineBoost({ now: () => nowMs, random })
    for (; nowMs < 1_000_000; nowMs += 9_999) {
      expect(createOnlineBoost({ now: () => nowMs, random })()).toBe(first())
    }
  })
})
