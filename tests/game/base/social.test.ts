// Accounts with social networks: only https addresses of the networks themselves are links of a shop.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountFault, SOCIAL_NETWORKS } from '../../../src/game/base/social.ts'

describe('an account', () => {
  it.each([
    ['instagram', 'https://www.instagram.com/shop/'],
    ['tiktok', 'https://www.tiktok.com/@shop'],
    ['telegram', 'https://t.me/shop'],
    ['x', 'https://x.com/shop'],
  ] as const)('with %s may be at %s', (network, address) => {
    expect(accountFault(network, address)).toBeUndefined()
  })

  it.each([
    ['', 'has to be an https address such as https://x.com/shop'],
    ['shop', 'has to be an https address'],
    ['http://x.com/shop', 'has to be an https address'],
    ['javascript:alert(1)', 'has to be an https address'],
    ['https://x.com', 'names no account'],
    ['https://x.com.a.example/shop', 'leads to x.com.a.example; accounts with this network are at x.com'],
    ['https://x.com@a.example/shop', 'without a user, a password or a port'],
    ['https://x.com:444/shop', 'without a user, a password or a port'],
    [`https://x.com/${'a'.repeat(200)}`, '200 at most'],
  ])('at %j is refused', (address, fault) => {
    expect(accountFault('x', address)).toContain(fault)
  })

  it('is never at another host', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SOCIAL_NETWORKS), fc.domain(), (network, domain) => {
        const host = `${network}.com.${domain}`
        expect(accountFault(network, `https://${host}/shop`)).toContain('leads to ')
        expect(accountFault(network, `https://${network}.com@${domain}/shop`)).toBeDefined()
      }),
    )
  })
})
