// What is copied of a page.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainMoney, shortId } from '../../src/office/parts/plain.ts'

it('an amount is copied as a number of dollars', () => {
  expect([0, 5, 50, 123, -123, 123_456_789].map(plainMoney)).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '1.23',
    '-1.23',
    '1234567.89',
  ])
})

it('an amount is copied to the cent', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      expect(BigInt(plainMoney(cents).replace('.', ''))).toBe(BigInt(cents))
    }),
  )
})

it('an id is shortened where it is long', () => {
  expect(shortId('1000')).toBe('1000')
  expect(shortId('019a0001-1111-7222-8333-000000000abc')).toBe('019a0001…0abc')
})
