// Related players: accounts that sign in on one device, or from one subnet within a month.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relatedPlayers } from '../../src/server/services/account/related-players.ts'
import { runOps } from '../support/command.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { setCookies } from '../support/set-cookie.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../support/site.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('related players on %s', (kind) => {
  let site: TestSite
  let nowMs = Date.UTC(2026, 10, 23, 12)
  let made = 0

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => nowMs, environment: { TRUST_PROXY: 'on' } })
  })

  afterAll(() => site.close())

  async function newPlayer(): Promise<number> {
    const consent = { termsVersion: 'test', adult: true, address: '192.0.2.1', at: new Date(nowMs) }
    const steamid = `7656119830000${String(++made).padStart(4, '0')}`
    return site.services.players.upsertPlayer({ steamid, name: `P${made}`, avatar: '/x.svg', level: 1 }, consent)
  }

  /** Signs a player in, with the cookies of a browser and from an address. */
  async function signIn(browser: Browser, playerId: number, address: string): Promise<Answer> {
    for (const name of ['token', 'companion', 'XSRF-TOKEN']) browser.cookies.delete(name)
    await browser.get('/api/settings')
    const { code, browser: half } = await site.services.sessions.makeCode(playerId)
    browser.cookies.set('sign_in', half)
    const answer = await browser.post('/api/auth/token', { code }, { 'x-forwarded-for': address })
    expect(answer.status).toBe(200)
    browser.cookies.set('token', answer.body.token)
    return answer
  }

  const reasonsOf = async (playerId: number) =>
    (await relatedPlayers(site.db.queries, playerId)).map(({ playerId: other, reason }) => [other, reason])

  let networks = 0
  /** An address of a subnet that nobody has used. */
  const elsewhere = (): string => `10.${++networks >> 8}.${networks & 255}.7`

  it('share a device: a cookie that scripts cannot read, for a year, the same at every sign-in', async () => {
    const [one, two, other] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const browser = site.guest()
    const first = setCookies(await signIn(browser, one, elsewhere())).find((cookie) => cookie.startsWith('device='))
    expect(first).toMatch(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const device = browser.cookies.get('device')
    await signIn(browser, two, elsewhere())
    expect(browser.cookies.get('device')).toBe(device)
    await signIn(site.guest(), other, elsewhere())
    expect(await reasonsOf(one)).toEqual([[two, 'device']])
    expect(await reasonsOf(two)).toEqual([[one, 'device']])
    expect(await reasonsOf(other)).toEqual([])
  })

  it('are told by their own device only: a cookie of another form is replaced', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    for (const playerId of [one, two]) {
      const browser = site.guest()
      browser.cookies.set('device', 'x')
      await signIn(browser, playerId, elsewhere())
      expect(browser.cookies.get('device')).toMatch(/^[\w-]{43}$/)
    }
    expect(await reasonsOf(one)).toEqual([])
  })

  it.each([
    ['a /24', '203.0.113.5', '203.0.113.250', '203.0.114.5'],
    ['an IPv6 /48', '2001:db8:7:1::1', '2001:db8:7:ffff::1', '2001:db8:8:1::1'],
  ])('share %s within 30 days', async (_what, address, near, far) => {
    const [one, two, neighbour, late] = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
    await signIn(site.guest(), one, address)
    await signIn(site.guest(), neighbour, far)
    nowMs += 30 * DAY_MS
    await signIn(site.guest(), two, near)
    nowMs += DAY_MS
    await signIn(site.guest(), late, near)
    expect(await reasonsOf(one)).toEqual([[two, 'address']])
    expect(await reasonsOf(two)).toEqual(
      expect.arrayContaining([
        [one, 'address'],
        [late, 'address'],
      ]),
    )
    expect(await reasonsOf(neighbour)).toEqual([])
  })

  it('are shown to operators with each reason, and stay free to play', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    const browser = site.guest()
    const address = elsewhere()
    await signIn(browser, one, address)
    await signIn(browser, two, address)
    const { code, out } = await runOps(['players', 'related', String(one)], { DATA_DIR: randomUUID() }, site.db)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`\\b${two} .*P\\d+.*a device`))
    expect(out).toMatch(new RegExp(`\\b${two} .*a shared subnet`))
    expect((await browser.get('/api/user/get')).status).toBe(200)
    const alone = await runOps(['players', 'related', String(await newPlayer())], { DATA_DIR: randomUUID() }, site.db)
    expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('No other player') })
  })
})
