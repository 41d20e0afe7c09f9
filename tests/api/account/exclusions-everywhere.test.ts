// A time-out or self-exclusion applies to every route that stakes, deposits or gives, in every process, and nothing
// lifts it. The test walks the router itself: a new call that changes something has to be added to one of the two
// lists.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { databaseFault } from '../../../src/server/db/database.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { win } from '../../support/players/games.ts'
import { Browser, openTestSite, type Route, SITE_URL, type TestSite } from '../../support/sites/site.ts'
import { type Call, STAKING_CALLS as CLOSED, NOBODYS, PAYMENTS } from '../calls/staking-calls.ts'
import { SUBSCRIPTION } from '../calls/valid-bodies.ts'

const DAY_MS = 86_400_000

/** The time within which games, deposits, promo codes and bonuses are closed on every process. */
const EVERYWHERE_MS = 2_000

const environment = { SOCIAL_TELEGRAM: 'https://t.me/spacedrop' }

/** Calls that stay open, each with its reason. */
const OPEN: Readonly<Record<string, Call & { readonly because: string }>> = {
  'POST /api/auth/token': {
    because: 'players may sign in to see and withdraw what they own',
    body: () => ({ code: 'x'.repeat(43) }),
  },
  'POST /api/battles/:id/leave': {
    because: 'gives back what was staked',
    path: `/api/battles/${NOBODYS}/leave`,
    body: () => ({}),
  },
  'POST /api/battles/:id/cancel': {
    because: 'gives back what was staked',
    path: `/api/battles/${NOBODYS}/cancel`,
    body: () => ({}),
  },
  'POST /api/battles/:id/emote': {
    because: 'a battle that is under way is shown to its players; nothing is staked',
    path: `/api/battles/${NOBODYS}/emote`,
    body: () => ({ emote: 'gg' }),
  },
  'POST /api/contract/preview': { because: 'a table of odds; nothing is staked', body: () => ({ ids: [] }) },
  'POST /api/case/:url/favourite': {
    because: 'a mark on a case; nothing is staked',
    path: '/api/case/first-step/favourite',
    body: () => ({ favourite: true }),
  },
  'POST /api/fairness/checked': { because: 'a check of old rolls', body: () => ({ roll: randomUUID() }) },
  'POST /api/fairness/client-seed': {
    because: 'answers a commitment; nothing is staked',
    body: () => ({ commit: '0'.repeat(64), clientSeed: 'later' }),
  },
  'POST /api/fairness/rotate': {
    because: 'reveals the seed that old rolls are checked with',
    body: () => ({ clientSeed: 'later' }),
  },
  'POST /api/letters': {
    because: 'a player may always write to the shop',
    body: () => ({ about: { kind: 'player' }, text: 'Hello' }),
  },
  'POST /api/letters/:id/answer': {
    because: 'a player may always write to the shop',
    path: `/api/letters/${NOBODYS}/answer`,
    body: () => ({ text: 'Hello' }),
  },
  'POST /api/letters/:id/appeal': {
    because: 'a player may always write to the shop',
    path: `/api/letters/${NOBODYS}/appeal`,
    body: () => ({ text: 'Hello' }),
  },
  'POST /api/letters/:id/settle': {
    because: 'a player may always close a letter of their own',
    path: `/api/letters/${NOBODYS}/settle`,
    body: () => ({}),
  },
  'POST /api/letters/pictures': { because: 'a picture of a letter', body: () => ({}) },
  'POST /api/limits': { because: 'limits can be lowered meanwhile', body: () => ({ day: 5000 }) },
  'POST /api/limits/reality': { because: 'a reminder stakes nothing', body: () => ({ minutes: 30 }) },
  'POST /api/limits/self-exclude': { because: 'an exclusion can be made longer', body: () => ({ days: 1 }) },
  'POST /api/notification/read': { because: 'reading', body: () => ({ ids: [] }) },
  'POST /api/payment/orders/:id/cancel': {
    because: 'ends a deposit that was not paid',
    path: `/api/payment/orders/${NOBODYS}/cancel`,
    body: () => ({}),
  },
  'POST /api/push/subscribe': { because: 'nothing is sent meanwhile', body: () => SUBSCRIPTION },
  'POST /api/push/unsubscribe': { because: 'players may turn notifications off', body: () => ({}) },
  'POST /api/user/erasure': { because: 'everybody may leave', body: () => ({ confirmed: true }) },
  'POST /api/user/erasure/cancel': { because: 'a request can be taken back', body: () => ({}) },
  'POST /api/referral/own': {
    because: 'a name for the own code; nothing is given for it',
    body: () => ({ code: 'no' }),
  },
  'POST /api/share': { because: 'a link to a result; nothing is given for it', body: () => ({ roll: randomUUID() }) },
  'POST /api/share/end': { because: 'players may take back what they shared', body: () => ({ roll: randomUUID() }) },
  'POST /api/user/overlay': { because: 'it shows past results', body: () => ({ action: 'end' }) },
  'POST /api/user/devices/end': { because: 'players may end their own sessions', body: () => ({ id: randomUUID() }) },
  'POST /api/user/items/pay-difference': {
    because: 'a part of withdrawals',
    body: () => ({ id: randomUUID(), difference: 0 }),
  },
  'POST /api/user/items/replace': { because: 'a part of withdrawals', body: () => ({ id: randomUUID(), with: [] }) },
  'POST /api/user/items/sell': { because: 'players keep what they own', body: () => ({ ids: [], isAll: true }) },
  'POST /api/user/items/sell/case': { because: 'players keep what they own', body: () => ({ ids: [], isAll: true }) },
  'POST /api/user/items/take-back': { because: 'a part of withdrawals', body: () => ({ id: randomUUID() }) },
  'POST /api/user/items/withdraw': { because: 'players keep what they own', body: () => ({ ids: [randomUUID()] }) },
  'POST /api/user/leaderboard': { because: 'players decide who sees their name', body: () => ({ shown: false }) },
  'POST /api/user/logout': { because: 'leaving', body: () => ({}) },
  'POST /api/user/privacy': { because: 'players decide who sees their name', body: () => ({ hidden: true }) },
  'POST /api/user/terms': { because: 'agreeing stakes nothing', body: () => ({ version: 'x' }) },
  'POST /api/user/trade-link': { because: 'withdrawals require it', body: () => ({ tradeLink: '' }) },
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const NOT_OF_PLAYERS = ['/sandbox/', '/api/payment/webhook/']

const nameOf = ({ method, url }: Route): string => `${method} ${url}`

function send(browser: Browser, name: string, call: Call, language = 'en') {
  const path = call.path ?? name.slice(name.indexOf(' ') + 1)
  return browser.post(path, call.body(browser.playerId), { 'accept-language': language })
}

describe.each(SUITE_KINDS)('a self-excluded player, on %s', (kind) => {
  let clock = Date.now()
  let site: TestSite
  let second: TestSite

  beforeAll(async () => {
    const now = (): number => clock
    site = await openTestSite(kind, { environment, payments: PAYMENTS, now })
    second = await openTestSite(kind, { environment, payments: PAYMENTS, now, beside: site })
  })

  afterAll(async () => {
    await second.close()
    await site.close()
  })

  /** The same session, at the other process. */
  function atSecond(player: Browser): Browser {
    const there = new Browser(second.app, SITE_URL)
    there.playerId = player.playerId
    for (const [name, value] of player.cookies) there.cookies.set(name, value)
    return there
  }

  const exclusionOf = async (player: Browser) => (await player.get('/api/limits')).body.exclusion

  it('has every call that changes something in one of the two lists', () => {
    const changing = site.routes.filter(
      ({ method, url }) => !SAFE.has(method) && !NOT_OF_PLAYERS.some((path) => url.startsWith(path)),
    )
    const listed = [...Object.keys(CLOSED), ...Object.keys(OPEN)]
    expect(new Set(listed).size).toBe(listed.length)
    expect(changing.map(nameOf).sort()).toEqual(listed.sort())
  })

  describe.each(Object.keys(CLOSED))('%s', (name) => {
    const call = CLOSED[name] as Call

    it('is open to other players', async () => {
      const { body } = await send(await site.newPlayer(), name, call)
      expect(body.code).not.toBe('excluded')
    })

    it('is refused with the end date in the player’s language, and nothing is moved', async () => {
      const player = await site.newPlayer()
      await player.post('/api/limits/self-exclude', { days: 182 })
      const [year, month, day] = new Date(clock + 182 * DAY_MS).toISOString().slice(0, 10).split('-')
      for (const language of LANGUAGES) {
        const answer = await send(player, name, call, language)
        expect(answer).toMatchObject({ status: 200, body: { success: false, code: 'excluded' } })
        expect(answer.body.message).toContain(`${day}.${month}.${year}`)
      }
      expect((await player.get('/api/user/get')).body.user).toMatchObject({ balance: 10_000, exp: 0 })
      expect((await player.get('/api/payment/orders')).body.orders).toEqual([])
    })

    it('is refused permanently for a permanent self-exclusion', async () => {
      const player = await site.newPlayer()
      await player.post('/api/limits/self-exclude', { days: 'forever' })
      clock += 50 * 365 * DAY_MS
      const later = await site.newPlayer()
      expect((await send(later, name, call)).body.code).not.toBe('excluded')
      clock -= 50 * 365 * DAY_MS
      expect((await send(player, name, call)).body).toMatchObject({ success: false, code: 'excluded' })
    })

    it('is refused by another process within two seconds', async () => {
      const player = await site.newPlayer()
      const there = atSecond(player)
      // This process has just cached that nothing is closed.
      expect((await send(there, name, call)).body.code).not.toBe('excluded')
      await player.post('/api/limits/self-exclude', { days: 1 })
      const from = clock
      while ((await send(there, name, call)).body.code !== 'excluded') {
        clock += 100
        expect(clock - from).toBeLessThanOrEqual(EVERYWHERE_MS)
      }
    })

    it('opens again at the end of the exclusion, and not earlier', async () => {
      const player = await site.newPlayer()
      await player.post('/api/limits/self-exclude', { days: 7 })
      clock += 7 * DAY_MS - 1
      expect((await send(player, name, call)).body.code).toBe('excluded')
      clock += 1
      expect((await send(player, name, call)).body.code).not.toBe('excluded')
    })
  })

  it('can still open free cases, sell, rotate seeds and read their data', async () => {
    const player = await site.newPlayer()
    const [won] = await win(player, 1)
    await player.post('/api/limits/self-exclude', { days: 'forever' })
    expect((await player.post('/api/case/first-step/open', { count: 1, demo: true })).body).toMatchObject({
      success: true,
    })
    expect((await player.post('/api/user/items/sell', { ids: [won?.id], isAll: false })).body).toMatchObject({
      success: true,
      sum: won?.price,
    })
    expect((await player.post('/api/fairness/rotate', { clientSeed: 'mine' })).body.success).toBe(true)
    for (const path of ['/api/user/items', '/api/payment/orders', '/api/notification/get', '/api/limits']) {
      expect((await player.get(path)).status, path).toBe(200)
    }
  })

  it('still gets the response to a call paid before, when the connection was lost', async () => {
    const player = await site.newPlayer()
    const key = { 'idempotency-key': randomUUID() }
    const open = () => player.post('/api/case/first-step/open', { count: 1 }, key)
    const first = await open()
    expect(first.body.success).toBe(true)
    await player.post('/api/limits/self-exclude', { days: 1 })
    expect((await open()).body).toEqual(first.body)
    expect((await player.post('/api/case/first-step/open', { count: 1 })).body.code).toBe('excluded')
  })

  it('can sign in again, and is still excluded', async () => {
    const player = await site.newPlayer()
    await player.post('/api/limits/self-exclude', { days: 365 })
    await player.post('/api/user/logout')
    await player.get('/api/settings')
    const { code, browser: half } = await site.services.sessions.makeCode(player.playerId)
    player.cookies.set(cookieJar('sandbox').signIn, half)
    player.cookies.set('token', (await player.post('/api/auth/token', { code })).body.token)
    expect(await exclusionOf(player)).toMatchObject({ kind: 'self-exclusion' })
    expect((await player.post('/api/case/first-step/open', { count: 1 })).body.code).toBe('excluded')
  })

  it('has no call that lifts the exclusion: every open call keeps it', async () => {
    const player = await site.newPlayer()
    await player.post('/api/limits/self-exclude', { days: 182 })
    const standing = await exclusionOf(player)
    const known = new Set(site.routes.map(nameOf))
    for (const [name, call] of Object.entries(OPEN)) {
      if (!known.has(name) || name.endsWith('logout')) continue
      const answer = await send(player, name, call)
      expect(answer.status, name).toBeLessThan(500)
      expect(answer.body.code, `${name}: ${call.because}`).not.toBe('excluded')
      expect(await exclusionOf(player), name).toEqual(standing)
    }
  })

  it.each([
    ['update exclusions set until = now()', '42501'],
    ['delete from exclusions', '42501'],
    ['truncate exclusions', '42501'],
  ])('cannot be released by the app’s role: %s', async (statement, code) => {
    const fault = await site.db.queries.execute(statement).then(
      () => undefined,
      (error: unknown) => databaseFault(error),
    )
    expect(fault?.code).toBe(code)
  })

  it.each(['update exclusions set until = now()', 'delete from exclusions', 'truncate exclusions'])(
    'cannot be released by the owner of the tables: %s',
    async (statement) => {
      await (await site.newPlayer()).post('/api/limits/self-exclude', { days: 1 })
      await expect(site.db.asOwner(statement)).rejects.toThrow()
    },
  )
})
