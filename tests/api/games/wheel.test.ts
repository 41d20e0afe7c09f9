// The wheel through the whole app: public data, the day's free spin, paid spins and their prizes, and parallel
// requests.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { dayOf } from '../../../src/game/base/site-time.ts'
import { verifyRecord } from '../../../src/game/fairness/proof.ts'
import { historyReplySchema, rollsReplySchema } from '../../../src/protocol/account.ts'
import { rollReplySchema } from '../../../src/protocol/fairness.ts'
import { type SpinReply, spinReplySchema, type WheelReply, wheelReplySchema } from '../../../src/protocol/wheel.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { rolls, transfers } from '../../../src/server/db/schema.ts'
import { wheelSpins } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { webHashing } from '../../../src/stores/fairness/web-hashing.ts'
import { CROWD, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { spinUntil } from '../../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const SPIN = '/api/wheel/spin'
const START = 10_000
const PRICE = 100
const TIME_ZONE = 'Europe/Kyiv'
const HOUR_MS = 3_600_000

type Spun = Extract<SpinReply, { success: true }>

describe.each(SUITE_KINDS)('the wheel on %s', (kind) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => clock, environment: { TIME_ZONE } })
  })

  beforeEach(async () => {
    clock = Date.parse('2026-11-21T12:00:00Z')
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const wheel = async (who = player): Promise<WheelReply> => wheelReplySchema.parse((await who.get('/api/wheel')).body)

  const free = (who = player, headers?: Record<string, string>): Promise<Answer> =>
    who.post(SPIN, { free: true, price: 0 }, headers)

  const paid = (who = player, headers?: Record<string, string>): Promise<Answer> =>
    who.post(SPIN, { free: false, price: PRICE }, headers)

  const user = async (who = player) => (await who.get('/api/user/get')).body.user

  function spun(answer: Answer): Spun {
    const reply = spinReplySchema.parse(answer.body)
    if (!reply.success) throw new Error(reply.message)
    return reply
  }

  const worth = ({ prize }: Spun): number => (prize.kind === 'balance' ? prize.amount : 0)

  const spinsOf = (who = player) =>
    site.db.queries.select().from(wheelSpins).where(eq(wheelSpins.playerId, who.playerId))

  function expectRefused(answer: Answer, code: string): void {
    expect(answer.status).toBe(200)
    expect(spinReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
  }

  describe('the public data', () => {
    it('has every sector with its tickets, the price, and the return of a spin', async () => {
      const { sectors, price, returnToPlayer, own } = await wheel(site.guest())
      expect(own).toBeNull()
      expect(price).toBe(PRICE)
      expect(sectors[0]?.from).toBe(1)
      expect(sectors.at(-1)?.to).toBe(1_000_000)
      sectors.forEach(({ from, to, tickets }, place) => {
        expect(to - from + 1).toBe(tickets)
        if (place > 0) expect(from).toBe((sectors[place - 1]?.to ?? 0) + 1)
      })
      const cents = (sector: (typeof sectors)[number]): number => {
        if (sector.prize.kind === 'balance') return sector.prize.amount
        return sector.prize.kind === 'item' ? sector.prize.price : 0
      }
      const back = sectors.reduce((sum, sector) => sum + cents(sector) * sector.tickets, 0) / (1_000_000 * price)
      expect(returnToPlayer).toBeCloseTo(back, 12)
      expect(back).toBeGreaterThanOrEqual(0.85)
      expect(back).toBeLessThanOrEqual(0.95)
    })

    it('has the latest spins of everyone, without the name of a hidden player', async () => {
      const { id } = spun(await free())
      expect((await wheel(site.guest())).last[0]).toMatchObject({ id, user: { id: player.playerId } })
      expect((await wheel(site.guest())).last[0]?.user.username).not.toBeNull()
      await player.post('/api/user/privacy', { hidden: true })
      expect((await wheel(site.guest())).last[0]?.user).toMatchObject({ username: null, avatar: null })
    })

    it('has at most twenty spins', async () => {
      for (let spin = 0; spin < 21; spin++) spun(await paid())
      const { last, own } = await wheel()
      expect(last).toHaveLength(20)
      expect(own?.spins).toHaveLength(20)
      const ids = own?.spins.map(({ id }) => id) ?? []
      expect(ids).toEqual(ids.toSorted().toReversed())
    })
  })

  describe('the free spin', () => {
    it('is available once a day, costs nothing, and gives no points', async () => {
      expect((await wheel()).own).toEqual({ free: true, spins: [] })
      const reply = spun(await free())
      expect(reply.balance).toBe(START + worth(reply))
      expect(await user()).toMatchObject({ balance: reply.balance, exp: 0 })
      expect((await wheel()).own).toMatchObject({
        free: false,
        spins: [{ id: reply.id, free: true, roll: reply.roll }],
      })
      expectRefused(await free(), 'spin-used')
      expect((await user()).balance).toBe(reply.balance)
      expect(await site.db.queries.$count(rolls, eq(rolls.playerId, player.playerId))).toBe(1)
    })

    it('says in three languages that it was used', async () => {
      await free()
      for (const language of LANGUAGES) {
        const { body } = await free(player, { 'accept-language': language })
        expect(body.message).toMatch({ en: /free spin/, ru: /бесплатное/, uk: /безкоштовне/ }[language])
      }
    })

    it('is available again at midnight of the site, and not earlier', async () => {
      // 23:59:59.999 in Kyiv.
      clock = Date.parse('2026-11-21T21:59:59.999Z')
      spun(await free())
      expect((await wheel()).nextDay).toBe(clock + 1)
      expectRefused(await free(), 'spin-used')
      clock += 1
      expect((await wheel()).own?.free).toBe(true)
      spun(await free())
      expectRefused(await free(), 'spin-used')
      expect((await spinsOf()).map(({ freeDay }) => freeDay)).toEqual(['2026-11-21', '2026-11-22'])
    })

    it.each([
      ['2027-03-28T10:00:00+03:00', 23, 'the clocks go forward'],
      ['2026-10-25T10:00:00+02:00', 25, 'the clocks go back'],
      ['2028-02-29T10:00:00+02:00', 24, 'the day is a leap day'],
      ['2026-12-31T10:00:00+02:00', 24, 'the year ends'],
    ])('at %s is available after a day of %i hours, because %s', async (at, hours) => {
      clock = Date.parse(at)
      player = await site.newPlayer()
      const { fromMs, toMs } = dayOf(clock, TIME_ZONE)
      expect((toMs - fromMs) / HOUR_MS).toBe(hours)
      const { nextDay } = await wheel()
      expect(nextDay).toBe(toMs)
      clock = fromMs
      spun(await free())
      clock = toMs - 1
      expectRefused(await free(), 'spin-used')
      clock = toMs
      spun(await free())
    })

    it('is granted to one of many parallel requests with different keys', async () => {
      const answers = await Promise.all(Array.from({ length: CROWD }, () => free()))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'spin-used')).toHaveLength(CROWD - 1)
      expect(await spinsOf()).toHaveLength(1)
      expect(await site.db.queries.$count(rolls, eq(rolls.playerId, player.playerId))).toBe(1)
    })

    it('is spun once by two processes, and one key has one response in both', async () => {
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const key = randomUUID()
      const who = { id: player.playerId, username: 'x', avatar: 'x' }
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, place) => {
          const { spinning } = processes[place % 2] ?? site.services
          const idempotencyKey = idempotencyKeyOf(who.id, place < 20 ? key : randomUUID(), 'race', null)
          return spinning.spin(who, { free: true, price: 0 }, idempotencyKey).catch((error: unknown) => error)
        }),
      )
      const done = answers.filter((answer) => !(answer instanceof Error))
      expect(done.length).toBeGreaterThan(0)
      expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1)
      const refused = answers.filter((answer) => answer instanceof RefusalError)
      expect(refused.every(({ code }) => code === 'spin-used')).toBe(true)
      expect(await spinsOf()).toHaveLength(1)
    })
  })

  describe('a paid spin', () => {
    it('takes its price, counts as spent on games, and gives the prize of its sector', async () => {
      const { sectors } = await wheel()
      let balance = START
      for (let spin = 1; spin <= 12; spin++) {
        const reply = spun(await paid())
        const sector = sectors[reply.sector]
        expect(reply.roll).toBeGreaterThanOrEqual(sector?.from ?? 0)
        expect(reply.roll).toBeLessThanOrEqual(sector?.to ?? 0)
        expect(reply.prize).toEqual(sector?.prize)
        expect(reply.free).toBe(false)
        balance += worth(reply) - PRICE
        expect(reply.balance).toBe(balance)
        expect(await user()).toMatchObject({ balance, exp: spin * PRICE })
      }
      expect((await wheel()).own?.free).toBe(true)
    })

    it('that wins an item adds it to the inventory and to the live drops', async () => {
      const told: unknown[] = []
      site.events.on('drops', (drops) => told.push(...drops))
      const reply = spun(await spinUntil(player, 'item'))
      site.events.removeAllListeners('drops')
      expect(reply.drop).toMatchObject({ id: reply.id, roll: reply.roll })
      expect(told).toEqual([expect.objectContaining({ id: reply.id, type: 'wheel', price: reply.drop?.price })])
      const [item] = (await player.get('/api/user/items?sort=new')).body.items
      expect(item).toMatchObject({ id: reply.id, source: 'wheel', price: reply.drop?.price })
      expect((await site.guest().get('/api/live')).body.all[0]).toMatchObject({ id: reply.id, type: 'wheel' })
      expect((await player.post('/api/user/items/sell', { ids: [reply.id], isAll: false })).body).toMatchObject({
        success: true,
        balance: reply.balance + (reply.drop?.price ?? 0),
      })
      // The price of a sale does not change what was won.
      expect((await wheel()).own?.spins[0]).toMatchObject({ prize: { kind: 'item', price: reply.drop?.price } })
    })

    it('is labelled in the history, and links to its proof', async () => {
      const { id, prize } = spun(await spinUntil(player, 'balance'))
      const { entries } = historyReplySchema.parse((await player.get('/api/user/history?only=games')).body)
      const link = `/fairness?roll=${id}`
      const own = entries.filter((entry) => entry.link === link).map(({ kind, amount }) => ({ kind, amount }))
      expect(own).toContainEqual({ kind: 'spin', amount: -PRICE })
      expect(own).toContainEqual({ kind: 'spin-won', amount: prize.kind === 'balance' ? prize.amount : 0 })
    })

    it('raises the level when the spending reaches it', async () => {
      const told: unknown[] = []
      // What others won by earlier spins is told later.
      site.events.on('notification', (notified) => {
        if (notified.playerId === player.playerId && notified.notification.kind === 'level') told.push(notified)
      })
      for (let spin = 0; spin < 10; spin++) spun(await paid())
      site.events.removeAllListeners('notification')
      expect(told).toMatchObject([
        { playerId: player.playerId, notification: { kind: 'level', amounts: { level: 1 } } },
      ])
      expect(await user()).toMatchObject({ lvl: 1, exp: 1000 })
    })

    it('is refused when the balance does not cover it, and changes nothing', async () => {
      await player.post('/api/case/orion/open', { count: 10 })
      await player.post('/api/case/orion/open', { count: 10 })
      await player.post('/api/case/orion/open', { count: 10 })
      await player.post('/api/case/orion/open', { count: 9 })
      for (let spin = 0; (await user()).balance >= 50 && spin < 6; spin++) {
        await player.post('/api/case/first-step/open', { count: 1 })
      }
      expect((await user()).balance).toBeLessThan(PRICE)
      const before = await site.db.queries.$count(rolls, eq(rolls.playerId, player.playerId))
      expectRefused(await paid(), 'balance')
      expect(await spinsOf()).toEqual([])
      expect(await site.db.queries.$count(rolls, eq(rolls.playerId, player.playerId))).toBe(before)
    })

    it('is refused at another price, or with other odds, than the player saw', async () => {
      expectRefused(await player.post(SPIN, { free: false, price: PRICE - 1 }), 'price-changed')
      expectRefused(await player.post(SPIN, { free: true, price: PRICE }), 'price-changed')
      expectRefused(await player.post(SPIN, { free: false, price: PRICE, odds: '0'.repeat(64) }), 'odds-changed')
      const { odds } = await wheel()
      expectRefused(await player.post(SPIN, { free: false, price: PRICE, odds: odds.free }), 'odds-changed')
      expect(await spinsOf()).toEqual([])
      expect((await user()).balance).toBe(START)
      expect(spun(await player.post(SPIN, { free: false, price: PRICE, odds: odds.paid })).free).toBe(false)
      expect(spun(await player.post(SPIN, { free: true, price: 0, odds: odds.free })).free).toBe(true)
    })

    it('is paid once when one key is sent many times in parallel', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => paid(player, key)))
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      const done = answers.filter(({ status }) => status === 200)
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await spinsOf()).toHaveLength(1)
      expect(await site.db.queries.$count(transfers, eq(transfers.debitId, player.playerId))).toBe(1)
      expect((await user()).exp).toBe(PRICE)
    })

    it('is paid for each of 100 parallel keys, as far as the balance allows', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => paid()))
      const done = answers.filter(({ body }) => body.success)
      expect(answers.flatMap(({ body }) => (body.success || body.code === 'balance' ? [] : [body]))).toEqual([])
      const won = done.reduce((sum, answer) => sum + worth(spun(answer)), 0)
      expect(await user()).toMatchObject({ balance: START - done.length * PRICE + won, exp: done.length * PRICE })
    })
  })

  describe('the call', () => {
    it.each([
      {},
      { free: true },
      { free: 'yes', price: 0 },
      { free: false, price: -1 },
      { free: true, price: 0, x: 1 },
      null,
    ])('refuses another body: %j', async (body) => {
      expect((await player.post(SPIN, body)).status).toBe(400)
    })

    it('requires a player and a key', async () => {
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await free(guest)).status).toBe(401)
      expect(await free(player, { 'idempotency-key': '' })).toMatchObject({ status: 400, body: { code: 'no-key' } })
    })

    it('returns the stored response for the same key, and 422 for another request with it', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const first = await free(player, key)
      expect((await free(player, key)).body).toEqual(first.body)
      expect(await paid(player, key)).toMatchObject({ status: 422, body: { code: 'key-reused' } })
    })

    it('is closed to self-excluded players', async () => {
      await player.post('/api/limits/self-exclude', { days: 1 })
      expectRefused(await free(), 'excluded')
      expectRefused(await paid(), 'excluded')
      expect(await spinsOf()).toEqual([])
      expect((await user()).balance).toBe(START)
    })
  })

  describe('proofs', () => {
    it.each(['balance', 'item', 'nothing'] as const)(
      'of a spin that won %s can be verified by anyone',
      async (prizeKind) => {
        const { id, roll, prize } = spun(await spinUntil(player, prizeKind))
        await player.post('/api/fairness/rotate', { clientSeed: 'later' })
        const { roll: proof } = rollReplySchema.parse((await site.guest().get(`/api/fairness/roll/${id}`)).body)
        expect(proof).toMatchObject({ game: 'wheel', roll, n: 1_000_000, case: null })
        if (prize.kind === 'balance') expect(proof.won).toEqual({ item: null, price: prize.amount })
        else if (prize.kind === 'item') expect(proof.won).toEqual({ item: prize.item, price: prize.price })
        else expect(proof.won).toBeNull()
        const won = proof.won === null ? null : { item: proof.won.item?.id ?? 'balance', price: proof.won.price }
        const steps = await verifyRecord({ ...proof, won }, webHashing)
        expect(Object.values(steps).map(({ verdict }) => verdict)).toEqual(['right', 'right', 'right', 'right'])
        if (prize.kind === 'balance') expect(steps.item.computed).toBe(`balance $${(prize.amount / 100).toFixed(2)}`)
      },
    )

    it('are in the list of own rolls, which can be filtered by the wheel', async () => {
      await player.post('/api/case/first-step/open', { count: 1 })
      const { id, prize } = spun(await spinUntil(player, 'balance'))
      const all = rollsReplySchema.parse((await player.get('/api/user/rolls')).body).rolls
      expect(new Set(all.map(({ game }) => game))).toEqual(new Set(['case', 'wheel']))
      const own = rollsReplySchema.parse((await player.get('/api/user/rolls?game=wheel')).body).rolls
      expect(own.every(({ game }) => game === 'wheel')).toBe(true)
      expect(own[0]).toMatchObject({ id, won: { item: null, price: prize.kind === 'balance' ? prize.amount : 0 } })
    })

    it('have their odds table by its hash', async () => {
      const { odds } = await wheel()
      await free()
      const { table } = (await site.guest().get(`/api/fairness/odds/${odds.free}`)).body
      expect(table).toMatchObject({ hash: odds.free, game: 'wheel', case: null })
      expect(JSON.parse(table.text)).toMatchObject({ wheel: 'spin', price: 0, tickets: 1_000_000 })
    })
  })
})
