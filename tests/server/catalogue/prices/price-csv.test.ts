// How the numbers of separated files are written: each row for itself, and by the others only where it can be read in two ways.
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../../src/server/catalogue/prices/price-csv.ts'

/** Returns the prices in cents of a file with one price a row, in their order; null for a row that is left out. */
function read(prices: readonly string[], separator = ';'): (number | null)[] {
  const rows = prices.map((price, at) => `item ${at}${separator}${price}`)
  const list = readCsv('x', ['name;price'.replace(';', separator), ...rows].join('\n'))
  return prices.map((_, at) => list.prices.get(`item ${at}`) ?? null)
}

describe.each([';', '\t'])('prices of a file separated by %j', (separator) => {
  it.each<[string, readonly string[], readonly (number | null)[]]>([
    ['a comma in one row', ['12.50', '2,50', '3.99', '0.5'], [1250, 250, 399, 50]],
    ['a point in one row', ['12,50', '2.50', '1.234,50', '0,5'], [1250, 250, 123_450, 50]],
    ['thousands by comma', ['1,234.50', '12.5', '1,234'], [123_450, 1250, 123_400]],
    ['thousands by point', ['1.234,50', '12,5', '1.234'], [123_450, 1250, 123_400]],
    ['three decimals after a point', ['12.50', '1.234', '0.125'], [1250, 123, 13]],
    ['three decimals after a comma', ['12,50', '1,234', '0,125'], [1250, 123, 13]],
    ['two groups, which tell', ['1.000.000', '1.234'], [100_000_000, 123_400]],
    ['dollars', ['$12.50', '2,50 $', '3,50 USD'], [1250, 250, 350]],
    ['whole numbers', ['12', '2500'], [1200, 250_000]],
    ['groups that are none', ['12.50', '12.50,00', '1.2.3', '12,50.0'], [1250, null, null, null]],
    ['nothing that tells of one row', ['12', '1.234', '1,234'], [1200, null, null]],
    ['rows that contradict each other about another', ['12.50', '2,50', '1.234'], [1250, 250, null]],
  ])('may have %s', (_, prices, cents) => {
    expect(read(prices, separator)).toEqual(cents)
  })

  it('are read by most rows where one can be read in two ways, whatever a single row is', () => {
    const points = Array.from({ length: 20 }, (_, at) => `${at + 1}.50`)
    expect(read([...points, '2,50', '1.234'], separator).slice(-2)).toEqual([250, 123])
  })
})

it('names a row that can be read in two ways', () => {
  const { odd } = readCsv('x', 'a;12\nb;1.234\n')
  expect(odd).toEqual([
    {
      name: 'b',
      reason:
        'line 2: "1.234" has a mark before three digits that may group thousands or not: the other rows do not tell',
    },
  ])
})
