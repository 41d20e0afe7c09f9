// Tokens that were valid before, or are valid for another user, on every changing call of the router. A browser without
// any token is tested in tests/api/calls/guards.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../support/databases/database-fingerprint.ts'
import { type Browser, openTestSite, type Route, type TestSite } from '../support/sites/site.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Routes with another protection: webhooks of providers by their signature; the stand-ins, which live mode does not
 * have, by nothing.
 */
const OTHERWISE = ['/api/payment/webhook/', '/sandbox/']

describe('forged calls', () => {
  let site: TestSite
  let routes: Route[]

  beforeAll(async () => {
    site = await openTestSite()
    routes = site.routes.filter(
      ({ method, url }) => !SAFE.has(method) && !OTHERWISE.some((path) => url.startsWith(path)),
    )
  })

  afterAll(() => site.close())

  async function expectRefused(
    browser: Browser,
    xsrf: string,
    code = 'csrf',
    headers: Record<string, string> = {},
  ): Promise<void> {
    const before = await fingerprintOf(site.db)
    expect(routes.length).toBeGreaterThan(29)
    for (const { method, url } of routes) {
      browser.cookies.set('XSRF-TOKEN', xsrf)
      const answer = await browser.call(method as 'POST', url.replaceAll(/:[a-z]+/gi, 'orion'), {}, headers)
      expect(answer, `${method} ${url}`).toMatchObject({ status: 403, body: { success: false, code } })
    }
    expect(await fingerprintOf(site.db)).toEqual(before)
  }

  it("are refused with another guest's token", async () => {
    const [one, other] = [site.guest(), site.guest()]
    await one.get('/api/settings')
    await other.get('/api/settings')
    await expectRefused(one, other.cookies.get('XSRF-TOKEN') ?? '')
  })

  it('are refused from a guest of another page, of no page and of a sandboxed frame', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    for (const origin of ['https://evil.example', 'null', '']) {
      await expectRefused(guest, guest.cookies.get('XSRF-TOKEN') ?? '', 'origin', { origin })
    }
  })

  it('are refused with the token of a session that has ended, after signing in again', async () => {
    const player = await site.newPlayer()
    const stale = player.cookies.get('XSRF-TOKEN') ?? ''
    const { code, browser } = await site.services.sessions.makeCode(player.playerId)
    player.cookies.set('sign_in', browser)
    const answer = await player.post('/api/auth/token', { code })
    player.cookies.set('token', answer.body.token)
    await expectRefused(player, stale)
  })

  it('are refused with the token of a signed-out session, as a guest', async () => {
    const player = await site.newPlayer()
    const stale = player.cookies.get('XSRF-TOKEN') ?? ''
    await player.post('/api/user/logout')
    await expectRefused(player, stale)
  })

  it('are refused with a token that another site signed', async () => {
    const player = await site.newPlayer()
    const [random = '', signature = ''] = (player.cookies.get('XSRF-TOKEN') ?? '').split('.')
    const bent = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const token of [
      `${random}.${bent}`,
      `${random}x.${signature}`,
      `${random}.${signature}.`,
      `${signature}.${random}`,
      '.',
      '%00',
    ]) {
      await expectRefused(player, token)
    }
  })

  it('cannot use webhooks instead: they require a signature over the raw body', async () => {
    const before = await fingerprintOf(site.db)
    for (const body of ['{}', '', '[]', '{"kind":"state"}']) {
      const headers = { 'content-type': 'application/json', 'x-signature': 'good' }
      const answer = await site.guest().call('POST', '/api/payment/webhook/sandbox', body, headers)
      expect(answer).toMatchObject({ status: 400, body: { success: false } })
    }
    expect(await fingerprintOf(site.db)).toEqual(before)
  })
})
