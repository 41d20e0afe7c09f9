// Security events in the log after an attack, and the effect of a new sign-in on the previous session.
import { describe, expect, it } from 'vitest'
import { banPlayer } from '../../src/server/services/account/bans.ts'
import { DEFAULT_KIND, SUITE_KINDS } from '../support/databases/databases.ts'
import { OPERATOR } from '../support/office/operator.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../support/sites/site.ts'

async function signInAgain(site: TestSite, browser: Browser, code = ''): Promise<Answer> {
  const made = await site.services.sessions.makeCode(browser.playerId)
  browser.cookies.set('sign_in', made.browser)
  return browser.post('/api/auth/token', { code: code || made.code })
}

describe.each(SUITE_KINDS)('signing in again on %s', (kind) => {
  it('ends the previous session of the browser: its token is no longer valid', async () => {
    const site = await openTestSite(kind)
    try {
      const player = await site.newPlayer()
      const old = new Map(player.cookies)
      const answer = await signInAgain(site, player)
      expect(answer.body.success).toBe(true)
      player.cookies.set('token', answer.body.token)
      expect(player.cookies.get('companion')).not.toBe(old.get('companion'))
      expect((await player.get('/api/user/get')).status).toBe(200)
      const thief = site.guest()
      for (const [name, value] of old) thief.cookies.set(name, value)
      expect((await thief.get('/api/user/get')).status).toBe(401)
      expect((await player.get('/api/user/devices')).body.devices).toHaveLength(1)
    } finally {
      await site.close()
    }
  })

  it('ends nothing when it fails', async () => {
    const site = await openTestSite(kind)
    try {
      const player = await site.newPlayer()
      expect((await signInAgain(site, player, 'x'.repeat(43))).body.success).toBe(false)
      expect((await player.get('/api/user/get')).status).toBe(200)
    } finally {
      await site.close()
    }
  })
})

describe('the log', () => {
  it('has a line for each security event, with the player, the address and the call', async () => {
    const log: string[] = []
    let clock = Date.now()
    const site = await openTestSite(DEFAULT_KIND, {
      log,
      environment: { ACTIONS_PER_MINUTE: '6' },
      now: () => clock,
    })
    try {
      const player = await site.newPlayer()
      await player.post('/api/user/trade-link', { tradeLink: '' })
      await player.post('/api/user/privacy', { hidden: true }, { 'x-xsrf-token': 'wrong' })
      await player.post('/api/user/privacy', { hidden: true }, { origin: 'https://evil.example' })
      await signInAgain(site, player, 'x'.repeat(43))
      await site.guest().get('/api/auth/steam/return?openid.mode=id_res')
      await site.guest().get('/api/auth/steam?terms=1&adult=1', { 'sec-fetch-site': 'cross-site' })
      await site.guest().post('/api/payment/webhook/sandbox', {})
      for (let i = 0; i < 6; i++) await player.post('/api/user/privacy', { hidden: true })
      const other = await site.newPlayer()
      await other.post('/api/user/logout')
      const guest = site.guest()
      await guest.get('/api/user/items?q=typed')
      await guest.post('/api/wheel/spin', { free: true, price: 0 })
      const third = await site.newPlayer()
      const order = { method_name: 'card', sum: 5, promocode: '', user_id: player.playerId }
      await third.post('/api/payment/create/sandbox', order)
      await banPlayer(site.db, third.playerId, 'Words to them', OPERATOR)
      clock += 1_000
      await third.post('/api/user/logout')
      const lines = log.map((line) => JSON.parse(line)).filter(({ security }) => security !== undefined)
      const find = (event: string) => lines.filter(({ security }) => security === event)
      const { playerId } = player
      expect(find('sign-in')[0]).toMatchObject({
        level: 30,
        player: playerId,
        address: '127.0.0.1',
        call: 'POST /api/auth/token',
      })
      expect(find('sign-in')[0].session).toMatch(/^[0-9a-f-]{36}$/)
      expect(find('trade-link')).toMatchObject([{ level: 30, player: playerId, set: false }])
      const forged = { level: 40, player: playerId, call: 'POST /api/user/privacy', address: '127.0.0.1' }
      expect(find('forged-call')).toMatchObject([
        { ...forged, code: 'csrf' },
        { ...forged, code: 'origin' },
      ])
      expect(find('sign-in-refused').map(({ reason }) => reason)).toEqual(['code', 'missing-parameter', 'cross-site'])
      expect(find('notice-refused')).toMatchObject([{ level: 40, provider: 'sandbox' }])
      expect(find('limit')[0]).toMatchObject({ level: 40, player: playerId, code: 'too-many' })
      expect(find('sign-out')).toMatchObject([{ level: 30, player: other.playerId }])
      const notAllowed = { level: 40, address: '127.0.0.1' }
      expect(find('not-allowed')).toMatchObject([
        { ...notAllowed, code: 'signed-out', player: null, call: 'GET /api/user/items' },
        { ...notAllowed, code: 'signed-out', player: null, call: 'POST /api/wheel/spin' },
        { ...notAllowed, code: 'another-player', player: third.playerId, call: 'POST /api/payment/create/:provider' },
        { ...notAllowed, code: 'banned', player: null, call: 'POST /api/user/logout' },
      ])
      for (const line of log) expect(line).not.toMatch(/typed|Words to them/)
      // Each replaces an ordinary line: a flood of them writes no more than any other refused flood.
      for (const { reqId } of find('not-allowed')) expect(log.filter((line) => line.includes(reqId))).toHaveLength(1)
      for (const { time, reqId } of lines) {
        expect(time).toBeGreaterThan(Date.UTC(2025))
        expect(reqId).toMatch(/^[0-9a-f-]{36}$/)
      }
    } finally {
      await site.close()
    }
  })

  it('has one line for each event, with any characters in its values', async () => {
    const log: string[] = []
    const site = await openTestSite(DEFAULT_KIND, { log, environment: { TRUST_PROXY: 'on', CALLS_PER_MINUTE: '1' } })
    try {
      const headers = { 'x-forwarded-for': '1.2.3.4\u0001{"level":60}' }
      for (let i = 0; i < 3; i++) await site.app.inject({ url: '/api/settings', headers })
      for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
      expect(log.filter((line) => line.includes('"security":"limit"'))).toHaveLength(2)
      for (const line of log) expect(line.match(/\n/g)).toHaveLength(1)
    } finally {
      await site.close()
    }
  })
})

describe('the address of a caller', () => {
  it('is what our own proxy saw, not what the caller sent', async () => {
    for (const [TRUST_PROXY, forwarded] of [
      ['on', (turn: number) => `198.51.100.${turn}, 192.0.2.1`],
      ['2', (turn: number) => `198.51.100.${turn}, 192.0.2.1, 10.0.0.1`],
      ['loopback', (turn: number) => `198.51.100.${turn}, 192.0.2.1`],
      ['loopback,10.0.0.0/8', (turn: number) => `198.51.100.${turn}, 192.0.2.1, 10.0.0.1`],
      ['loopback', (turn: number) => `192.0.2.1:${5000 + turn}`],
      ['10.0.0.0/8', (turn: number) => `198.51.100.${turn}`],
    ] as const) {
      const site = await openTestSite(DEFAULT_KIND, { environment: { CALLS_PER_MINUTE: '1', TRUST_PROXY } })
      try {
        const ask = (turn: number) =>
          site.app.inject({
            url: '/api/settings',
            headers: {
              'x-forwarded-for': forwarded(turn),
              'x-real-ip': `198.51.100.${turn}`,
              forwarded: `for=198.51.100.${turn}`,
            },
          })
        expect((await ask(1)).statusCode).toBe(200)
        expect((await ask(2)).statusCode).toBe(429)
      } finally {
        await site.close()
      }
    }
  })
})
