// The guards before every call: identification and origin.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '../../../src/server/db/schema-sessions.ts'
import { cookieLine } from '../../support/browsers/set-cookie.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, type Route, type TestSite } from '../../support/sites/site.ts'
import { bodyOf } from './valid-bodies.ts'

const DAY_MS = 86_400_000
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Forms of the stand-ins, which do not exist in live mode, and webhooks of payment providers, which a signature
 * authenticates.
 */
const NOT_OF_PLAYERS = ['/sandbox/steam/', '/sandbox/payment/', '/sandbox/trade/', '/api/payment/webhook/']

function changing(routes: readonly Route[]): Route[] {
  return routes.filter(({ method, url }) => !SAFE.has(method) && !NOT_OF_PLAYERS.some((path) => url.startsWith(path)))
}

/** The letter of nobody. */
const NO_LETTER = '0199a5a0-0000-7000-8000-000000000001'

const pathOf = ({ url }: Route): string =>
  url
    .replace('/letters/:id', `/letters/${NO_LETTER}`)
    .replace(':tier', 'spark')
    .replaceAll(/:[a-z]+/gi, 'orion')

/** What the handlers answer that have nothing to do it to: a letter that is not there, a picture that is JSON. */
const REACHED: Readonly<Record<string, number>> = {
  '/api/letters/:id/answer': 404,
  '/api/letters/:id/appeal': 404,
  '/api/letters/:id/settle': 404,
  '/api/letters/pictures': 415,
}

describe.each(SUITE_KINDS)('the guards on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let calls: Route[]

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
    calls = changing(site.routes)
  })

  afterAll(() => site.close())

  async function expectRefusedEverywhere(code: string, send: (route: Route) => Promise<Answer>): Promise<void> {
    for (const route of calls) {
      const answer = await send(route)
      expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, body: { success: false, code } })
    }
    expect((await player.get('/api/user/get')).body.user).toMatchObject({ balance: 10_000, exp: 0 })
  }

  it('keeps the token of a session when a call comes without its bearer token, like a download', async () => {
    const before = player.cookies.get('XSRF-TOKEN')
    for (const path of ['/api/settings', '/api/user/history/csv', '/api/no-such-call']) {
      await player.get(path, { authorization: '' })
      expect(player.cookies.get('XSRF-TOKEN'), path).toBe(before)
    }
    expect((await player.post('/api/notification/read', { ids: [] })).status).toBe(200)
  })

  it('keeps the token of a session that begins, when a read comes before the script has stored the bearer token', async () => {
    const starter = await site.newPlayer()
    const before = starter.cookies.get('XSRF-TOKEN')
    const token = starter.cookies.get('token') ?? ''
    starter.cookies.delete('token')
    await starter.get('/api/settings', { authorization: '' })
    expect(starter.cookies.get('XSRF-TOKEN')).toBe(before)
    starter.cookies.set('token', token)
    expect((await starter.post('/api/notification/read', { ids: [] })).status).toBe(200)
  })

  it('sets a guest’s token when the session of the cookies has ended', async () => {
    const leaver = await site.newPlayer()
    const [before, companion] = [leaver.cookies.get('XSRF-TOKEN'), leaver.cookies.get('companion')]
    await leaver.post('/api/user/logout')
    leaver.cookies.set('companion', companion ?? '')
    await leaver.get('/api/settings', { authorization: '' })
    expect(leaver.cookies.get('XSRF-TOKEN')).not.toBe(before)
  })

  it('sets the token of a session whose bearer token comes in a header alone', async () => {
    const caller = await site.newPlayer()
    const authorization = `Bearer ${caller.cookies.get('token')}`
    caller.cookies.delete('token')
    caller.cookies.delete('XSRF-TOKEN')
    await caller.get('/api/settings', { authorization })
    expect((await caller.post('/api/user/logout', {}, { authorization })).status).toBe(200)
  })

  it('covers every call that changes something', () => {
    expect(calls.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'POST /api/auth/token',
      'POST /api/battles',
      'POST /api/battles/:id/bot',
      'POST /api/battles/:id/cancel',
      'POST /api/battles/:id/emote',
      'POST /api/battles/:id/join',
      'POST /api/battles/:id/leave',
      'POST /api/bonuses/code',
      'POST /api/bonuses/social',
      'POST /api/calendar/claim',
      'POST /api/case/:url/favourite',
      'POST /api/case/:url/open',
      'POST /api/contract',
      'POST /api/contract/preview',
      'POST /api/fairness/checked',
      'POST /api/fairness/client-seed',
      'POST /api/fairness/rotate',
      'POST /api/free_case/:tier/open',
      'POST /api/letters',
      'POST /api/letters/:id/answer',
      'POST /api/letters/:id/appeal',
      'POST /api/letters/:id/settle',
      'POST /api/letters/pictures',
      'POST /api/limits',
      'POST /api/limits/reality',
      'POST /api/limits/self-exclude',
      'POST /api/missions/:id/claim',
      'POST /api/notification/read',
      'POST /api/payment/create/:provider',
      'POST /api/payment/create/cryptocloud',
      'POST /api/payment/orders/:id/cancel',
      'POST /api/payment/promocode/approve',
      'POST /api/push/subscribe',
      'POST /api/push/test',
      'POST /api/push/unsubscribe',
      'POST /api/raffle/:id/join',
      'POST /api/referral/code',
      'POST /api/referral/own',
      'POST /api/share',
      'POST /api/share/end',
      'POST /api/upgrade',
      'POST /api/user/devices/end',
      'POST /api/user/erasure',
      'POST /api/user/erasure/cancel',
      'POST /api/user/items/pay-difference',
      'POST /api/user/items/replace',
      'POST /api/user/items/sell',
      'POST /api/user/items/sell/case',
      'POST /api/user/items/take-back',
      'POST /api/user/items/withdraw',
      'POST /api/user/leaderboard',
      'POST /api/user/logout',
      'POST /api/user/overlay',
      'POST /api/user/privacy',
      'POST /api/user/terms',
      'POST /api/user/trade-link',
      'POST /api/wheel/spin',
    ])
  })

  it('lets each valid call reach its handler', async () => {
    const other = await site.newPlayer()
    const last = (route: Route): number => Number(route.url.endsWith('logout'))
    for (const route of [...calls].sort((one, two) => last(one) - last(two))) {
      const { status } = await other.post(pathOf(route), bodyOf(route, other.playerId))
      expect(status, route.url).toBe(REACHED[route.url] ?? 200)
    }
  })

  it('refuses each without a CSRF token', async () => {
    await expectRefusedEverywhere('csrf', (route) => player.post(pathOf(route), bodyOf(route), { 'x-xsrf-token': '' }))
  })

  it('refuses each with a CSRF token that is not signed, or that only the header has', async () => {
    const forged = new Map(player.cookies).set('XSRF-TOKEN', 'AAAA.BBBB')
    const cookie = [...forged].map(([name, value]) => `${name}=${value}`).join('; ')
    await expectRefusedEverywhere('csrf', (route) =>
      player.post(pathOf(route), bodyOf(route), { cookie, 'x-xsrf-token': 'AAAA.BBBB' }),
    )
    const bare = [...player.cookies]
      .filter(([name]) => name !== 'XSRF-TOKEN')
      .map(([name, value]) => `${name}=${value}`)
    await expectRefusedEverywhere('csrf', (route) =>
      player.post(pathOf(route), bodyOf(route), { cookie: bare.join('; ') }),
    )
  })

  it("refuses each with another session's CSRF token in both cookie and header", async () => {
    const other = await site.newPlayer()
    const own = player.cookies.get('XSRF-TOKEN') ?? ''
    const theirs = other.cookies.get('XSRF-TOKEN') ?? ''
    expect(theirs).not.toBe(own)
    await expectRefusedEverywhere('csrf', (route) => {
      player.cookies.set('XSRF-TOKEN', theirs)
      return player.post(pathOf(route), bodyOf(route))
    })
    player.cookies.set('XSRF-TOKEN', own)
  })

  it("refuses each with a guest's CSRF token", async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    await expectRefusedEverywhere('csrf', (route) => {
      player.cookies.set('XSRF-TOKEN', guest.cookies.get('XSRF-TOKEN') ?? '')
      return player.post(pathOf(route), bodyOf(route))
    })
  })

  it.each([
    'null',
    '',
    'http://evil.example',
    'http://localhost:4321.evil.example',
    'https://localhost:4321',
    'http://localhost',
    'http://localhost:4321/',
  ])('refuses each from the Origin %j', async (origin) => {
    await expectRefusedEverywhere('origin', (route) => player.post(pathOf(route), bodyOf(route), { origin }))
  })

  it('refuses each without an Origin', async () => {
    for (const route of calls) {
      const response = await site.app.inject({
        method: 'POST',
        url: pathOf(route),
        headers: {
          authorization: `Bearer ${player.cookies.get('token')}`,
          cookie: [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': player.cookies.get('XSRF-TOKEN') ?? '',
          'idempotency-key': randomUUID(),
        },
        payload: bodyOf(route) as object,
      })
      expect(response.statusCode, route.url).toBe(403)
      expect(response.json().code).toBe('origin')
    }
  })

  it('sends a new CSRF token with the refusal to a browser whose token is stale', async () => {
    const other = await site.newPlayer()
    other.cookies.set('XSRF-TOKEN', 'stale.stale')
    expect((await other.post('/api/case/first-step/open', { count: 1 })).status).toBe(403)
    expect((await other.post('/api/case/first-step/open', { count: 1 })).status).toBe(200)
  })

  describe('identification', () => {
    it('treats a token without its companion as a guest', async () => {
      const other = await site.newPlayer()
      expect((await other.get('/api/user/get')).status).toBe(200)
      other.cookies.delete('companion')
      expect(await other.get('/api/user/get')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    })

    it('treats a companion without its token as a guest', async () => {
      const other = await site.newPlayer()
      other.cookies.delete('token')
      expect((await other.get('/api/user/get')).status).toBe(401)
    })

    it("treats a token with another session's companion as a guest, also for the same player", async () => {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      one.cookies.set('companion', two.cookies.get('companion') ?? '')
      expect((await one.get('/api/user/get')).status).toBe(401)
    })

    it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer x', `Bearer ${'a'.repeat(43)}`, `bearer ${'a'.repeat(43)}`])(
      'treats the authorization %j as none',
      async (authorization) => {
        expect((await player.get('/api/user/get', { authorization })).status).toBe(401)
      },
    )

    it('ends a session at sign-out: its token is no longer valid, its companion is removed', async () => {
      const other = await site.newPlayer()
      const kept = new Map(other.cookies)
      const answer = await other.post('/api/user/logout', {})
      expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'You’ve signed out' } })
      expect(cookieLine(answer, 'companion')).toMatch(/^companion=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
      expect(other.cookies.has('companion')).toBe(false)
      for (const [name, value] of kept) other.cookies.set(name, value)
      expect((await other.get('/api/user/get')).status).toBe(401)
      expect((await other.post('/api/user/logout', {})).status).toBe(401)
    })

    it('does not end the other sessions of the player', async () => {
      const here = await site.newPlayer()
      const there = site.guest()
      await there.get('/api/settings')
      const { code, browser } = await site.services.sessions.makeCode(here.playerId)
      there.cookies.set('sign_in', browser)
      there.cookies.set('token', (await there.post('/api/auth/token', { code })).body.token)
      await here.post('/api/user/logout', {})
      expect((await there.get('/api/user/get')).body.user.id).toBe(here.playerId)
    })

    it('answers guests with 401 where a player is required', async () => {
      const guest = site.guest()
      await guest.get('/api/settings')
      for (const path of ['/api/user/get', '/api/notification/get', '/api/fairness', '/api/limits', '/api/bonuses']) {
        expect((await guest.get(path)).status, path).toBe(401)
      }
      for (const route of calls.filter(({ url }) => url !== '/api/auth/token')) {
        expect((await guest.post(pathOf(route), bodyOf(route))).status, route.url).toBe(401)
      }
    })
  })

  describe('the code of a sign-in', () => {
    async function withCode(at: TestSite = site): Promise<{ guest: Browser; code: string; half: string }> {
      const owner = await at.newPlayer()
      const guest = at.guest()
      await guest.get('/api/settings')
      const { code, browser } = await at.services.sessions.makeCode(owner.playerId)
      guest.cookies.set('sign_in', browser)
      return { guest, code, half: browser }
    }

    it('opens one session, once', async () => {
      const { guest, code, half } = await withCode()
      expect((await guest.post('/api/auth/token', { code })).body).toMatchObject({ success: true })
      const second = site.guest()
      await second.get('/api/settings')
      second.cookies.set('sign_in', half)
      const again = await second.post('/api/auth/token', { code })
      expect(again).toMatchObject({ status: 200, body: { success: false, code: 'sign-in-expired' } })
      expect(again.headers['set-cookie'] ?? '').not.toContain('companion')
    })

    it('opens one session when it is sent many times in parallel', async () => {
      const { guest, code } = await withCode()
      const answers = await Promise.all(Array.from({ length: 20 }, () => guest.post('/api/auth/token', { code })))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    })

    it('opens no session in another browser, and stays valid for its own', async () => {
      const { guest, code } = await withCode()
      const thief = site.guest()
      await thief.get('/api/settings')
      expect((await thief.post('/api/auth/token', { code })).body.code).toBe('sign-in-expired')
      thief.cookies.set('sign_in', 'x'.repeat(43))
      expect((await thief.post('/api/auth/token', { code })).body.code).toBe('sign-in-expired')
      expect((await guest.post('/api/auth/token', { code })).body.success).toBe(true)
    })
  })

  describe('expiry', () => {
    let clock = Date.UTC(2026, 0, 1)
    let timed: TestSite

    beforeAll(async () => {
      timed = await openTestSite(kind, { now: () => clock })
    })

    afterAll(() => timed.close())

    it('keeps a sign-in code valid for one minute', async () => {
      const guest = timed.guest()
      const owner = await timed.newPlayer()
      await guest.get('/api/settings')
      for (const [ageMs, success] of [
        [59_999, true],
        [60_000, false],
      ] as const) {
        const { code, browser } = await timed.services.sessions.makeCode(owner.playerId)
        guest.cookies.set('sign_in', browser)
        clock += ageMs
        const answer = await guest.post('/api/auth/token', { code })
        expect(answer.body.success).toBe(success)
        if (success) {
          guest.cookies.delete('companion')
          await guest.get('/api/settings')
        }
      }
    })

    it('keeps a session valid for 30 days, used or not', async () => {
      const used = await timed.newPlayer()
      const unused = await timed.newPlayer()
      clock += 30 * DAY_MS - 1
      expect((await used.get('/api/user/get')).status).toBe(200)
      clock += 1
      expect((await used.get('/api/user/get')).status).toBe(401)
      expect((await unused.get('/api/user/get')).status).toBe(401)
      clock += DAY_MS
      expect((await used.get('/api/user/get')).status).toBe(401)
    })

    it('ends a session after the configured idle days, and after 30 days in all', async () => {
      const impatient = await openTestSite(kind, { now: () => clock, environment: { SESSION_IDLE_DAYS: '14' } })
      const used = await impatient.newPlayer()
      const unused = await impatient.newPlayer()
      const device = await impatient.newPlayer()
      const standing = async (player: Browser): Promise<number> => (await player.get('/api/user/get')).status
      clock += 14 * DAY_MS - 1
      expect(await standing(used)).toBe(200)
      clock += 1
      expect([await standing(used), await standing(unused)]).toEqual([200, 401])
      const open = await impatient.db.queries.select().from(sessions).where(eq(sessions.playerId, device.playerId))
      expect(await impatient.services.sessions.endedAmong(open.map(({ id }) => id))).toHaveLength(1)
      // The time of the last use is known to within five minutes.
      clock += 14 * DAY_MS - 5 * 60_000
      expect(await standing(used)).toBe(200)
      clock += 2 * DAY_MS + 5 * 60_000
      expect(await standing(used)).toBe(401)
      await impatient.close()
    })
  })
})
