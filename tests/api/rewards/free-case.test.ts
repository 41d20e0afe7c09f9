// Free cases through the whole app: what counts, what opens, once a night, over 02:00 in zones that change their
// clocks.
import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { FREE_TIERS, type FreeTier } from '../../../src/game/rewards/rewards.ts'
import { openReplySchema } from '../../../src/protocol/case.ts'
import { freeCaseReplySchema } from '../../../src/protocol/free-case.ts'
import { liveReplySchema } from '../../../src/protocol/live.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { items, rolls } from '../../../src/server/db/schema.ts'
import { freeOpenings } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, DEFAULT_KIND, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { disputed, PAID } from '../../support/outside/payment-provider.ts'
import { byRun } from '../../support/runner/long-run.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'
import type { Answer, Browser } from '../../support/sites/site.ts'

const START = 10_000
const EVENING = '2026-11-21T20:00:00Z'
const REFUNDED = { kind: 'refunded' } as const

describe.each(SUITE_KINDS)('free cases on %s', (kind) => {
  let site: ClockedSite
  let player: Browser

  beforeAll(async () => {
    site = await openClockedSite(kind, EVENING)
  })

  beforeEach(async () => {
    site.setClock(EVENING)
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const open = (tier: string, who = player, headers?: Record<string, string>): Promise<Answer> =>
    who.post(`/api/free_case/${tier}/open`, {}, headers)

  const night = async (who = player) => freeCaseReplySchema.parse((await who.get('/api/free_case')).body)

  const missing = async (who = player): Promise<(number | null)[]> =>
    (await night(who)).cases.map(({ missing }) => missing)

  const openings = (who = player): Promise<number> =>
    site.db.queries.$count(freeOpenings, eq(freeOpenings.playerId, who.playerId))

  async function expectRefused(answer: Answer, code: string, words = ''): Promise<void> {
    expect(openReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
    expect(answer.body.message).toContain(words)
    expect(answer.status).toBe(200)
  }

  describe('the night', () => {
    it('shows guests the free cases without deposits of any player', async () => {
      const shown = await night(site.guest())
      expect(shown).toMatchObject({ deposited: null, timeZone: 'UTC', now: Date.parse(EVENING) })
      expect([shown.from, shown.to]).toEqual(['2026-11-21T02:00:00Z', '2026-11-22T02:00:00Z'].map(Date.parse))
      expect(shown.cases.map(({ tier, asks, missing, opened }) => [tier, asks, missing, opened])).toEqual([
        ['spark', 500, null, false],
        ['comet', 2500, null, false],
        ['nova', 10_000, null, false],
      ])
      for (const { contents, name, image, tier } of shown.cases) {
        expect(contents.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(1_000_000)
        expect(contents.map(({ price }) => price)).toEqual(
          contents.map(({ price }) => price).toSorted((one, two) => two - one),
        )
        expect(image).toBe(`free-${tier}.svg`)
        for (const language of LANGUAGES) expect(name[language]).not.toBe('')
      }
    })

    it('counts the paid amount without its bonus, and nothing that is unpaid or refunded', async () => {
      expect(await missing()).toEqual([500, 2500, 10_000])
      await site.deposit(player, 3)
      await site.deposit(player, 100, { kind: 'failed', reason: 'no' })
      await site.deposit(player, 50, PAID, REFUNDED)
      expect(await missing()).toEqual([200, 2200, 9700])
      await site.deposit(player, 30)
      expect((await night()).deposited).toBe(3300)
      expect(await missing()).toEqual([0, 0, 6700])
      expect(await missing(await site.newPlayer())).toEqual([500, 2500, 10_000])
    })
  })

  describe('an opening', () => {
    it('gives an item by a roll with proof, free of charge, once the deposits suffice', async () => {
      await site.deposit(player, 5)
      const { body } = await open('spark')
      const opened = openReplySchema.parse(body)
      if (!opened.success) throw new Error(opened.message)
      const [drop] = opened.drops
      const [rolled] = opened.rolls
      expect(opened).toMatchObject({ balance: START + 500, drops: [{ id: rolled?.id, roll: rolled?.roll }] })
      const { items: owned } = (await player.get('/api/user/items')).body
      expect(owned).toMatchObject([{ id: drop?.id, price: drop?.price, item: { id: drop?.item.id } }])
      const proof = (await player.get(`/api/fairness/roll/${rolled?.id}`)).body
      expect(proof.roll ?? proof).toMatchObject({ id: rolled?.id, game: 'free_case', nonce: rolled?.nonce })
      const shown = (await night()).cases.find(({ tier }) => tier === 'spark')
      expect((proof.roll ?? proof).oddsHash).toBe(shown?.oddsHash)
      const line = shown?.contents.find(({ from, to }) => (rolled?.roll ?? 0) >= from && (rolled?.roll ?? 0) <= to)
      expect(line?.item.id).toBe(drop?.item.id)
      expect(shown?.opened).toBe(true)
    })

    it('is published as a drop of the free case, live and when it is read again', async () => {
      const told: unknown[] = []
      site.events.on('drops', (drops) => told.push(...drops))
      await site.deposit(player, 25)
      const { drops } = (await open('comet')).body
      const drop = {
        id: drops[0].id,
        type: 'case',
        case: { url: 'free_case', image: 'free-comet.svg', name: { en: 'Comet' } },
        proof: `/fairness?roll=${drops[0].id}`,
        user: { id: player.playerId },
      }
      expect(told).toMatchObject([drop])
      const { all } = liveReplySchema.parse((await player.get('/api/live')).body)
      expect(all.find(({ id }) => id === drop.id)).toMatchObject(drop)
      site.events.removeAllListeners('drops')
    })

    it('counts neither as an opened case nor as money spent, but as won', async () => {
      const before = (await player.get('/api/live/statistic')).body.cases
      await site.deposit(player, 5)
      await open('spark')
      expect((await player.get('/api/live/statistic')).body.cases).toBe(before)
      const second = await createServices({ ...site.components, events: createEvents() })
      expect(second.live.statistic().cases).toBe(before)
      expect((await player.get('/api/user/get')).body.user.exp).toBe(0)
      expect((await checkLedger(site.db)).difference).toBeUndefined()
    })

    it('is refused with insufficient deposits, with the missing amount, in every language', async () => {
      await site.deposit(player, 4.99)
      for (const language of LANGUAGES) {
        await expectRefused(await open('spark', player, { 'accept-language': language }), 'free-case-locked', '$0.01')
      }
      await site.deposit(player, 1)
      expect((await open('spark')).body.success).toBe(true)
      await expectRefused(await open('comet'), 'free-case-locked', '$19.01')
      expect(await openings()).toBe(1)
    })

    it('is possible once a night for each of the three tiers', async () => {
      await site.deposit(player, 100)
      for (const tier of FREE_TIERS) {
        expect((await open(tier)).body.success, tier).toBe(true)
        await expectRefused(await open(tier), 'free-case-opened')
      }
      expect((await night()).cases.every(({ opened }) => opened)).toBe(true)
      expect(await openings()).toBe(3)
    })

    it('is taken back when the deposit is refunded later, which closes unopened tiers', async () => {
      const id = await site.deposit(player, 25)
      expect((await open('spark')).body.success).toBe(true)
      await site.services.settlement.apply(id, REFUNDED)
      expect(await missing()).toEqual([500, 2500, 10_000])
      await expectRefused(await open('comet'), 'free-case-locked', '$25.00')
      await site.deposit(player, 5)
      await expectRefused(await open('spark'), 'free-case-opened')
      expect((await player.get('/api/user/items')).body.items).toEqual([])
    })

    it('is charged by its price when it is gone, and stays when the remaining deposits reach it', async () => {
      const id = await site.deposit(player, 25)
      const [won] = (await open('spark')).body.drops
      await player.post('/api/user/items/sell', { ids: [won.id], isAll: false })
      const before = (await player.get('/api/user/get')).body.user.balance
      const part = (minor: number): PaymentState => ({ kind: 'partly-refunded', refunded: { currency: 'USD', minor } })
      await site.services.settlement.apply(id, part(2000))
      expect((await player.get('/api/user/get')).body.user.balance).toBe(before - 2000)
      await site.services.settlement.apply(id, part(2001))
      expect((await player.get('/api/user/get')).body.user.balance).toBe(before - 2001 - won.price)
      await site.services.settlement.apply(id, REFUNDED)
      expect((await player.get('/api/user/get')).body.user.balance).toBe(before - 2500 - won.price)
    })

    it('is locked while its deposit is disputed', async () => {
      const id = await site.deposit(player, 25)
      const dispute = { id: `dp_${id}`, minor: 2500 }
      await site.services.settlement.apply(id, disputed('open', dispute))
      await expectRefused(await open('spark'), 'free-case-locked', '$5.00')
      await site.services.settlement.apply(id, disputed('won', { ...dispute, atMs: 2_000 }))
      expect((await open('spark')).body.success).toBe(true)
    })

    it('requires a player, a key, an existing tier, and no body', async () => {
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await open('spark', guest)).status).toBe(401)
      expect((await open('spark', player, { 'idempotency-key': '' })).status).toBe(400)
      expect((await open('void')).status).toBe(400)
      expect((await player.post('/api/free_case/spark/open', { count: 2 })).status).toBe(400)
    })

    it('is closed to self-excluded players', async () => {
      await site.deposit(player, 5)
      await player.post('/api/limits/self-exclude', { days: 1 })
      await expectRefused(await open('spark'), 'excluded')
      expect(await openings()).toBe(0)
    })
  })

  describe('with parallel requests', () => {
    it('opens once for many requests with different keys', async () => {
      await site.deposit(player, 5)
      const answers = await Promise.all(Array.from({ length: CROWD }, () => open('spark')))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'free-case-opened')).toHaveLength(CROWD - 1)
      expect(await openings()).toBe(1)
      const won = and(eq(items.playerId, player.playerId), like(items.reference, 'free_case:%'))
      expect(await site.db.queries.$count(items, won)).toBe(1)
      expect(await site.db.queries.$count(rolls, eq(rolls.playerId, player.playerId))).toBe(1)
    })

    it('answers one key that is sent many times with the same response each time', async () => {
      await site.deposit(player, 5)
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => open('spark', player, key)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(done[0]?.body)]))
      expect(done[0]?.body.success).toBe(true)
      expect((await open('spark', player, key)).body).toEqual(done[0]?.body)
      expect(await openings()).toBe(1)
    })

    it('opens each of the three once in two processes while the player opens other cases', async () => {
      await site.deposit(player, 100)
      const who = { id: player.playerId, username: 'x', avatar: 'x' }
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, place) => {
          const { freeCases, opening } = processes[place % 2] ?? site.services
          const idempotencyKey = idempotencyKeyOf(player.playerId, randomUUID(), 'race', null)
          const tier = FREE_TIERS[place % 4] as FreeTier | undefined
          const asked =
            tier === undefined
              ? opening.open(who, { url: 'first-step', count: 1, price: undefined, idempotencyKey }).then(() => null)
              : freeCases.open(who, tier, idempotencyKey)
          return asked.catch((error: unknown) => error)
        }),
      )
      const faults = answers.filter((answer) => answer instanceof Error && !(answer instanceof RefusalError))
      expect(faults).toEqual([])
      expect(answers.filter((answer) => answer !== null && !(answer instanceof Error))).toHaveLength(3)
      expect(await openings()).toBe(3)
    })

    it('never opens for a deposit that was refunded before, whichever of the two is first', async () => {
      for (let round = 0; round < 10; round++) {
        const racer = await site.newPlayer()
        const id = await site.deposit(racer, 5)
        const [answer] = await Promise.all([open('spark', racer), site.services.settlement.apply(id, REFUNDED)])
        expect([true, 'free-case-locked']).toContain(answer.body.success || answer.body.code)
        expect(await openings(racer)).toBe(Number(answer.body.success))
      }
      expect((await checkLedger(site.db)).difference).toBeUndefined()
    })
  })
})

/** Zone, a time in a night, its last millisecond, and the length of that night in hours. */
const NIGHTS: readonly (readonly [zone: string, within: string, last: string, hours: number])[] = [
  ['UTC', '2026-11-21T20:00:00Z', '2026-11-22T01:59:59.999Z', 24],
  // Clocks go back at 04:00, after the end of the night, so this one has 25 hours.
  ['Europe/Kyiv', '2027-10-31T12:00:00Z', '2027-10-31T23:59:59.999Z', 25],
  // Clocks skip from 02:00 to 03:00: the night ends with the skip.
  ['America/New_York', '2027-03-14T05:00:00Z', '2027-03-14T06:59:59.999Z', 24],
]

const MORE_NIGHTS: typeof NIGHTS = [
  ['Europe/Kyiv', '2026-11-21T20:00:00Z', '2026-11-21T23:59:59.999Z', 24],
  // Clocks go forward at 03:00, after the end of the night, so this one has 23 hours.
  ['Europe/Kyiv', '2027-03-28T12:00:00Z', '2027-03-28T22:59:59.999Z', 23],
  ['America/New_York', '2027-03-14T12:00:00Z', '2027-03-15T05:59:59.999Z', 23],
  // When clocks go back, the night ends at the first 02:00.
  ['America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T06:59:59.999Z', 25],
  ['Europe/Kyiv', '2028-02-28T20:00:00Z', '2028-02-28T23:59:59.999Z', 24],
  ['Europe/Kyiv', '2028-02-29T20:00:00Z', '2028-02-29T23:59:59.999Z', 24],
  ['UTC', '2026-12-31T23:30:00Z', '2027-01-01T01:59:59.999Z', 24],
]

describe.each(byRun(NIGHTS.slice(0, 1), [...NIGHTS, ...MORE_NIGHTS]))(
  'a night in %s at %s',
  (zone, within, last, hours) => {
    it('ends by the clock of the zone: earlier deposits never count afterwards', async () => {
      const site = await openClockedSite(DEFAULT_KIND, within, zone)
      const player = await site.newPlayer()
      const night = async () => freeCaseReplySchema.parse((await player.get('/api/free_case')).body)
      const open = (tier: FreeTier) =>
        player.post(`/api/free_case/${tier}/open`).then(({ body }) => body.code ?? 'opened')

      await site.deposit(player, 5)
      const before = await night()
      expect(new Date(before.to).toISOString()).toBe(new Date(Date.parse(last) + 1).toISOString())
      expect((before.to - before.from) / 3_600_000).toBe(hours)

      site.setClock(last)
      await site.deposit(player, 20)
      expect((await night()).deposited).toBe(2500)
      expect(await open('comet')).toBe('opened')

      // The next millisecond is another night.
      site.setClock(new Date(before.to).toISOString())
      const after = await night()
      expect(after).toMatchObject({ from: before.to, deposited: 0 })
      expect(after.cases.map(({ opened }) => opened)).toEqual([false, false, false])
      // Spark had been reached and was not opened: it expires.
      expect(await open('spark')).toBe('free-case-locked')
      await site.deposit(player, 25)
      expect(await open('comet')).toBe('opened')
      expect(await open('comet')).toBe('free-case-opened')
      expect((await checkLedger(site.db)).difference).toBeUndefined()
      await site.close()
    })
  },
)
