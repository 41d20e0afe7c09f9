// Networks of callers: limits and caps count them, not single addresses.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { networksOf, subnetOf } from '../../../src/server/network/networks.ts'

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
  ['192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
])('the subnet of %s is %s', (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet)
})
