// Security headers of responses, attributes of cookies, and what live mode does not have.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieLine, setCookies } from '../../support/browsers/set-cookie.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { LIVE_ENVIRONMENT, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe('headers', () => {
  let sandbox: TestSite
  let live: TestSite

  beforeAll(async () => {
    sandbox = await openTestSite()
    live = await openTestSite(DEFAULT_KIND, { environment: LIVE_ENVIRONMENT })
  })

  afterAll(() => Promise.all([sandbox.close(), live.close()]))

  it.each(['/', '/faq', '/nowhere', '/api/settings', '/api/nowhere', '/health', '/favicon.svg'])(
    'of %s prevent sniffing, framing and leaks',
    async (path) => {
      const { headers } = await sandbox.guest().get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^camera=\(\), microphone=\(\), geolocation=\(\)/),
      })
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  it('of documents allow their inline scripts by hash, and no other inline script', async () => {
    const policy = String((await sandbox.guest().get('/faq')).headers['content-security-policy'])
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? ''
    expect(scripts).toBe("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
  })

  it('of calls allow nothing at all', async () => {
    const { headers } = await sandbox.guest().get('/api/settings')
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })

  it('require https for a year in live mode only', async () => {
    expect((await live.guest().get('/faq')).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect((await sandbox.guest().get('/faq')).headers['strict-transport-security']).toBeUndefined()
    expect((await live.guest().get('/faq')).headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })

  it('of cookies protect them from scripts and other sites', async () => {
    for (const [site, prefix] of [
      [sandbox, ''],
      [live, '__Host-'],
    ] as const) {
      const first = await site.guest().get('/api/settings')
      const visitor = cookieLine(first, `${prefix}visitor`)
      const csrf = cookieLine(first, 'XSRF-TOKEN')
      const player = await site.newPlayer()
      const { code, browser } = await site.services.sessions.makeCode(player.playerId)
      player.cookies.set(`${prefix}sign_in`, browser)
      const companion = cookieLine(await player.post('/api/auth/token', { code }), `${prefix}companion`)
      for (const line of [visitor, companion]) expect(line).toMatch(/; HttpOnly/)
      expect(csrf).not.toMatch(/HttpOnly/)
      for (const line of [visitor, companion, csrf]) {
        expect(line).toMatch(/; Path=\//)
        expect(line).toMatch(/; SameSite=Lax/)
        expect(line).toMatch(/; Max-Age=2592000/)
        expect(line).not.toMatch(/Domain=/)
        expect(/; Secure/.test(line)).toBe(site === live)
      }
      expect(cookieLine(await site.guest().get('/lang/ru?back=/'), 'lang').includes('Secure')).toBe(site === live)
    }
  })

  it('in live mode expose nothing of the sandbox', async () => {
    expect(live.routes.filter(({ url }) => url.startsWith('/sandbox'))).toEqual([])
    for (const path of ['/sandbox/steam/openid/login', '/api/docs', '/api/docs/json']) {
      expect((await live.guest().get(path)).status, path).toBe(404)
    }
    const player = await live.newPlayer()
    expect((await player.get('/api/user/get')).body.user.balance).toBe(0)
    const start = await live.guest().get('/api/auth/steam?terms=1&adult=1')
    expect(start.headers.location).toMatch(/^https:\/\/steamcommunity\.com\/openid\/login\?/)
    expect(setCookies(start).find((line) => line.startsWith('__Host-steam_state='))).toMatch(
      /Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
  })

  it('in live mode accept only the site itself as Origin, for any Host', async () => {
    const player = await live.newPlayer()
    const answer = await player.post(
      '/api/fairness/rotate',
      { clientSeed: 'x' },
      { origin: 'http://10.0.0.1', host: '10.0.0.1' },
    )
    expect(answer).toMatchObject({ status: 403, body: { code: 'origin' } })
    const sandboxed = await sandbox.newPlayer()
    const here = { origin: 'http://10.0.0.1', host: '10.0.0.1' }
    expect((await sandboxed.post('/api/fairness/rotate', { clientSeed: 'x' }, here)).status).toBe(200)
  })
})
