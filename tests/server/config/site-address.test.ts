// Where a site is reached: the address that players see, and the proxies before it whose word is taken.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { LIVE, refused } from './live-settings.ts'

describe('the address that players see', () => {
  it.each([
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example//', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://shop.example:443', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://крамниця.укр', 'https://xn--80aqejfp0c4d.xn--j1amh'],
  ])('of %s is %s', (SITE_URL, siteUrl) => {
    expect(readConfig({ ...LIVE, SITE_URL }).siteUrl).toBe(siteUrl)
  })

  it('has no path, and says so', () => {
    expect(() => readConfig({ SITE_URL: 'https://shop.example/shop' })).toThrow(
      'SITE_URL: has to end after the host: the site has no path of its own, and no query',
    )
  })

  it.each(['http://shop.example', 'HTTP://shop.example'])('is never %s in live mode', (SITE_URL) => {
    expect(refused({ ...LIVE, SITE_URL })).toEqual(['SITE_URL'])
    expect(readConfig({ SITE_URL }).siteUrl).toBe('http://shop.example')
  })

  it('is where push services write to, however it is written', () => {
    const SITE_URL = 'HTTPS://Shop.Example/'
    expect(readConfig({ SITE_URL }).push?.subject).toBe('https://shop.example')
  })
})

describe('trusted proxies', () => {
  it('are none, a number or a list of addresses', () => {
    expect(readConfig({}).trustProxy).toBe(0)
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.1,172.16.0.0/12, 2001:db8::/32, fd00::5' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.1',
      '172.16.0.0/12',
      '2001:db8::/32',
      'fd00::5',
    ])
  })

  it.each([
    'proxy.example',
    'loopback,',
    ',10.0.0.1',
    '10.0.0.1 10.0.0.2',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.1:80',
    'http://10.0.0.1',
    '*',
    '-1',
    '1,2',
  ])('are not %s', (TRUST_PROXY) => {
    expect(refused({ TRUST_PROXY })).toEqual(['TRUST_PROXY'])
  })
})
