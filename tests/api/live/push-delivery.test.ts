// Push messages through the real app and a push service on loopback: what is sent, and when the site is silent.
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { storeNotification } from '../../../src/server/services/notices/notifications.ts'
import { removeOutdated } from '../../../src/server/services/operations/retention.ts'
import { ATTEMPTS_MAX, BATCH_SIZE, DELAY_MAX_MS, delayMs } from '../../../src/server/services/push/delivery.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { newTrader, withdrawNew } from '../../support/players/withdrawals.ts'
import { openPushFixture } from './push-fixture.ts'

const DAY_MS = 24 * 3_600_000

describe.each(SUITE_KINDS)('push messages on %s', (kind) => {
  const fixture = openPushFixture(kind)
  const { deliver, isOn, waiting, elapse, turnOn, newDevice, secondDevice, deposit, joinRaffle, draw, kinds } = fixture

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
      const player = await newTrader(fixture.site)
      const browser = await turnOn(player)
      await withdrawNew(player, 3)
      await fixture.site.jobs.withdrawals.runOnce()
      await deliver()
      expect(browser.messages).toMatchObject([{ kind: 'withdrawal', link: '/dashboard?tab=withdrawals' }])
      await player.post('/api/limits', { day: 5000 })
      await player.post('/api/calendar/claim', { day: new Date(fixture.nowMs).toISOString().slice(0, 10) })
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
      const undone = fixture.site.db.transaction(async (tx) => {
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
      fixture.service.answers.push('silence')
      const killed = new AbortController()
      const sending = fixture.site.services.pushDelivery?.sendDue(killed.signal)
      await expect.poll(() => fixture.service.answers.length).toBe(0)
      killed.abort()
      await sending
      await elapse()
      await createJobs(fixture.site.components, await createServices(fixture.site.components)).pushes.runOnce()
      expect(kinds(browser)).toEqual(['deposit'])
    })

    it('is sent once by two processes', async () => {
      const devices = await Promise.all(Array.from({ length: 8 }, () => newDevice()))
      for (const { player } of devices) await player.post('/api/push/test')
      const second = createJobs(fixture.site.components, await createServices(fixture.site.components))
      await Promise.all([deliver(), second.pushes.runOnce(), deliver()])
      expect(devices.map(({ browser }) => browser.messages.length)).toEqual(devices.map(() => 1))
    })

    it('is sent in batches, all in one run', async () => {
      const { player } = await newDevice()
      const rows = sql`select gen_random_uuid(), 'test' from generate_series(1, ${BATCH_SIZE * 2 + 1})`
      await fixture.site.db.queries.execute(sql`insert into pushes (session_id, kind) ${rows}`)
      await player.post('/api/push/test')
      await deliver()
      expect(await waiting()).toEqual([])
    })
  })

  describe('a push service', () => {
    it.each([404, 410])('that answers %i ends the subscription', async (status) => {
      const { player, browser } = await newDevice()
      fixture.service.answers.push({ status })
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
      fixture.service.answers.push(answer)
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
      const before = fixture.service.requests.length
      for (let attempt = 0; attempt < ATTEMPTS_MAX + 2; attempt++) {
        fixture.service.answers.push({ status: 503 })
        await elapse()
        await deliver()
      }
      fixture.service.answers.length = 0
      expect(fixture.service.requests.length - before).toBe(ATTEMPTS_MAX)
      expect([await isOn(player), await waiting()]).toEqual([true, []])
    })

    it('that refuses a message is not asked again', async () => {
      const { player } = await newDevice()
      fixture.service.answers.push({ status: 400 })
      await player.post('/api/push/test')
      await deliver()
      expect([await isOn(player), await waiting()]).toEqual([true, []])
    })

    it('is not asked about what has waited for a day, which the nightly job removes', async () => {
      const { player, browser } = await newDevice()
      await player.post('/api/push/test')
      await fixture.site.db.queries.execute(sql`update pushes set at = now() - interval '25 hours'`)
      await deliver()
      expect(browser.messages).toEqual([])
      expect(await removeOutdated(fixture.site.db, 'pushes', Date.now(), async () => true)).toBe(1)
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
      const player = await newTrader(fixture.site)
      const browser = await turnOn(player)
      await joinRaffle(player)
      await withdrawNew(player)
      await player.post('/api/limits/self-exclude', { days })
      await fixture.site.jobs.withdrawals.runOnce()
      await draw()
      expect((await waiting()).map((row) => row.kind).toSorted()).toEqual(['deposit', 'raffle', 'withdrawal'])
      await deliver()
      expect([browser.messages, await waiting()]).toEqual([[], []])
      expect((await player.get('/api/push')).body).toMatchObject({ on: true, silent: true })
    })

    it('ends with a time-out', async () => {
      const { player, browser } = await newDevice()
      await player.post('/api/limits/self-exclude', { days: 1 })
      fixture.nowMs += DAY_MS
      await deposit(player)
      await deliver()
      expect(kinds(browser)).toEqual(['deposit'])
    })

    it('is kept about deposits and raffles while a deposit limit is used up, not about withdrawals', async () => {
      const player = await newTrader(fixture.site)
      const browser = await turnOn(player)
      await player.post('/api/limits', { day: 500 })
      await joinRaffle(player)
      await withdrawNew(player)
      await draw()
      await fixture.site.jobs.withdrawals.runOnce()
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
