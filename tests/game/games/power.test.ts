import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expOfNegative, ln } from '../../../src/game/games/power.ts'

describe('the logarithm', () => {
  it('equals the engine’s to 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (value) => {
        expect(Math.abs(ln(value) - Math.log(value))).toBeLessThanOrEqual(
          1e-15 * Math.max(1, Math.abs(Math.log(value))),
        )
      }),
    )
  })

  it('is 0 for 1, and differs for prices a cent apart', () => {
    expect(ln(1)).toBe(0)
    expect(ln(3_101_999 / 3_101_998)).toBeGreaterThan(0)
  })
})

describe('the exponential', () => {
  it('equals the engine’s to 14 digits, and is 0 below 2^-60', () => {
    fc.assert(
      fc.property(fc.double({ min: -60, max: 0, noNaN: true }), (exponent) => {
        const expected = exponent < -60 * Math.LN2 ? 0 : Math.exp(exponent)
        expect(Math.abs(expOfNegative(exponent) - expected)).toBeLessThanOrEqual(1e-14 * expected)
      }),
    )
  })

  it('is 1 for 0, and 0 for negative infinity', () => {
    expect(expOfNegative(0)).toBe(1)
    expect(expOfNegative(-0)).toBe(1)
    expect(expOfNegative(-(2 ** 60))).toBe(0)
  })
})

it('the logarithm and the exponential return the same bits on every machine', () => {
  expect(ln(3)).toBe(1.0986122886681098)
  expect(ln(1.25)).toBe(0.22314355131420974)
  expect(ln(3_101_999 / 7)).toBe(13.001647151290593)
  expect(expOfNegative(-1)).toBe(0.3678794411714424)
  expect(expOfNegative(-20.5)).toBe(1.2501528663867436e-9)
})
