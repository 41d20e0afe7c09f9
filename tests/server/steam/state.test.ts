import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { safeReturnPath, stateCookie } from '../../../src/server/steam/state.ts'

describe('the return path into the site', () => {
  it.each([
    '/',
    '/case/orion',
    '/case/orion?from=home&x=%20y',
    '/user/1#items',
    '/a-b_c.d~e',
    '/authors',
    '/apis',
    '/language',
    '/raffle',
    '/referral',
    `/${'a'.repeat(511)}`,
  ])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  it.each([
    undefined,
    '',
    'case/orion',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\..\\b',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /case',
    '/a b',
    '/..//evil.example',
    '/./%2e%2e//evil.example',
    '/случай',
    '/%',
    `/${'a'.repeat(512)}`,
    'javascript:alert(1)',
  ])('replaces %j by /', (path) => {
    expect(safeReturnPath(path)).toBe('/')
  })

  it.each([
    '/api/auth/steam',
    '/auth/callback#code=stolen',
    '/%61uth/callback#code=stolen',
    '/x/../auth/callback',
    '/sandbox/steam',
    '/lang/uk?back=/',
    '/r/FRIEND',
    '/%72/FRIEND',
    ...LANGUAGES.flatMap((language) =>
      ['api', 'auth', 'lang', 'r', 'sandbox'].map((place) => `/${language}/${place}/callback`),
    ),
  ])('never leads to a call, to the callback, or to an address that sets a cookie: %s', (path) => {
    expect(safeReturnPath(path)).toBe('/')
  })

  it('stays on the site, for any input', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('/', '\\', '..', '.', '%2f', '%5c', '@', ':', '//', '\t', 'evil.example'), fc.string()),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const site = 'https://spacedrop.example'
        const path = safeReturnPath(`/${parts.join('')}`)
        expect(new URL(path, site).origin).toBe(site)
        expect(new URL(new URL(path, site).pathname, site).origin).toBe(site)
        expect(path).toMatch(/^\/(?![/\\])/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the cookie', () => {
  it('is not readable by scripts, is sent on the return from Steam, and only to the sign-in', () => {
    const kept = { httpOnly: true, sameSite: 'lax', maxAge: 600 }
    expect(stateCookie(false)).toEqual({ ...kept, path: '/api/auth', secure: false })
    // Browsers accept the __Host- prefix only with the whole site as the path.
    expect(stateCookie(true)).toEqual({ ...kept, path: '/', secure: true })
  })
})
