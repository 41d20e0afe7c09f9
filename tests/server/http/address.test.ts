// Addresses that cannot be decoded are answered with "not found" like any other unknown address.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { routableAddress } from '../../../src/server/http/address.ts'

it.each(['/', '/faq?x=%zz', '/api/case/orion', '/a%20b', '/%D0%BA?%', '*'])(
  'the address parser keeps %s',
  (address) => {
    expect(routableAddress(address)).toBe(address)
  },
)

it.each([
  ['/%', '/%25'],
  ['/%zz/%41?a=%', '/%25zz/%2541?a=%'],
  ['/%e2%82?x?y', '/%25e2%2582?x?y'],
])('the address parser treats %s literally', (address, routed) => {
  expect(routableAddress(address)).toBe(routed)
})

it('the address parser makes every path decodable, and leaves every query alone', () => {
  const piece = fc.string({ unit: fc.constantFrom('%', 'a', '4', '/', 'e', '2') })
  fc.assert(
    fc.property(piece, piece, (path, query) => {
      const [routed = '', ...rest] = routableAddress(`/${path}?${query}`).split('?')
      expect(() => decodeURIComponent(routed)).not.toThrow()
      expect(rest.join('?')).toBe(query)
    }),
  )
})
