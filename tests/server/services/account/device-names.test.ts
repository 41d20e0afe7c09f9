import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceNames } from '../../../../src/server/services/account/device-names.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a device', () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Microsoft Edge',
      'Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    ['', null, null],
    ['something/1.0', null, null],
  ])('is identified: %s', (agent, browser, system) => {
    expect(deviceNames(agent)).toEqual({ browser, system })
  })

  it('may send any user agent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (agent) => {
        const { browser, system } = deviceNames(agent)
        expect([browser, system]).not.toContain('')
      }),
    )
  })
})
