// Push messages through the real app: who may subscribe where, and how a subscription ends.
import { describe, expect, it } from 'vitest'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { signOutEverywhere } from '../../../src/server/services/account/end-sessions.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { DEVICES_MAX } from '../../../src/server/services/push/subscriptions.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { openPushService } from '../../support/outside/push-service.ts'
import { type Browser, LIVE_ENVIRONMENT, openTestSite } from '../../support/sites/site.ts'
import { openPushFixture } from './push-fixture.ts'

const DAY_MS = 24 * 3_600_000

describe.each(SUITE_KINDS)('subscriptions to push messages on %s', (kind) => {
  const fixture = openPushFixture(kind)
  const { deliver, isOn, waiting, subscriptionsOf, turnOn, newDevice, secondDevice, deposit } = fixture

  describe('a subscription', () => {
    it('is off until the player turns it on, and off again when they turn it off', async () => {
      const player = await fixture.site.newPlayer()
      expect((await player.get('/api/push')).body).toEqual({
        success: true,
        key: fixture.key,
        on: false,
        silent: false,
      })
      await turnOn(player)
      expect(await isOn(player)).toBe(true)
      await turnOn(player)
      expect(await subscriptionsOf(player)).toBe(1)
      expect((await player.post('/api/push/unsubscribe')).body).toEqual({ success: true })
      expect(await isOn(player)).toBe(false)
    })

    it('needs a session, the site’s origin and its token', async () => {
      const { body } = await fixture.service.subscribe(fixture.key)
      const guest = fixture.site.guest()
      await guest.get('/api/settings')
      expect((await guest.get('/api/push')).status).toBe(401)
      for (const call of ['subscribe', 'unsubscribe', 'test']) {
        const path = `/api/push/${call}`
        const sent = call === 'subscribe' ? body : {}
        expect((await guest.post(path, sent)).status).toBe(401)
        const player = await fixture.site.newPlayer()
        expect((await player.post(path, sent, { origin: 'https://evil.example' })).body.code).toBe('origin')
        expect((await player.post(path, sent, { 'x-xsrf-token': 'none' })).body.code).toBe('csrf')
      }
    })

    it.each([
      'https://evil.example/push',
      'https://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:6379/',
      'https://localhost/push',
      'http://fcm.googleapis.com/push',
      'https://fcm.googleapis.com:8443/push',
      'https://fcm.googleapis.com@evil.example/push',
    ])('at %s is refused, and no request is made', async (endpoint) => {
      const player = await fixture.site.newPlayer()
      const { keys } = (await fixture.service.subscribe(fixture.key)).body
      const { body } = await player.post('/api/push/subscribe', { endpoint, keys })
      expect(body).toMatchObject({ success: false, code: 'push-service' })
      expect(await subscriptionsOf(player)).toBe(0)
    })

    it('with keys that fit no curve, a long address or more fields is refused', async () => {
      const player = await fixture.site.newPlayer()
      const { endpoint, keys } = (await fixture.service.subscribe(fixture.key)).body
      const beside = { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }
      expect((await player.post('/api/push/subscribe', beside)).body).toMatchObject({ code: 'push-service' })
      const wrong: unknown[] = [
        { endpoint: 'not an address', keys },
        { endpoint: `${endpoint}/${'a'.repeat(1000)}`, keys },
        { endpoint, keys: { ...keys, auth: 'short' } },
        { endpoint, keys, playerId: 1 },
        { endpoint },
      ]
      for (const body of wrong) expect((await player.post('/api/push/subscribe', body)).status).toBe(400)
      expect(await subscriptionsOf(player)).toBe(0)
    })

    it('belongs to one session: a browser that another player signs in at leaves the first', async () => {
      const { player: first, browser } = await newDevice()
      const second = await fixture.site.newPlayer()
      await second.post('/api/push/subscribe', browser.body)
      expect([await isOn(first), await isOn(second)]).toEqual([false, true])
      await first.post('/api/push/unsubscribe')
      expect(await isOn(second)).toBe(true)
      await deposit(first)
      await deliver()
      expect(browser.messages).toEqual([])
    })

    it('is one of ten at most: the oldest gives way', async () => {
      const player = await fixture.site.newPlayer()
      const devices = [player]
      await turnOn(player)
      for (let count = 0; count < DEVICES_MAX; count++) {
        const device = await secondDevice(player)
        devices.push(device)
        await turnOn(device)
      }
      expect(await subscriptionsOf(player)).toBe(DEVICES_MAX)
      expect(await Promise.all(devices.map(isOn))).toEqual([false, ...Array(DEVICES_MAX).fill(true)])
    })

    it('is counted once by two calls at the same time', async () => {
      const player = await fixture.site.newPlayer()
      const browsers = await Promise.all(Array.from({ length: 6 }, () => fixture.service.subscribe(fixture.key)))
      const answers = await Promise.all(browsers.map(({ body }) => player.post('/api/push/subscribe', body)))
      expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 200))
      expect(await subscriptionsOf(player)).toBe(1)
    })

    it('can be changed thirty times a minute', async () => {
      const player = await fixture.site.newPlayer()
      const answers = await Promise.all(Array.from({ length: 35 }, () => player.post('/api/push/unsubscribe')))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    })

    const endings: readonly [string, (player: Browser) => Promise<unknown>][] = [
      ['signing out', (player) => player.post('/api/user/logout')],
      [
        'ending it from another device',
        async (player) => {
          const { devices } = (await player.get('/api/user/devices')).body
          await (await secondDevice(player)).post('/api/user/devices/end', { id: devices[0].id })
        },
      ],
      ['the operator’s sign-out', ({ playerId }) => signOutEverywhere(fixture.site.db, playerId, OPERATOR)],
      ['a ban', ({ playerId }) => banPlayer(fixture.site.db, playerId, 'a reason', OPERATOR)],
      ['erasure', ({ playerId }) => erasePlayer(fixture.site.db, playerId, new Date(), OPERATOR)],
    ]

    it.each(endings)('ends with its session, by %s', async (_name, end) => {
      const { player, browser } = await newDevice()
      await player.post('/api/push/test')
      await end(player)
      expect(await subscriptionsOf(player)).toBe(0)
      await deliver()
      expect(browser.messages).toEqual([])
      expect(await waiting()).toEqual([])
    })

    it('of a session that nobody used for too long gets no message', async () => {
      const { player, browser } = await newDevice()
      await deposit(player)
      fixture.nowMs += 31 * DAY_MS
      await deliver()
      fixture.nowMs -= 31 * DAY_MS
      expect(browser.messages).toEqual([])
      expect(await waiting()).toEqual([])
    })
  })
})

describe('a live site', () => {
  it('without a key sends nothing, offers nothing and takes no subscription', async () => {
    const site = await openTestSite(undefined, { environment: LIVE_ENVIRONMENT })
    const player = await site.newPlayer()
    expect((await player.get('/api/push')).body).toMatchObject({ key: null, on: false })
    const endpoint = 'https://fcm.googleapis.com/push'
    const service = await openPushService()
    const { keys } = (await service.subscribe('')).body
    await service.close()
    const { body } = await player.post('/api/push/subscribe', { endpoint, keys })
    expect(body).toMatchObject({ success: false, code: 'push-service' })
    await site.jobs.pushes.runOnce()
    await site.close()
  })
})
