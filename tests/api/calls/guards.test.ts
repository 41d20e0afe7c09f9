// The guards before every call that changes something: its CSRF token, and the origin that it comes from.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, type Route, type TestSite } from '../../support/sites/site.ts'
import { changing, pathOf } from './changing-calls.ts'
import { bodyOf } from './valid-bodies.ts'

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
})
