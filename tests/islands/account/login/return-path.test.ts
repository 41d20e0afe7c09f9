// The return path of a sign-in: a path of this site for any input.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currentPath,
  readCallback,
  safeReturnPath,
  signInAddress,
} from '../../../../src/islands/account/login/return-path.ts'

const SITE = 'https://spacedrop.example'

describe('the return path', () => {
  it.each(['/', '/case/orion', '/upgrade?min=5', '/user/7#drops', '/faq?q=a//b'])(
    'is %s where that is a path of this site',
    (path) => {
      expect(safeReturnPath(path)).toBe(path)
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
    expect(safeReturnPath(wish)).toBe('/')
  })

  it('never leaves the site', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '\t', '\n', '\0', ' ', 'a', 'е'),
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), nasty, fc.webUrl()), (wish) => {
        expect(new URL(safeReturnPath(wish), SITE).origin).toBe(SITE)
      }),
    )
  })
})

describe('the start of a sign-in', () => {
  it('sends both confirmations and the return path', () => {
    const back = currentPath({ pathname: '/case/orion', search: '?x=1&y=2' })
    const address = new URL(signInAddress(back), SITE)
    expect(address.pathname).toBe('/api/auth/steam')
    expect(Object.fromEntries(address.searchParams)).toEqual({ terms: '1', adult: '1', back: '/case/orion?x=1&y=2' })
  })
})

describe('the end of a sign-in', () => {
  it('returns a code and the return path', () => {
    expect(readCallback('#code=abc&back=/case/orion')).toEqual({ code: 'abc', back: '/case/orion' })
  })

  it('returns a code only', () => {
    expect(readCallback('#code=abc')).toEqual({ code: 'abc', back: '/' })
  })

  it.each(['cancelled', 'failed', 'refused'] as const)('returns the error %s', (error) => {
    expect(readCallback(`#error=${error}`)).toEqual({ error, back: '/' })
  })

  it('treats an unknown error as a failure, and ignores a sign-in that was not started', () => {
    expect(readCallback('#error=<script>')).toEqual({ error: 'failed', back: '/' })
    expect(readCallback('')).toEqual({ error: 'missing', back: '/' })
    expect(readCallback('#code=')).toEqual({ error: 'missing', back: '/' })
  })
})
