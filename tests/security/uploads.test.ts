// One call takes a file, a picture of a letter (tests/api/account/letter-pictures.test.ts). Everywhere else files, multipart forms and bodies of
// unknown types are refused without reading them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../support/databases/database-fingerprint.ts'
import { type Browser, openTestSite, type Route, type TestSite } from '../support/sites/site.ts'

const PARTS = [
  '--x',
  'content-disposition: form-data; name="file"; filename="../../evil.svg"',
  'content-type: image/svg+xml',
  '',
  '<svg onload="alert(1)"/>',
  '--x--',
  '',
].join('\r\n')

const UPLOADS: readonly (readonly [string, string])[] = [
  ['multipart/form-data; boundary=x', PARTS],
  ['multipart/mixed; boundary=x', PARTS],
  ['application/octet-stream', '\u0000\u0001\u0002'],
  ['image/png', '\u0089PNG\r\n'],
  ['image/svg+xml', '<svg/>'],
  ['application/zip', 'PK\u0003\u0004'],
  ['application/pdf', '%PDF-1.7'],
  ['text/csv', 'a,b'],
  ['text/plain', 'a'],
  ['text/html', '<p>'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
]

/** Takes pictures. */
const UPLOAD = '/api/letters/pictures'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

describe('uploads', () => {
  let site: TestSite
  let player: Browser
  let takers: Route[]

  beforeAll(async () => {
    site = await openTestSite()
    player = await site.newPlayer()
    takers = site.routes.filter(({ method }) => !SAFE.has(method))
  })

  afterAll(() => site.close())

  it.each(UPLOADS)('as %s are refused by every other route that takes a body', async (type, body) => {
    const before = await fingerprintOf(site.db)
    expect(takers.length).toBeGreaterThan(35)
    for (const { method, url } of takers) {
      // The stand-in for a provider requires its key before it reads anything.
      if (url.startsWith('/sandbox/payment/payments') || url === UPLOAD) continue
      const path = url.replaceAll(/:[a-z]+/gi, 'orion')
      const answer = await player.call(method as 'POST', path, body, { 'content-type': type })
      expect(answer, `${method} ${url}`).toMatchObject({
        status: 415,
        body: { success: false, code: 'invalid', field: 'body' },
      })
      expect(answer.body.message).toBe('A body has to be JSON. Files are not accepted.')
    }
    expect(await fingerprintOf(site.db)).toEqual(before)
  })

  it('beyond the limit of their route are refused by their length, with any content type', async () => {
    for (const { method, url } of takers) {
      if (url.startsWith('/sandbox/payment/payments')) continue
      const path = url.replaceAll(/:[a-z]+/gi, 'orion')
      for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
        const answer = await player.call(method as 'POST', path, 'x'.repeat(600_000), { 'content-type': type })
        expect([413, 415], `${method} ${url} ${type}`).toContain(answer.status)
      }
    }
  })

  it('have no parser: the app parses JSON, and forms where providers and the stand-ins send them', () => {
    for (const type of ['multipart/form-data', 'application/octet-stream', 'text/plain', 'application/xml']) {
      expect(site.app.hasContentTypeParser(type), type).toBe(false)
    }
    expect(site.app.hasContentTypeParser('application/json')).toBe(true)
    expect(site.app.hasContentTypeParser('application/x-www-form-urlencoded')).toBe(false)
  })
})
