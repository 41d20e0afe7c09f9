// Who a call is from: a token with its companion, the code of a sign-in that opens a session once, and when each of them ends.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '../../../src/server/db/schema-sessions.ts'
import { cookieLine } from '../../support/browsers/set-cookie.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type Route, type TestSite } from '../../support/sites/site.ts'
import { changing, pathOf } from './changing-calls.ts'
import { bodyOf } from './valid-bodies.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('sessions on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let calls: Route[]

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
    calls = changing(site.routes)
  })

  afterAll(() => site.close())

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
