// Addresses that cannot be decoded are answered with "not found" like any other unknown address.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { routableAddress, splitTarget } from '../../../src/server/http/address.ts'

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

it.each([
  ['http://shop.example/faq?a=b', '/faq?a=b', 'shop.example'],
  ['HTTPS://shop.example:8443/', '/', 'shop.example:8443'],
  ['http://shop.example', '/', 'shop.example'],
  ['http://shop.example?x', '/?x', 'shop.example'],
  ['http://[::1]:80/x', '/x', '[::1]:80'],
])('the address parser splits %s', (address, path, host) => {
  expect(splitTarget(address)).toEqual({ path, host })
})

it.each(['/http://shop.example/', '*', 'http:///x', 'http://a@b/x', 'ftp://shop.example/x', 'http:/x'])(
  'the address parser finds no host in %s',
  (address) => {
    expect(splitTarget(address)).toEqual({ path: address, host: undefined })
  },
)

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
