// Where pages open their sockets, and which may, whatever stands in the headers of a handshake.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { markSite } from '../../src/server/documents/make-document.ts'
import { namedRealtimePort, realtimeOrigins, socketOriginAllowed } from '../../src/server/site-origin.ts'
import { LIVE_ENVIRONMENT } from '../support/site.ts'

const sandbox = readConfig({})
const live = readConfig({ ...LIVE_ENVIRONMENT, SECRET: 's'.repeat(32) })

describe('the port of sockets', () => {
  const pageOf = (environment: Record<string, string>): string => {
    const config = readConfig(environment)
    return markSite('<html lang="en">', { mode: config.mode, realtimePort: namedRealtimePort(config) })
  }

  it('stands in every page, before it has asked for anything, where it is not the usual one', () => {
    expect(pageOf({ REALTIME_PORT: '9000' })).toBe('<html data-mode="sandbox" data-realtime-port="9000" lang="en">')
    expect(pageOf({})).toBe('<html data-mode="sandbox" lang="en">')
    expect(pageOf({ SITE_URL: 'https://shop.test' })).toContain('data-realtime-port="8081"')
    expect(pageOf({ SITE_URL: 'https://shop.test', REALTIME_PORT: '8443' })).toBe(
      '<html data-mode="sandbox" lang="en">',
    )
    expect(pageOf({ ...LIVE_ENVIRONMENT, SECRET: 's'.repeat(32), REALTIME_PORT: '9000' })).toBe(
      '<html data-mode="live" lang="en">',
    )
  })

  it('is the one that the security policy of the page lets through', () => {
    expect(realtimeOrigins(readConfig({ REALTIME_PORT: '9000' }))).toEqual(['ws://*:9000', 'http://*:9000'])
  })
})

describe('the origin of a socket', () => {
  it('is the site, and in the sandbox any name of the machine that the socket asked too', () => {
    expect(socketOriginAllowed(sandbox, 'http://localhost:4321', 'localhost:8081')).toBe(true)
    expect(socketOriginAllowed(sandbox, 'http://10.0.0.7:4321', '10.0.0.7:8081')).toBe(true)
    expect(socketOriginAllowed(sandbox, 'http://10.0.0.8:4321', '10.0.0.7:8081')).toBe(false)
    expect(socketOriginAllowed(live, 'https://shop.example', 'shop.example:8443')).toBe(true)
    expect(socketOriginAllowed(live, 'https://10.0.0.7', '10.0.0.7:8443')).toBe(false)
  })

  it.each(['[', 'a b', 'a/b', 'http://x', ':', '', '%', '::1'])('is none where the Host is %j', (host) => {
    expect(socketOriginAllowed(sandbox, 'http://evil.example', host)).toBe(false)
  })

  it('is told without a fault for any two headers: nothing else stands between them and the end of the process', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
    fc.assert(
      fc.property(text, text, (origin, host) => {
        for (const config of [sandbox, live]) expect(socketOriginAllowed(config, origin, host)).toBe(false)
      }),
      {
        examples: [
          ['http://x', '['],
          ['null', 'null'],
          ['x:', ''],
        ],
      },
    )
  })
})
