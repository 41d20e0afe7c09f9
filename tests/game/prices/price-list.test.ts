import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { firstAtLeast, sortByPrice } from '../../../src/game/prices/price-list.ts'

const items = fc.array(
  fc.record({ id: fc.stringMatching(/^[a-z]{1,4}$/), priceCents: fc.integer({ min: 1, max: 50 }).map(cents) }),
)

it('a price list is sorted by price, then by id', () => {
  const item = (id: string, price: number) => ({ id, priceCents: cents(price) })
  const list = sortByPrice([item('b', 20), item('z', 3), item('a.st', 20), item('B', 20)])
  expect(list.map(({ id }) => id)).toEqual(['z', 'B', 'a.st', 'b'])
})

it('the first item for a price is the first that costs as much or more', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 55 }), (given, price) => {
      const list = sortByPrice(given)
      const at = list.findIndex(({ priceCents }) => priceCents >= price)
      expect(firstAtLeast(list, price)).toBe(at === -1 ? list.length : at)
    }),
  )
})
