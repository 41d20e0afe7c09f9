import { describe, expect, it } from 'vitest'
import { cents, sumCents, timesCents } from '../../../src/game/base/money.ts'

describe('money', () => {
  it('is whole cents', () => {
    expect(cents(-1250)).toBe(-1250)
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => cents(amount)).toThrow(RangeError)
  })

  it('adds and multiplies', () => {
    expect(sumCents([])).toBe(0)
    expect(sumCents([cents(199), cents(1), cents(-50)])).toBe(150)
    expect(timesCents(cents(250), 10)).toBe(2500)
  })

  it('is always an integer', () => {
    expect(() => timesCents(cents(250), 0.1001)).toThrow(RangeError)
    expect(() => timesCents(cents(2 ** 52), 4)).toThrow(RangeError)
  })
})
