// A ban applies to every route that changes something, in every process, and takes nothing from the player.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { banPlayer, unbanPlayer } from '../../../src/server/services/account/bans.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { win } from '../../support/players/games.ts'
import { type Answer, Browser, openTestSite, type Route, SITE_URL, type TestSite } from '../../support/sites/site.ts'

const REASON = 'Two accounts of one person'

/** The time within which every process knows a ban. */
const EVERYWHERE_MS = 1_000

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const NOT_OF_PLAYERS = ['/sandbox/', '/api/payment/webhook/']

describe.each(SUITE_KINDS)('a banned player, on %s', (kind) => {
  let clock = Date.now()
  let site: TestSite
  let second: TestSite

  beforeAll(async () => {
    const now = (): number => clock
    site = await openTestSite(kind, { now })
    second = await openTestSite(kind, { now, beside: site })
  })

  afterAll(async () => {
    await second.close()
    await site.close()
  })

  const changing = (): Route[] =>
    site.routes.filter(({ method, url }) => !SAFE.has(method) && !NOT_OF_PLAYERS.some((path) => url.startsWith(path)))

  function signIn(browser: Browser, half: { code: string; browser: string }): Promise<Answer> {
    browser.cookies.set(cookieJar('sandbox').signIn, half.browser)
    return browser.post('/api/auth/token', { code: half.code })
  }

  /** Bans like the command line: only in the database, without notifying this process. */
  async function banned(): Promise<Browser> {
    const player = await site.newPlayer()
    expect(await banPlayer(site.db, player.playerId, REASON, OPERATOR)).toBe(true)
    clock += EVERYWHERE_MS
    return player
  }

  it('is refused by every call that changes something, with the reason, in their language', async () => {
    const player = await banned()
    expect(changing().length).toBeGreaterThan(20)
    for (const { url } of changing()) {
      const path = url.replaceAll(/:\w+/g, 'any')
      for (const language of LANGUAGES) {
        const answer = await player.post(path, {}, { 'accept-language': language })
        expect(answer, url).toMatchObject({ status: 200, body: { success: false, code: 'banned' } })
        expect(answer.body.message).toContain(REASON)
      }
    }
  })

  it('can read what a guest can read', async () => {
    const player = await banned()
    expect((await player.get('/api/user/get')).status).toBe((await site.guest().get('/api/user/get')).status)
    expect((await player.get('/api/cases')).status).toBe(200)
    expect((await player.get('/api/user/items')).status).toBe(401)
  })

  it('is refused by another process within a second, although it has cached the player', async () => {
    const player = await site.newPlayer()
    const there = new Browser(second.app, SITE_URL)
    for (const [name, value] of player.cookies) there.cookies.set(name, value)
    expect((await there.post('/api/fairness/rotate', { clientSeed: 'mine' })).body.success).toBe(true)
    await banPlayer(site.db, player.playerId, REASON, OPERATOR)
    clock += EVERYWHERE_MS
    expect((await there.post('/api/fairness/rotate', { clientSeed: 'mine' })).body.code).toBe('banned')
    expect((await there.get('/api/user/items')).status).toBe(401)
  })

  it('has their sockets closed by every process, once', async () => {
    const told: [string, number][] = []
    site.events.on('banned', ({ playerId }) => told.push(['first', playerId]))
    second.events.on('banned', ({ playerId }) => told.push(['second', playerId]))
    const player = await banned()
    for (const one of [site, second, site, second]) await one.services.bans.announceNew()
    const received = told.filter(([, playerId]) => playerId === player.playerId).map(([where]) => where)
    expect(received.sort()).toEqual(['first', 'second'])
    const token = player.cookies.get('token')
    const companion = player.cookies.get(cookieJar('sandbox').companion)
    expect(await site.services.sessions.identify(token, companion)).toBeNull()
  })

  it('has every session on each device ended permanently, even after the ban is lifted', async () => {
    const player = await site.newPlayer()
    const phone = site.guest()
    await phone.get('/api/settings')
    const { token } = (await signIn(phone, await site.services.sessions.makeCode(player.playerId))).body
    phone.cookies.set('token', token)
    expect((await phone.get('/api/user/devices')).body.devices).toHaveLength(2)
    const ids = (await phone.get('/api/user/devices')).body.devices.map(({ id }: { id: string }) => id)
    await banPlayer(site.db, player.playerId, REASON, OPERATOR)
    expect((await site.services.sessions.endedAmong(ids)).sort()).toEqual(ids.sort())
    await unbanPlayer(site.db, player.playerId, 'It was their brother', OPERATOR)
    for (const browser of [player, phone]) {
      const held = [browser.cookies.get('token'), browser.cookies.get(cookieJar('sandbox').companion)] as const
      expect(await second.services.sessions.identify(...held)).toBeNull()
    }
  })

  it('gets the reason at sign-in, also with a code from before the ban', async () => {
    const player = await site.newPlayer()
    const before = await site.services.sessions.makeCode(player.playerId)
    await banPlayer(site.db, player.playerId, REASON, OPERATOR)
    for (const half of [before, await site.services.sessions.makeCode(player.playerId)]) {
      const browser = site.guest()
      await browser.get('/api/settings')
      const { body } = await signIn(browser, half)
      expect(body).toMatchObject({ success: false, code: 'banned' })
      expect(body.message).toContain(REASON)
      expect(body.token).toBeUndefined()
    }
  })

  it('keeps their money and items, and the ledger stays correct', async () => {
    const player = await site.newPlayer()
    const [won] = await win(player, 1)
    const { balance } = (await player.get('/api/user/get')).body.user
    await banPlayer(site.db, player.playerId, REASON, OPERATOR)
    clock += EVERYWHERE_MS
    expect((await player.post('/api/user/items/sell', { ids: [won?.id], isAll: false })).body.code).toBe('banned')
    expect((await site.services.players.currentUser(player.playerId))?.balance).toBe(balance)
    const items = { name: 'items', text: 'select items from accounts where id = $1' }
    expect(await site.db.run(items, [player.playerId])).toEqual([{ items: 1 }])
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('can play again after the ban is lifted and they signed in', async () => {
    const player = await banned()
    expect((await player.post('/api/user/logout')).body.code).toBe('banned')
    expect(await unbanPlayer(site.db, player.playerId, 'It was their brother', OPERATOR)).toBe(true)
    clock += EVERYWHERE_MS
    // The player's old session has ended permanently.
    expect((await player.post('/api/fairness/rotate', { clientSeed: 'mine' })).status).toBe(403)
    const browser = site.guest()
    await browser.get('/api/settings')
    const { token } = (await signIn(browser, await site.services.sessions.makeCode(player.playerId))).body
    browser.cookies.set('token', token)
    expect((await browser.post('/api/fairness/rotate', { clientSeed: 'mine' })).body.success).toBe(true)
  })

  it('has one ban at a time, and a lifted ban cannot be lifted again', async () => {
    const player = await banned()
    expect(await banPlayer(site.db, player.playerId, 'again', OPERATOR)).toBe(false)
    expect(await unbanPlayer(site.db, player.playerId, 'over', OPERATOR)).toBe(true)
    expect(await unbanPlayer(site.db, player.playerId, 'over', OPERATOR)).toBe(false)
    expect(await banPlayer(site.db, player.playerId, 'again', OPERATOR)).toBe(true)
  })

  it('does not affect other players', async () => {
    await banned()
    const other = await site.newPlayer()
    expect((await other.post('/api/fairness/rotate', { clientSeed: 'mine' })).body.success).toBe(true)
    const stranger = site.guest()
    await stranger.get('/api/settings')
    expect((await stranger.post('/api/user/logout')).body.code).not.toBe('banned')
  })
})
