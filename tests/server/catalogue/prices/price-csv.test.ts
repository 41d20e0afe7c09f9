// How the numbers of separated files are written: each row for itself, and by the others only where it can be read in two ways.
import { describe, expect, it } from 'vitest'
import { readCsv } from '../../../../src/server/catalogue/prices/price-csv.ts'
import { readPriceJson } from '../../../../src/server/catalogue/prices/price-formats.ts'
import type { ListedPrices } from '../../../../src/server/catalogue/prices/price-list.ts'

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

  it('with two possible readings are read as most rows are, also beside one odd row', () => {
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

describe('the price column of a file', () => {
  const column = (header: string): ListedPrices => readCsv('x', `market_hash_name,wear,${header}\nitem,FN,150\n`)

  it.each([
    ['price', 15_000],
    ['Price ($)', 15_000],
    ['price_usd', 15_000],
    ['Price [USD]', 15_000],
    ['suggested_price', 15_000],
    ['suggested_price_usd', 15_000],
    ['Median Price', 15_000],
    ['price_cents', 150],
    ['min_price_cents', 150],
    ['price_usd_cents', 150],
  ])('may be called %s, and is told', (header, cents) => {
    expect(column(header)).toMatchObject({ column: header, prices: new Map([['item', cents]]) })
  })

  it.each([
    'price_eur',
    'price_rub',
    'Price (€)',
    'price, руб.',
    'price %',
    'price_percent',
    'price_change_24h',
    'old_price',
    'price_updated_at',
    'cents',
  ])('may not be called %s: the columns are named, and what is accepted', (header) => {
    const quoted = `"${header}"`
    expect(() => column(quoted)).toThrow(
      `x has no column "price", only market_hash_name, wear, ${header}. Accepted are price, suggested_price, safe, ` +
        'safe_price, median_price, mean_price and min_price, each also with _usd or _cents.',
    )
  })

  it('is that in dollars where there are several', () => {
    expect(readCsv('x', 'name,price,price_usd\na,90,1\n').prices.get('a')).toBe(100)
    expect(readCsv('x', 'name,price_eur,price_usd,old_price\na,90,1,5\n').prices.get('a')).toBe(100)
  })

  it('is refused where no column has names: its own name is no price', () => {
    expect(() => readCsv('x', 'skin,price_eur\na,1\n')).toThrow(
      'x has no column "market_hash_name", only skin, price_eur.',
    )
  })

  it.each(['Currency', 'CURRENCY', 'currency_code'])('has a currency in %s', (header) => {
    const { prices, odd } = readCsv('x', `name,price,${header}\na,1,EUR\nb,1,usd\n`)
    expect([...prices]).toEqual([['b', 100]])
    expect(odd).toEqual([{ name: 'a', reason: 'line 2: the price is in EUR, not in USD' }])
  })
})

describe('the currency of a list in JSON', () => {
  it.each(['currency', 'Currency', 'CURRENCY', 'currencyCode'])('is that of a row in %s', (field) => {
    const rows = [
      { name: 'a', price: 1, [field]: 'EUR' },
      { name: 'b', price: 1, [field]: 'usd' },
      { name: 'c', price: 1, [field]: 3 },
      { name: 'd', price: 1, [field]: null },
    ]
    const { prices, odd } = readPriceJson('x', JSON.stringify(rows))
    expect([...prices.keys()]).toEqual(['b', 'd'])
    expect(odd.map(({ reason }) => reason)).toEqual([
      'entry 1: the price is in EUR, not in USD',
      'entry 3: the price is in 3, not in USD',
    ])
  })

  it.each([
    { Currency: 'EUR', prices: { a: 1 } },
    { Metadata: { Currency: 'EUR' }, data: [{ name: 'a', price: 1 }] },
    { currency: 'EUR', a: 1 },
  ])('is that of the whole of %j', (list) => {
    expect(() => readPriceJson('x', JSON.stringify(list))).toThrow('x is in EUR, not in USD.')
  })
})
