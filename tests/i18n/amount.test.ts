// Amounts in dollars as players type and paste them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount, tidyAmount } from '../../src/i18n/amount.ts'

describe('an amount', () => {
  it.each([
    ['5', '5', 500],
    ['5.', '5.', 500],
    ['5.5', '5.5', 550],
    ['5,25', '5.25', 525],
    ['.5', '.5', 50],
    ['$ 1,000.50', '1000.50', 100_050],
    ['1,000', '1000', 100_000],
    ['12,345,678', '12345678', 1_234_567_800],
    ['1 000', '1000', 100_000],
    ['005', '5', 500],
    ['5.999', '5.99', 599],
    ['1.2.3', '1.23', 123],
    ['-5', '5', 500],
    ['1e9', '19', 1900],
    ['12345678901', '123456789', 12_345_678_900],
    ['', '', null],
    ['.', '.', null],
    ['0', '0', null],
    ['0.00', '0.00', null],
    ['five', '', null],
  ])('typed as %j is shown as %j and is %s cents', (typed, shown, amount) => {
    expect(tidyAmount(typed)).toBe(shown)
    expect(readAmount(typed)).toBe(amount)
  })

  it('that is formatted stays the same when it is formatted again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,]{0,14}$/)), (typed) => {
        const tidy = tidyAmount(typed)
        expect(tidyAmount(tidy)).toBe(tidy)
        expect(tidy).toMatch(/^\d{0,9}(\.\d{0,2})?$/)
      }),
    )
  })

  it('is parsed to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (amount) => {
        expect(readAmount((amount / 100).toFixed(2))).toBe(amount)
      }),
    )
  })
})
