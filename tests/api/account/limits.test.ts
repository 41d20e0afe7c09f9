// Limits for the calls of an address and the changes of a player.
import { describe, expect, it } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { setCookies } from '../../support/browsers/set-cookie.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { type Browser, openTestSite } from '../../support/sites/site.ts'

/** As many searches as an address has in a minute (src/server/site/app.ts). */
const SEARCHES_PER_MINUTE = 240

describe('rate limits', () => {
  it('stop an address after successes and errors alike, and say how long to wait', async () => {
    const site = await openTestSite(DEFAULT_KIND, { environment: { CALLS_PER_MINUTE: '5' } })
    try {
      const guest = site.guest()
      for (const ask of [
        () => guest.get('/api/settings'),
        () => guest.get('/api/user/get', { authorization: `Bearer ${'a'.repeat(43)}` }),
        () => guest.post('/api/user/logout', {}, { 'x-xsrf-token': 'wrong' }),
        () => guest.post('/api/user/logout', '{'),
        () => guest.get('/api/cases'),
      ]) {
        expect((await ask()).status).not.toBe(429)
      }
      for (const path of ['/api/settings', '/api/user/get']) {
        const answer = await guest.get(path)
        expect(answer).toMatchObject({ status: 429, body: { success: false, code: 'too-many' } })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
        expect(setCookies(answer)).toEqual([])
      }
      expect((await guest.post('/api/user/logout')).status).toBe(429)
      expect((await guest.get('/faq')).status).toBe(200)
      const elsewhere = await site.app.inject({ url: '/api/settings', remoteAddress: '192.0.2.7' })
      expect(elsewhere.statusCode).toBe(200)
    } finally {
      await site.close()
    }
  })

  it('count an IPv6 network as one address, and its /48 with ten times the limit', async () => {
    const site = await openTestSite(DEFAULT_KIND, { environment: { CALLS_PER_MINUTE: '2' } })
    try {
      const statusFor = async (remoteAddress: string) =>
        (await site.app.inject({ url: '/api/settings', remoteAddress })).statusCode
      for (const host of ['1', 'ffff']) expect(await statusFor(`2001:db8:1:1::${host}`)).toBe(200)
      expect(await statusFor('2001:db8:1:1:9::1')).toBe(429)
      // Refused calls of one network do not use up those of its neighbours.
      for (let network = 2; network < 11; network++) {
        for (const host of [1, 2]) expect(await statusFor(`2001:db8:1:${network}::${host}`)).toBe(200)
      }
      expect(await statusFor('2001:db8:1:99::1')).toBe(429)
      expect(await statusFor('2001:db8:2:1::1')).toBe(200)
    } finally {
      await site.close()
    }
  })

  it('stop an address that asks for pages without end, in its language', async () => {
    const site = await openTestSite(DEFAULT_KIND, { environment: { PAGES_PER_MINUTE: '3' } })
    try {
      const guest = site.guest()
      const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'uk' }
      for (let page = 0; page < 3; page++) expect((await guest.get(`/case/unknown-${page}`, headers)).status).toBe(404)
      const over = await guest.get('/user/999999999', headers)
      const seconds = Number(over.headers['retry-after'])
      expect(over.status).toBe(429)
      expect(seconds).toBeGreaterThan(0)
      expect(over.body).toContain(`<p class="intro">${textFor('uk', 'replies')('fault.too-many', { seconds })}</p>`)
      expect((await guest.get('/api/settings')).status).toBe(200)
      expect((await site.app.inject({ url: '/case/x', remoteAddress: '192.0.2.7' })).statusCode).toBe(404)
    } finally {
      await site.close()
    }
  })

  it('stop an address that looks for one text after the other, and no other page of it', async () => {
    const site = await openTestSite(DEFAULT_KIND)
    try {
      const statusFor = async (url: string) => (await site.app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode
      for (let place = 0; place < SEARCHES_PER_MINUTE; place++) expect(await statusFor(`/?q=text-${place}`)).toBe(200)
      expect(await statusFor('/?q=awp')).toBe(429)
      for (const page of ['/', '/?utm_source=x', '/faq', '/case/orion']) expect(await statusFor(page)).toBe(200)
      expect((await site.app.inject({ url: '/?q=awp', remoteAddress: '192.0.2.8' })).statusCode).toBe(200)
    } finally {
      await site.close()
    }
  })

  it('stop an address that sends webhooks without end, before any signature is checked', async () => {
    const log: string[] = []
    const site = await openTestSite(DEFAULT_KIND, { log, environment: { CALLS_PER_MINUTE: '3' } })
    const send = () => site.guest().call('POST', '/api/payment/webhook/sandbox', {})
    try {
      for (let event = 0; event < 3; event++) expect((await send()).status).toBe(400)
      const over = await send()
      expect(over).toMatchObject({ status: 429, body: { code: 'too-many' } })
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
      expect(log.filter((line) => line.includes('notice-refused') && line.includes('"security"'))).toHaveLength(3)
      expect((await site.guest().get('/api/settings')).status).toBe(200)
    } finally {
      await site.close()
    }
  })

  it('trust X-Forwarded-For only behind our own proxy', async () => {
    for (const [TRUST_PROXY, status] of [
      ['off', 429],
      ['on', 200],
    ] as const) {
      const site = await openTestSite(DEFAULT_KIND, { environment: { CALLS_PER_MINUTE: '1', TRUST_PROXY } })
      try {
        const ask = (from: string) => site.app.inject({ url: '/api/settings', headers: { 'x-forwarded-for': from } })
        expect((await ask('192.0.2.1')).statusCode).toBe(200)
        expect((await ask('192.0.2.2')).statusCode).toBe(status)
      } finally {
        await site.close()
      }
    }
  })

  it('stop a player who changes too much, but no other player', async () => {
    // The client seed of a new player is the first one.
    const site = await openTestSite(DEFAULT_KIND, { environment: { ACTIONS_PER_MINUTE: '5' } })
    try {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      const open = (who: Browser) => who.post('/api/case/first-step/open', { count: 1 })
      for (let i = 0; i < 4; i++) expect((await open(one)).status).toBe(200)
      const over = await open(one)
      expect(over).toMatchObject({ status: 429, body: { code: 'too-many' } })
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
      expect((await one.get('/api/user/get')).body.user.exp).toBe(4 * 50)
      expect((await open(two)).status).toBe(200)
    } finally {
      await site.close()
    }
  })
})
