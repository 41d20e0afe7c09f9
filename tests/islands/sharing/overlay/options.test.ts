// The options in the address of an overlay: any text gives something that can be shown.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOptions } from '../../../../src/islands/sharing/overlay/options.ts'

it('has usual values without a query', () => {
  expect(readOptions('', 'ru')).toEqual({ language: 'ru', drops: 5, size: 1, hasSums: true })
})

it('reads what the address asks for', () => {
  expect(readOptions('?lang=uk&drops=3&size=1.5&sums=off', 'en')).toEqual({
    language: 'uk',
    drops: 3,
    size: 1.5,
    hasSums: false,
  })
})

it('stays within its limits for any text', () => {
  const text = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('', ' ', '-1', '1e9', 'NaN', 'Infinity', '0x10'),
  )
  fc.assert(
    fc.property(text, text, text, (lang, drops, size) => {
      const read = readOptions(`?${new URLSearchParams({ lang, drops, size })}`, 'en')
      expect(['en', 'ru', 'uk']).toContain(read.language)
      expect(Number.isInteger(read.drops) && read.drops >= 0 && read.drops <= 10).toBe(true)
      expect(read.size >= 0.5 && read.size <= 4).toBe(true)
    }),
  )
})
