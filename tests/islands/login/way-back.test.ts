// Where a sign-in leads back to: a path of this site, whatever stands in the address.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeToReturn, readCallback, safeWayBack, signInAddress } from '../../../src/islands/login/way-back.ts'

const SITE = 'https://spacedrop.example'

describe('the way back', () => {
  it.each(['/', '/case/orion', '/upgrade?min=5', '/user/7#drops', '/faq?q=a//b'])(
    'is %s where that is a path of this site',
    (path) => {
      expect(safeWayBack(path)).toBe(path)
    },
  )

  it.each([
    null,
    undefined,
    '',
    'case/orion',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /faq',
    '/\t/evil.example',
    '/\n/evil.example',
    '/auth/callback',
    '/auth/callback#code=x',
  ])('is the main page for %j', (wish) => {
    expect(safeWayBack(wish)).toBe('/')
  })

  it('never leaves the site', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', '\0', ' ', 'a', 'е'),
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), nasty, fc.webUrl()), (wish) => {
        expect(new URL(safeWayBack(wish), SITE).origin).toBe(SITE)
      }),
    )
  })
})

describe('the beginning', () => {
  it('sends both confirmations and the place along', () => {
    const back = placeToReturn({ pathname: '/case/orion', search: '?x=1&y=2' })
    const address = new URL(signInAddress(back), SITE)
    expect(address.pathname).toBe('/api/auth/steam')
    expect(Object.fromEntries(address.searchParams)).toEqual({ terms: '1', adult: '1', back: '/case/orion?x=1&y=2' })
  })
})

describe('the end', () => {
  it('brings a code and the way back', () => {
    expect(readCallback('#code=abc&back=/case/orion')).toEqual({ code: 'abc', back: '/case/orion' })
  })

  it('brings a code alone', () => {
    expect(readCallback('#code=abc')).toEqual({ code: 'abc', back: '/' })
  })

  it.each(['cancelled', 'failed', 'refused'] as const)('brings the error %s', (error) => {
    expect(readCallback(`#error=${error}`)).toEqual({ error, back: '/' })
  })

  it('takes an unknown error for a failure, and nothing for a sign-in that was not begun', () => {
    expect(readCallback('#error=<script>')).toEqual({ error: 'failed', back: '/' })
    expect(readCallback('')).toEqual({ error: 'missing', back: '/' })
    expect(readCallback('#code=')).toEqual({ error: 'missing', back: '/' })
  })
})
