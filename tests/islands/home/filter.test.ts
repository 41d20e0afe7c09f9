import { describe, expect, test } from 'vitest'
import { fits } from '../../../src/islands/home/filter.ts'

const shown = { name: 'Сузір’я Оріона', price: 1000 }

describe('the search of the home screen', () => {
  test('shows everything without a query', () => {
    expect(fits(shown, '  ', 'all')).toBe(true)
  })

  test('matches parts of the name, in any order and any case', () => {
    expect(fits(shown, 'ОРІОН сузір', 'all')).toBe(true)
    expect(fits(shown, 'оріон марс', 'all')).toBe(false)
  })

  test('ignores what keyboards lack: apostrophes, and ё', () => {
    expect(fits(shown, "сузір'я", 'all')).toBe(true)
    expect(fits(shown, 'сузіря', 'all')).toBe(true)
    expect(fits({ name: 'Зелёное сияние', price: 1 }, 'зеленое', 'all')).toBe(true)
  })

  test('counts a price at a boundary once, in the band that starts there', () => {
    expect(fits(shown, '', '2-10')).toBe(false)
    expect(fits(shown, '', '10-50')).toBe(true)
    expect(fits({ ...shown, price: 1_000_000 }, '', 'over-50')).toBe(true)
  })
})
