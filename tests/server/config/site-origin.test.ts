// The address of the realtime port in pages, and the origins that may connect, for any headers of a handshake.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { nonDefaultRealtimePort, realtimeOrigins, socketOriginAllowed } from '../../../src/server/config/site-origin.ts'
import { setSiteAttributes } from '../../../src/server/documents/make-document.ts'
import { LIVE_ENVIRONMENT } from '../../support/sites/site.ts'

const sandbox = readConfig({})
const live = readConfig(LIVE_ENVIRONMENT)

describe('the realtime port', () => {
  const pageOf = (environment: Record<string, string>): string => {
    const config = readConfig(environment)
    return setSiteAttributes('<html lang="en">', {
      mode: config.mode,
      realtimePort: nonDefaultRealtimePort(config),
      serviceWorker: false,
      push: false,
    })
  }

  it('is in every page from the start, where it is not the default', () => {
    expect(pageOf({ REALTIME_PORT: '9000' })).toBe('<html data-mode="sandbox" data-realtime-port="9000" lang="en">')
    expect(pageOf({})).toBe('<html data-mode="sandbox" lang="en">')
    expect(pageOf({ SITE_URL: 'https://shop.test' })).toContain('data-realtime-port="8081"')
    expect(pageOf({ SITE_URL: 'https://shop.test', REALTIME_PORT: '8443' })).toBe(
      '<html data-mode="sandbox" lang="en">',
    )
    expect(pageOf({ ...LIVE_ENVIRONMENT, REALTIME_PORT: '9000' })).toBe('<html data-mode="live" lang="en">')
  })

  it('is the one that the security policy of the page allows', () => {
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

  it.each(['[', 'a b', 'a/b', 'http://x', ':', '', '%', '::1'])('is refused where the Host is %j', (host) => {
    expect(socketOriginAllowed(sandbox, 'http://evil.example', host)).toBe(false)
  })

  it('is parsed without an error for any two headers, because an error would end the process', () => {
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
