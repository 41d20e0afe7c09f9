import { describe, expect, test } from 'vitest'
import { createFilter } from '../../../src/islands/home/filter.ts'

const orion = { names: ['Сузір’я Оріона', 'Orion'], price: 1000 }
const aurora = { names: ['Зелёное сияние', 'Green Aurora'], price: 1 }
const all = [orion, aurora]
const filter = createFilter(all)

describe('the search of the home screen', () => {
  test('shows everything without a query', () => {
    expect([...filter('  ', 'all')]).toEqual(all)
  })

  test('matches parts of the name, in any order and any case', () => {
    expect([...filter('ОРІОН сузір', 'all')]).toEqual([orion])
    expect([...filter('оріон марс', 'all')]).toEqual([])
  })

  test('ignores what keyboards lack: apostrophes, and ё', () => {
    expect([...filter("сузір'я", 'all')]).toEqual([orion])
    expect([...filter('сузіря', 'all')]).toEqual([orion])
    expect([...filter('зеленое', 'all')]).toEqual([aurora])
  })

  test('matches the English name, and what was typed in the other keyboard layout', () => {
    expect([...filter('aurora', 'all')]).toEqual([aurora])
    expect([...filter('фгкщкф', 'all')]).toEqual([aurora])
    expect([...filter('jhsjy', 'all')]).toEqual([orion])
    expect([...filter('cepshz jhs', 'all')]).toEqual([orion])
  })

  test('counts a price at a boundary once, in the band that starts there', () => {
    expect([...filter('сузір', '2-10')]).toEqual([])
    expect([...filter('сузір', '10-50')]).toEqual([orion])
    expect([...createFilter([{ ...orion, price: 1_000_000 }])('', 'over-50')]).toHaveLength(1)
  })
})
