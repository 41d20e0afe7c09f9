// The address of a caller behind proxies: what a trusted one saw, never what a caller wrote.
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callerAddress, isTrusted } from '../../../src/server/network/caller-address.ts'

function requestFrom(remoteAddress: string | undefined, headers: Record<string, string | string[] | undefined>) {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

const addressOf = (
  trust: number | readonly string[],
  from: string | undefined,
  forwarded: string | string[] | undefined,
): string => callerAddress(trust)(requestFrom(from, { 'x-forwarded-for': forwarded }))

it.each([
  [0, '1.1.1.1, 2.2.2.2', '9.9.9.9'],
  [1, '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  [2, '1.1.1.1,2.2.2.2', '1.1.1.1'],
  [5, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [1, undefined, '9.9.9.9'],
])('behind %i proxies the address of a caller with %j is %s', (proxies, forwarded, address) => {
  expect(addressOf(proxies, '9.9.9.9', forwarded)).toBe(address)
})

describe('behind listed proxies', () => {
  const LIST = ['loopback', '10.0.0.0/8', 'fd00::5'] as const

  it.each([
    ['one that nobody trusts', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['one that nobody trusts over IPv6', '2001:db8::9', '1.1.1.1', '2001:db8::9'],
    ['what the proxy saw', '127.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['the last of a chain that is forged in front', '127.0.0.1', '6.6.6.6, 10.0.0.1, 1.1.1.1', '1.1.1.1'],
    ['the first that is no proxy', '127.0.0.1', '6.6.6.6, 1.1.1.1, 10.1.2.3', '1.1.1.1'],
    ['the outermost proxy, where all are', '127.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['the proxy itself, where it says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['a proxy as IPv4 in IPv6', '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['a proxy in hexadecimal groups', '::ffff:a00:1', '1.1.1.1', '1.1.1.1'],
    ['::1', '::1', '2001:db8::7', '2001:db8::7'],
    ['a single address of IPv6', 'fd00:0::5', '2001:db8::7', '2001:db8::7'],
    ['the neighbour of a single address', 'fd00::6', '1.1.1.1', 'fd00::6'],
    ['an address with spaces', '127.0.0.1', '  1.1.1.1\t', '1.1.1.1'],
    ['an address with its port', '127.0.0.1', '1.1.1.1:50123', '1.1.1.1'],
    ['IPv6 with its port', '127.0.0.1', '[2001:db8::7]:50123', '2001:db8::7'],
    ['IPv6 in brackets', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['IPv4 in IPv6', '127.0.0.1', '::ffff:1.1.1.1', '1.1.1.1'],
    ['no address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['an empty entry', '127.0.0.1', '1.1.1.1, ', '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['what is no address in front of one', '127.0.0.1', '<script>, 1.1.1.1', '1.1.1.1'],
    ['what is no address in front of a proxy', '127.0.0.1', '<script>, 10.0.0.7', '10.0.0.7'],
  ])('it is %s', (_what, from, forwarded, address) => {
    expect(addressOf(LIST, from, forwarded)).toBe(address)
  })

  it('joins several headers in their order', () => {
    expect(addressOf(LIST, '127.0.0.1', ['6.6.6.6', '1.1.1.1'])).toBe('1.1.1.1')
  })

  it('has no address where the connection has none any more', () => {
    expect(addressOf(LIST, undefined, '1.1.1.1')).toBe('')
  })

  it.each(['x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'x-forwarded'])(
    'ignores %s',
    (name) => {
      const request = requestFrom('127.0.0.1', { [name]: name === 'forwarded' ? 'for=6.6.6.6' : '6.6.6.6' })
      expect(callerAddress(LIST)(request)).toBe('127.0.0.1')
    },
  )

  it('is never one that a caller wrote', () => {
    const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('127.0.0.1'), fc.constant('10.0.0.1'))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.boolean(), (written, isDirect) => {
        const forwarded = isDirect ? written.join(',') : [...written, '203.0.113.9'].join(',')
        expect(addressOf(LIST, isDirect ? '203.0.113.9' : '10.0.0.1', forwarded)).toBe('203.0.113.9')
      }),
    )
  })
})

it.each([
  ['linklocal', '169.254.1.1', true],
  ['linklocal', 'fe80::1%eth0', true],
  ['uniquelocal', '172.18.0.4', true],
  ['uniquelocal', 'fd12::1', true],
  ['uniquelocal', '172.32.0.1', false],
  ['loopback', '127.9.9.9', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
])('%s has %s: %j', (name, address, has) => {
  expect(isTrusted([name])(address)).toBe(has)
})
