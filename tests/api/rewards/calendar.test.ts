// The calendar through the whole app: streaks over midnights in zones that change their clocks, prizes, and one claim a
// day.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { addDays, dayAt, startOfDay } from '../../../src/game/base/site-time.ts'
import { calendarClaimReplySchema, calendarReplySchema } from '../../../src/protocol/calendar.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { items, transfers } from '../../../src/server/db/schema.ts'
import { calendarClaims } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, DEFAULT_KIND, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { byRun } from '../../support/runner/long-run.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'
import type { Answer, Browser } from '../../support/sites/site.ts'

const START = 10_000
const TODAY = '2026-11-21'
const NOON = `${TODAY}T12:00:00Z`

describe.each(SUITE_KINDS)('the calendar on %s', (kind) => {
  let site: ClockedSite
  let player: Browser

  beforeAll(async () => {
    site = await openClockedSite(kind, NOON)
  })

  beforeEach(async () => {
    site.setClock(NOON)
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const claim = (day = TODAY, who = player, headers?: Record<string, string>): Promise<Answer> =>
    who.post('/api/calendar/claim', { day }, headers)

  const calendar = async (who = player) => calendarReplySchema.parse((await who.get('/api/calendar')).body)

  const claims = (who = player): Promise<number> =>
    site.db.queries.$count(calendarClaims, eq(calendarClaims.playerId, who.playerId))

  const balance = async (who = player): Promise<number> => (await who.get('/api/user/get')).body.user.balance

  async function expectRefused(answer: Answer, code: string): Promise<void> {
    expect(calendarClaimReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
    expect(answer.status).toBe(200)
  }

  /** Claims this many days in a row, from today on; the clock stays on the last of them. */
  async function claimDays(count: number): Promise<Answer['body'][]> {
    const answers = []
    for (let place = 0; place < count; place++) {
      const day = addDays(TODAY, place)
      site.setClock(`${day}T12:00:00Z`)
      answers.push((await claim(day)).body)
    }
    return answers
  }

  it('shows guests the days from the first one, with every prize and the effect of a missed day', async () => {
    const shown = await calendar(site.guest())
    expect(shown).toMatchObject({ streak: 0, number: 1, claimed: false, ended: 0, afterMissed: 1, today: TODAY })
    expect(shown.to).toBe(Date.parse('2026-11-22T00:00:00Z'))
    expect(shown.days.map(({ number, state, isSuper }) => [number, state, isSuper])).toEqual([
      [1, 'today', false],
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, 'to-come', false]),
      [10, 'to-come', true],
    ])
    expect(shown.days.map(({ prize }) => (prize.kind === 'balance' ? prize.amount : prize.kind))).toEqual([
      5,
      5,
      10,
      'item',
      10,
      15,
      'item',
      15,
      20,
      'item',
    ])
    expect(shown.tomorrow.number).toBe(2)
    expect(shown.nextSuper).toMatchObject({ number: 20, isSuper: true, prize: { kind: 'item' } })
  })

  it('pays an amount from the house, confirms it in the player’s language, and notifies their other pages', async () => {
    const told: unknown[] = []
    site.events.on('balance', (change) => told.push(change))
    for (const [place, language] of LANGUAGES.entries()) {
      const other = await site.newPlayer()
      const { body } = await claim(TODAY, other, { 'accept-language': language })
      expect(calendarClaimReplySchema.parse(body)).toMatchObject({
        success: true,
        prize: { kind: 'balance', amount: 5 },
        balance: START + 5,
        drop: null,
        streak: 1,
      })
      expect(body.message).toContain('$0.05')
      expect(told[place]).toEqual({ playerId: other.playerId, balance: START + 5 })
    }
    site.events.removeAllListeners('balance')
  })

  it('counts consecutive days, with items and a super prize on the tenth, then starts the next ten', async () => {
    const drops: unknown[] = []
    site.events.on('drops', (told) => drops.push(...told))
    const answers = await claimDays(12)
    expect(answers.map(({ success, streak }) => [success, streak])).toEqual(
      answers.map((_, place) => [true, place + 1]),
    )
    expect(answers.map(({ drop }) => drop !== null)).toEqual(answers.map((_, place) => [4, 7, 10].includes(place + 1)))
    expect(await balance()).toBe(START + 5 + 5 + 10 + 10 + 15 + 15 + 20 + 5 + 5)
    const { items: owned } = (await player.get('/api/user/items')).body
    expect(owned).toHaveLength(3)
    expect(drops).toMatchObject(
      [4, 7, 10].map((day) => ({ type: 'calendar', id: answers[day - 1].drop.id, proof: null })),
    )
    expect(drops.every((drop) => !('case' in (drop as object)))).toBe(true)
    site.events.removeAllListeners('drops')

    const shown = await calendar()
    expect(shown).toMatchObject({ streak: 12, number: 12, claimed: true, nextSuper: { number: 30 } })
    expect(shown.days.map(({ number, state }) => `${number} ${state}`)).toEqual([
      '11 claimed',
      '12 claimed',
      ...[13, 14, 15, 16, 17, 18, 19, 20].map((number) => `${number} to-come`),
    ])
    const [notice] = (await player.get('/api/notification/get')).body.filter(
      ({ title }: { title: string }) => title === 'Super prize',
    )
    expect(notice).toMatchObject({
      link: '/dashboard',
      content: expect.stringMatching(/^Day 10 in a row: you won an item worth \$\d/),
    })
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('starts with day 1 again after a missed day, and reports the length of the streak', async () => {
    await claimDays(4)
    site.setClock('2026-11-26T12:00:00Z')
    expect(await calendar()).toMatchObject({ number: 1, streak: 0, claimed: false, ended: 4 })
    const { body } = await claim('2026-11-26')
    expect(body).toMatchObject({ streak: 1, prize: { kind: 'balance', amount: 5 } })
    expect(await calendar()).toMatchObject({ number: 1, streak: 1, claimed: true, ended: 0 })
  })

  it('is claimed once a day', async () => {
    await claim()
    for (const language of LANGUAGES) {
      await expectRefused(await claim(TODAY, player, { 'accept-language': language }), 'calendar-claimed')
    }
    expect(await balance()).toBe(START + 5)
    expect(await claims()).toBe(1)
  })

  it('refuses a claim for another day than the one that the player saw', async () => {
    site.setClock('2026-11-22T00:00:00Z')
    for (const day of [TODAY, '2026-11-23', '1999-01-01']) await expectRefused(await claim(day), 'calendar-day-changed')
    expect(await claims()).toBe(0)
    expect((await claim('2026-11-22')).body.success).toBe(true)
  })

  it.each([{}, { day: 'today' }, { day: 20_261_121 }, { day: TODAY, streak: 10 }, null])(
    'refuses another body: %j',
    async (body) => {
      expect((await player.post('/api/calendar/claim', body)).status).toBe(400)
      expect(await claims()).toBe(0)
    },
  )

  it('requires a player and a key', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    expect((await claim(TODAY, guest)).status).toBe(401)
    expect((await claim(TODAY, player, { 'idempotency-key': '' })).status).toBe(400)
  })

  it('is closed to self-excluded players', async () => {
    await player.post('/api/limits/self-exclude', { days: 1 })
    await expectRefused(await claim(), 'excluded')
    expect(await claims()).toBe(0)
  })

  describe('with parallel claims', () => {
    const given = async (): Promise<number> => {
      const reference = `${player.playerId}:${(await calendar()).today}`
      const money = and(eq(transfers.kind, 'calendar'), eq(transfers.reference, reference))
      const won = and(eq(items.source, 'calendar'), eq(items.reference, reference))
      return (await site.db.queries.$count(transfers, money)) + (await site.db.queries.$count(items, won))
    }

    it.each([0, 3])('gives one prize to many requests with different keys, on day %i and one', async (before) => {
      await claimDays(before)
      const day = addDays(TODAY, before)
      site.setClock(`${day}T12:00:00Z`)
      const answers = await Promise.all(Array.from({ length: CROWD }, () => claim(day)))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'calendar-claimed')).toHaveLength(CROWD - 1)
      expect(await given()).toBe(1)
      expect(await claims()).toBe(before + 1)
    })

    it('answers one key that is sent many times with the same response each time', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => claim(TODAY, player, key)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(done[0]?.body)]))
      expect(done[0]?.body.success).toBe(true)
      expect((await claim(TODAY, player, key)).body).toEqual(done[0]?.body)
      expect(await given()).toBe(1)
    })

    it('gives one prize in two processes while the player opens cases', async () => {
      const who = { id: player.playerId, username: 'x', avatar: 'x' }
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, place) => {
          const { calendar: service, opening } = processes[place % 2] ?? site.services
          const idempotencyKey = idempotencyKeyOf(player.playerId, randomUUID(), 'race', null)
          const asked =
            place < 30
              ? service.claim(who, TODAY, idempotencyKey)
              : opening.open(who, { url: 'first-step', count: 1, price: undefined, idempotencyKey }).then(() => null)
          return asked.catch((error: unknown) => error)
        }),
      )
      expect(answers.filter((answer) => answer instanceof Error && !(answer instanceof RefusalError))).toEqual([])
      expect(answers.filter((answer) => answer !== null && !(answer instanceof Error))).toHaveLength(1)
      expect(await given()).toBe(1)
    })
  })
})

/** A zone, and a day after which something differs: a clock change, the end of a month or a year, a leap year. */
const MIDNIGHTS: readonly (readonly [zone: string, first: string])[] = [
  ['Europe/Kyiv', '2027-03-26'],
  ['America/New_York', '2027-11-05'],
  // Clocks skip midnight here: the day starts at 01:00.
  ['Africa/Cairo', '2027-04-28'],
]

const MORE_MIDNIGHTS: typeof MIDNIGHTS = [
  ['UTC', '2026-11-20'],
  ['UTC', '2026-12-30'],
  ['Europe/Kyiv', '2027-10-29'],
  ['Europe/Kyiv', '2028-02-27'],
  ['America/New_York', '2027-03-12'],
  ['America/New_York', '2026-12-30'],
  ['Pacific/Kiritimati', '2027-02-27'],
]

describe.each(byRun(MIDNIGHTS.slice(0, 1), [...MIDNIGHTS, ...MORE_MIDNIGHTS]))(
  'midnights in %s from %s on',
  (zone, first) => {
    it('continue the streak from the last millisecond of one day to the first of the next, and break it after a day without a claim', async () => {
      const site = await openClockedSite(DEFAULT_KIND, `${first}T12:00:00Z`, zone)
      const player = await site.newPlayer()
      const at = (moment: number): void => site.setClock(new Date(moment).toISOString())
      const claim = async (day: string) => (await player.post('/api/calendar/claim', { day })).body
      let number = 0
      for (let place = 0; place < 4; place++) {
        const day = addDays(first, place)
        const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
        at(place % 2 === 0 ? to - 1 : from)
        expect(dayAt(place % 2 === 0 ? to - 1 : from, zone)).toBe(day)
        expect(await claim(day)).toMatchObject({ success: true, streak: ++number })
        const reply = calendarReplySchema.parse((await player.get('/api/calendar')).body)
        expect(reply).toMatchObject({ today: day, to, claimed: true, number })
      }
      const late = addDays(first, 5)
      at(startOfDay(late, zone))
      expect(await claim(late)).toMatchObject({ success: true, streak: 1 })
      expect((await checkLedger(site.db)).difference).toBeUndefined()
      await site.close()
    })
  },
)
