// What differs between two editions: named by the records' own names, counted where it is much.
import { expect, it } from 'vitest'
import { editionChanges } from '../../../src/server/shop/edition-changes.ts'

it('names what changed, was added and was removed', () => {
  const before = {
    'prices.json': '{"a.fn": 100, "b.fn": 200}',
    'cases.json': '{"cases":[{"url":"orion","price":130,"entries":[{"item":"a.fn","tickets":1}]}]}',
  }
  const after = {
    'prices.json': '{"a.fn": 110, "c.fn": 5}',
    'cases.json':
      '{"cases":[{"url":"vega","price":50},{"url":"orion","price":140,"entries":[{"item":"a.fn","tickets":2}]}]}',
  }
  expect(editionChanges(before, after)).toEqual([
    'prices.json: a.fn: 100 → 110',
    'prices.json: b.fn: 200 → absent',
    'prices.json: c.fn: absent → 5',
    'cases.json: cases orion price: 130 → 140',
    'cases.json: cases orion entries a.fn tickets: 1 → 2',
    'cases.json: cases vega url: absent → "vega"',
    'cases.json: cases vega price: absent → 50',
  ])
})

it('counts what is too much to list, and says when only the form differs', () => {
  const prices = (first: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`item-${at}`, first + at])))
  const changes = editionChanges({ 'prices.json': prices(1) }, { 'prices.json': prices(2) })
  expect(changes).toHaveLength(41)
  expect(changes.at(-1)).toBe('prices.json: … and 60 more')
  expect(editionChanges({ 'rates.json': '[1]' }, { 'rates.json': '[ 1 ]' })).toEqual(['rates.json: only its form'])
  expect(editionChanges({ 'rates.json': '[1]' }, { 'rates.json': '[1]' })).toEqual([])
})
