// Addresses that cannot be decoded are answered with "not found" like any other unknown address.
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callerAddress, networksOf, routableAddress } from '../../../src/server/http/address.ts'

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

it.each([
  ['192.0.2.7', '192.0.2.7', undefined],
  ['::ffff:192.0.2.7', '192.0.2.7', undefined],
  ['::ffff:c000:207', '192.0.2.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('the networks of %s are %s and %s', (address, network, wider) => {
  expect(networksOf(address)).toEqual({ network, wider })
})

it('addresses are of one network exactly when their first four groups are equal', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
  const isMapped = (of: number[]) => of.slice(0, 5).every((group) => group === 0)
  fc.assert(
    fc.property(groups, groups, fc.integer({ min: 0, max: 8 }), (one, two, shared) => {
      const other = [...one.slice(0, shared), ...two.slice(shared)]
      fc.pre(!isMapped(one) && !isMapped(other))
      const [of, ofOther] = [one, other].map((all) => networksOf(all.map((group) => group.toString(16)).join(':')))
      expect(of?.network === ofOther?.network).toBe(one.slice(0, 4).join() === other.slice(0, 4).join())
      expect(of?.wider === ofOther?.wider).toBe(one.slice(0, 3).join() === other.slice(0, 3).join())
    }),
  )
})

it.each([
  [0, '1.1.1.1, 2.2.2.2', '9.9.9.9'],
  [1, '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  [2, '1.1.1.1,2.2.2.2', '1.1.1.1'],
  [5, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [1, undefined, '9.9.9.9'],
])('behind %i proxies the address of a caller with %j is %s', (proxies, forwarded, address) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '9.9.9.9' } }
  expect(callerAddress(request as unknown as IncomingMessage, proxies)).toBe(address)
})
