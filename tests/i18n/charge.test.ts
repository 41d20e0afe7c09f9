// The charge of a deposit as text in its currency.
import { describe, expect, it } from 'vitest'
import { formatCharge, formatUnits } from '../../src/i18n/charge.ts'

/** Replaces non-breaking spaces by plain ones. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('a charge', () => {
  it.each([
    [45_000, 'RUB', '450 ₽'],
    [45_050, 'RUB', '450,50 ₽'],
    [0, 'RUB', '0 ₽'],
    [90_000_000, 'RUB', '900 000 ₽'],
    [4301, 'UAH', '43,01 ₴'],
    [500, 'USD', '$5.00'],
    [1_234_567, 'USD', '$12,345.67'],
  ] as const)('of %i in %s is %s', (charge, currency, text) => {
    expect(plain(formatCharge(charge, currency))).toBe(text)
  })

  it('is never split from its sign', () => {
    expect(formatCharge(90_000_000, 'RUB')).not.toMatch(/ /)
  })
})

describe('units', () => {
  it.each([
    ['472.50', 'RUB', '472,50 ₽'],
    ['1234567.00', 'UAH', '1 234 567 ₴'],
    ['945.00', 'RUB', '945 ₽'],
    ['945.00', 'USD', '$945.00'],
    ['1234.50', 'USD', '$1,234.50'],
  ] as const)('%s in %s are %s', (units, currency, text) => {
    expect(plain(formatUnits(units, currency))).toBe(text)
  })
})
