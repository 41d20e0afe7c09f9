// Push messages through the real app and a push service on loopback: who may subscribe where, what is sent, and when the site is silent.
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/language.ts'
import { textFor } from '../../src/i18n/text.ts'
import type { PushKind } from '../../src/protocol/push.ts'
import { queryRows } from '../../src/server/db/database.ts'
import { cookieJar } from '../../src/server/http/cookies.ts'
import { createJobs } from '../../src/server/jobs/jobs.ts'
import { banPlayer } from '../../src/server/services/account/bans.ts'
import { signOutEverywhere } from '../../src/server/services/account/end-sessions.ts'
import { erasePlayer } from '../../src/server/services/account/erasure.ts'
import { storeNotification } from '../../src/server/services/kernel/notifications.ts'
import { removeOutdated } from '../../src/server/services/operations/retention.ts'
import { ATTEMPTS_MAX, BATCH_SIZE, DELAY_MAX_MS, delayMs } from '../../src/server/services/push/delivery.ts'
import { DEVICES_MAX } from '../../src/server/services/push/subscriptions.ts'
import { createServices } from '../../src/server/services/services.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { PAID, TestProvider } from '../support/payment-provider.ts'
import { openPushService, type PushService, type SubscribedBrowser } from '../support/push-service.ts'
import { offerCheapPrizes, playForRaffle } from '../support/raffles.ts'
import { type Browser, LIVE_ENVIRONMENT, openTestSite, type TestSite } from '../support/site.ts'
import { newTrader, withdrawNew } from '../support/withdrawals.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(SUITE_KINDS)('push messages on %s', (kind) => {
  let clock = Date.now()
  let service: PushService
  let site: TestSite
  let key: string

  beforeAll(async () => {
    service = await openPushService()
    site = await openTestSite(kind, {
      now: () => clock,
      payments: { providers: [new TestProvider()], standIn: undefined },
      environment: { PUSH_SERVICES: `${service.host},fcm.googleapis.com` },
    })
    offerCheapPrizes(site)
    key = (await (await site.newPlayer()).get('/api/push')).body.key
  })

  afterEach(() => {
    expect(service.faults).toEqual([])
  })

  afterAll(async () => {
    await site.close()
    await service.close()
  })

  const deliver = (): Promise<void> => site.jobs.pushes.runOnce()
  const isOn = async (player: Browser): Promise<boolean> => (await player.get('/api/push')).body.on
  const waiting = () =>
    queryRows<{ kind: PushKind; attempts: number; later: boolean }>(
      site.db.queries,
      sql`select kind, attempts, next_at > now() as later from pushes`,
    )
  const subscriptionsOf = async ({ playerId }: Browser): Promise<number> => {
    const [row] = await queryRows<{ count: string }>(
      site.db.queries,
      sql`select count(*) as count from push_subscriptions where player_id = ${playerId}`,
    )
    return Number(row?.count)
  }
  /** Makes the time of the next attempt come. */
  const elapse = () => site.db.queries.execute(sql`update pushes set next_at = now()`)

  async function turnOn(player: Browser, language = 'en'): Promise<SubscribedBrowser> {
    const browser = await service.subscribe(key)
    const { body } = await player.post('/api/push/subscribe', browser.body, { 'accept-language': language })
    expect(body).toEqual({ success: true })
    return browser
  }

  async function newDevice(language = 'en'): Promise<{ player: Browser; browser: SubscribedBrowser }> {
    const player = await site.newPlayer()
    return { player, browser: await turnOn(player, language) }
  }

  /** Signs the player in at another browser. */
  async function secondDevice(player: Browser): Promise<Browser> {
    const device = site.guest()
    device.playerId = player.playerId
    await device.get('/api/settings')
    const { code, browser: half } = await site.services.sessions.makeCode(player.playerId)
    device.cookies.set(cookieJar('sandbox').signIn, half)
    device.cookies.set('token', (await device.post('/api/auth/token', { code })).body.token)
    return device
  }

  async function deposit(player: Browser): Promise<void> {
    const body = { method_name: 'card', sum: 5, promocode: '', user_id: player.playerId }
    const { order } = (await player.post('/api/payment/create/test', body)).body
    await site.services.settlement.apply(order.id, PAID)
  }

  /** Lets a player deposit, play and join an hourly raffle alone; it is drawn by `draw`. */
  async function joinRaffle(player: Browser): Promise<void> {
    clock = Math.ceil(clock / HOUR_MS) * HOUR_MS + HOUR_MS / 2
    await site.jobs.raffles.runOnce()
    await deposit(player)
    await playForRaffle(player)
    const { raffles } = (await player.get('/api/raffle')).body
    const hourly = raffles.find((raffle: { kind: string }) => raffle.kind === 'hourly')
    expect((await player.post(`/api/raffle/${hourly.open.id}/join`)).body).toMatchObject({ success: true })
  }

  async function draw(): Promise<void> {
    clock = Math.ceil((clock + 1) / HOUR_MS) * HOUR_MS
    await site.jobs.raffles.runOnce()
  }

  const kinds = ({ messages }: SubscribedBrowser): PushKind[] => messages.map((message) => message.kind)

  describe('a subscription', () => {
    it('is off until the player turns it on, and off again when they turn it off', async () => {
      const player = await site.newPlayer()
      expect((await player.get('/api/push')).body).toEqual({ success: true, key, on: false, silent: false })
      await turnOn(player)
      expect(await isOn(player)).toBe(true)
      await turnOn(player)
      expect(await subscriptionsOf(player)).toBe(1)
      expect((await player.post('/api/push/unsubscribe')).body).toEqual({ success: true })
      expect(await isOn(player)).toBe(false)
    })

    it('needs a session, the site’s origin and its token', async () => {
      const { body } = await service.subscribe(key)
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await guest.get('/api/push')).status).toBe(401)
      for (const call of ['subscribe', 'unsubscribe', 'test']) {
        const path = `/api/push/${call}`
        const sent = call === 'subscribe' ? body : {}
        expect((await guest.post(path, sent)).status).toBe(401)
        const player = await site.newPlayer()
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
      const player = await site.newPlayer()
      const { keys } = (await service.subscribe(key)).body
      const { body } = await player.post('/api/push/subscribe', { endpoint, keys })
      expect(body).toMatchObject({ success: false, code: 'push-service' })
      expect(await subscriptionsOf(player)).toBe(0)
    })

    it('with keys that fit no curve, a long address or more fields is refused', async () => {
      const player = await site.newPlayer()
      const { endpoint, keys } = (await service.subscribe(key)).body
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
      const second = await site.newPlayer()
      await second.post('/api/push/subscribe', browser.body)
      expect([await isOn(first), await isOn(second)]).toEqual([false, true])
      await first.post('/api/push/unsubscribe')
      expect(await isOn(second)).toBe(true)
      await deposit(first)
      await deliver()
      expect(browser.messages).toEqual([])
    })

    it('is one of ten at most: the oldest gives way', async () => {
      const player = await site.newPlayer()
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
      const player = await site.newPlayer()
      const browsers = await Promise.all(Array.from({ length: 6 }, () => service.subscribe(key)))
      const answers = await Promise.all(browsers.map(({ body }) => player.post('/api/push/subscribe', body)))
      expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 200))
      expect(await subscriptionsOf(player)).toBe(1)
    })

    it('can be changed thirty times a minute', async () => {
      const player = await site.newPlayer()
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
      ['the operator’s sign-out', ({ playerId }) => signOutEverywhere(site.db, playerId)],
      ['a ban', ({ playerId }) => banPlayer(site.db, playerId, 'a reason')],
      ['erasure', ({ playerId }) => erasePlayer(site.db, playerId, new Date())],
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
      clock += 31 * DAY_MS
      await deliver()
      clock -= 31 * DAY_MS
      expect(browser.messages).toEqual([])
      expect(await waiting()).toEqual([])
    })
  })

  describe('a message', () => {
    it.each(LANGUAGES)('tells of a deposit that has arrived, in %s, without naming an amount', async (language) => {
      const { player, browser } = await newDevice(language)
      await deposit(player)
      await deliver()
      const t = textFor(language, 'replies')
      const texts = { title: t('push.deposit.title'), body: t('push.deposit.body') }
      expect(browser.messages).toEqual([{ kind: 'deposit', ...texts, lang: language, link: '/deposit' }])
      expect(JSON.stringify(browser.messages)).not.toMatch(/\d|\$/)
    })

    it('tells of a raffle that was won', async () => {
      const { player, browser } = await newDevice()
      await joinRaffle(player)
      await draw()
      await deliver()
      expect(kinds(browser).toSorted()).toEqual(['deposit', 'raffle'])
      expect(browser.messages).toContainEqual(expect.objectContaining({ kind: 'raffle', link: '/raffle' }))
    })

    it('tells of an item that waits at Steam, once for several items, and of nothing that needs no action', async () => {
      const player = await newTrader(site)
      const browser = await turnOn(player)
      await withdrawNew(player, 3)
      await site.jobs.withdrawals.runOnce()
      await deliver()
      expect(browser.messages).toMatchObject([{ kind: 'withdrawal', link: '/dashboard?tab=withdrawals' }])
      await player.post('/api/limits', { day: 5000 })
      await player.post('/api/calendar/claim', { day: new Date(clock).toISOString().slice(0, 10) })
      await deliver()
      expect(browser.messages).toHaveLength(1)
    })

    it('reaches every device of a player, and nobody else', async () => {
      const { player, browser } = await newDevice()
      const other = await newDevice()
      const phone = await turnOn(await secondDevice(player), 'uk')
      await deposit(player)
      await deliver()
      expect([browser, phone, other.browser].map(kinds)).toEqual([['deposit'], ['deposit'], []])
      expect(phone.messages[0]?.lang).toBe('uk')
    })

    it('of a test arrives where it was asked for, and is refused where there is no subscription', async () => {
      const { player, browser } = await newDevice()
      const phone = await secondDevice(player)
      expect((await phone.post('/api/push/test')).body).toMatchObject({ success: false, code: 'push-off' })
      expect((await player.post('/api/push/test')).body).toEqual({ success: true })
      await deliver()
      expect(kinds(browser)).toEqual(['test'])
    })

    it('is not sent of what was rolled back', async () => {
      const { player, browser } = await newDevice()
      const undone = site.db.transaction(async (tx) => {
        await storeNotification(tx, player.playerId, { kind: 'deposit', amounts: { amount: 500 }, link: '/deposit' })
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await deliver()
      expect(browser.messages).toEqual([])
    })

    it('that a process has claimed and not sent is sent by another one', async () => {
      const { player, browser } = await newDevice()
      await deposit(player)
      service.answers.push('silence')
      const killed = new AbortController()
      const sending = site.services.pushDelivery?.sendDue(killed.signal)
      await expect.poll(() => service.answers.length).toBe(0)
      killed.abort()
      await sending
      await elapse()
      await createJobs(site.components, await createServices(site.components)).pushes.runOnce()
      expect(kinds(browser)).toEqual(['deposit'])
    })

    it('is sent once by two processes', async () => {
      const devices = await Promise.all(Array.from({ length: 8 }, () => newDevice()))
      for (const { player } of devices) await player.post('/api/push/test')
      const second = createJobs(site.components, await createServices(site.components))
      await Promise.all([deliver(), second.pushes.runOnce(), deliver()])
      expect(devices.map(({ browser }) => browser.messages.length)).toEqual(devices.map(() => 1))
    })

    it('is sent in batches, all in one run', async () => {
      const { player } = await newDevice()
      const rows = sql`select gen_random_uuid(), 'test' from generate_series(1, ${BATCH_SIZE * 2 + 1})`
      await site.db.queries.execute(sql`insert into pushes (session_id, kind) ${rows}`)
      await player.post('/api/push/test')
      await deliver()
      expect(await waiting()).toEqual([])
    })
  })

  describe('a push service', () => {
    it.each([404, 410])('that answers %i ends the subscription', async (status) => {
      const { player, browser } = await newDevice()
      service.answers.push({ status })
      await player.post('/api/push/test')
      await deliver()
      expect([await isOn(player), browser.messages, await waiting()]).toEqual([false, [], []])
    })

    it.each([
      ['answers 429', { status: 429, headers: { 'retry-after': '60' } }],
      ['answers 500', { status: 500 }],
      ['cuts the connection', 'no connection'],
    ] as const)('that %s is asked again later, and not before', async (_name, answer) => {
      const { player, browser } = await newDevice()
      service.answers.push(answer)
      await player.post('/api/push/test')
      await deliver()
      await deliver()
      expect(await waiting()).toEqual([{ kind: 'test', attempts: 1, later: true }])
      await elapse()
      await deliver()
      expect(kinds(browser)).toEqual(['test'])
      expect([await isOn(player), await waiting()]).toEqual([true, []])
    })

    it('that never takes a message is asked a few times only, and the subscription stays', async () => {
      const { player } = await newDevice()
      await player.post('/api/push/test')
      const before = service.requests.length
      for (let attempt = 0; attempt < ATTEMPTS_MAX + 2; attempt++) {
        service.answers.push({ status: 503 })
        await elapse()
        await deliver()
      }
      service.answers.length = 0
      expect(service.requests.length - before).toBe(ATTEMPTS_MAX)
      expect([await isOn(player), await waiting()]).toEqual([true, []])
    })

    it('that refuses a message is not asked again', async () => {
      const { player } = await newDevice()
      service.answers.push({ status: 400 })
      await player.post('/api/push/test')
      await deliver()
      expect([await isOn(player), await waiting()]).toEqual([true, []])
    })

    it('is not asked about what has waited for a day, which the nightly job removes', async () => {
      const { player, browser } = await newDevice()
      await player.post('/api/push/test')
      await site.db.queries.execute(sql`update pushes set at = now() - interval '25 hours'`)
      await deliver()
      expect(browser.messages).toEqual([])
      expect(await removeOutdated(site.db, 'pushes', Date.now(), async () => true)).toBe(1)
      expect(await waiting()).toEqual([])
    })

    it('is asked again after delays that double, and that it can lengthen up to an hour', () => {
      expect([1, 2, 3].map((attempts) => delayMs(attempts, 0))).toEqual([30_000, 60_000, 120_000])
      expect(delayMs(1, 90_000)).toBe(90_000)
      expect([delayMs(ATTEMPTS_MAX + 9, 0), delayMs(1, Number.MAX_VALUE)]).toEqual([DELAY_MAX_MS, DELAY_MAX_MS])
    })
  })

  describe('silence', () => {
    it.each([1, 182, 'forever'] as const)('is kept during an exclusion of %s days, about everything', async (days) => {
      const player = await newTrader(site)
      const browser = await turnOn(player)
      await joinRaffle(player)
      await withdrawNew(player)
      await player.post('/api/limits/self-exclude', { days })
      await site.jobs.withdrawals.runOnce()
      await draw()
      expect((await waiting()).map((row) => row.kind).toSorted()).toEqual(['deposit', 'raffle', 'withdrawal'])
      await deliver()
      expect([browser.messages, await waiting()]).toEqual([[], []])
      expect((await player.get('/api/push')).body).toMatchObject({ on: true, silent: true })
    })

    it('ends with a time-out', async () => {
      const { player, browser } = await newDevice()
      await player.post('/api/limits/self-exclude', { days: 1 })
      clock += DAY_MS
      await deposit(player)
      await deliver()
      expect(kinds(browser)).toEqual(['deposit'])
    })

    it('is kept about deposits and raffles while a deposit limit is used up, not about withdrawals', async () => {
      const player = await newTrader(site)
      const browser = await turnOn(player)
      await player.post('/api/limits', { day: 500 })
      await joinRaffle(player)
      await withdrawNew(player)
      await draw()
      await site.jobs.withdrawals.runOnce()
      await deliver()
      expect([kinds(browser), await waiting()]).toEqual([['withdrawal'], []])
    })

    it('is not kept while some of a limit is left', async () => {
      const { player, browser } = await newDevice()
      await player.post('/api/limits', { day: 600 })
      await deposit(player)
      await deliver()
      expect(kinds(browser)).toEqual(['deposit'])
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
