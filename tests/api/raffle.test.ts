// Raffles through the whole app: who may join, what the clock triggers, who wins, and that each is drawn once.
import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/language.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../src/game/rewards.ts'
import {
  type ClosedRaffle,
  joinReplySchema,
  type OpenRaffle,
  raffleProofReplySchema,
  rafflesReplySchema,
} from '../../src/protocol/raffle.ts'
import { createEvents } from '../../src/server/base/events.ts'
import { accounts, items, players } from '../../src/server/db/schema.ts'
import { orders } from '../../src/server/db/schema-payments.ts'
import { raffleEntries, raffles } from '../../src/server/db/schema-rewards.ts'
import { createJobs } from '../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../src/server/services/kernel/idempotency.ts'
import { createServices } from '../../src/server/services/services.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { PAID, TestProvider } from '../support/payment-provider.ts'
import { offerCheapPrizes, playForRaffle } from '../support/raffles.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../support/site.ts'

const HOUR = 3_600_000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe.each(SUITE_KINDS)('raffles on %s', (kind) => {
  let site: TestSite
  // A Wednesday.
  let nowMs = Date.parse('2027-03-24T12:30:00Z')

  beforeAll(async () => {
    site = await openTestSite(kind, {
      now: () => nowMs,
      environment: { TIME_ZONE: 'Europe/Kyiv' },
      payments: { providers: [new TestProvider()], standIn: undefined },
    })
    offerCheapPrizes(site)
  })

  beforeEach(async () => {
    // Each test has its own hour, and starts in the middle of it.
    nowMs = Math.ceil(nowMs / HOUR) * HOUR + HOUR / 2
    await site.jobs.raffles.runOnce()
  })

  afterEach(() => {
    site.events.removeAllListeners('drops').removeAllListeners('notification')
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const seen = async (who: Browser = site.guest()) => rafflesReplySchema.parse((await who.get('/api/raffle')).body)

  async function openOf(kindOf: RaffleKind, who?: Browser): Promise<OpenRaffle> {
    const open = (await seen(who)).raffles.find((raffle) => raffle.kind === kindOf)?.open
    if (!open) throw new Error(`No ${kindOf} raffle is open`)
    return open
  }

  async function lastOf(kindOf: RaffleKind, who?: Browser): Promise<ClosedRaffle> {
    const last = (await seen(who)).raffles.find((raffle) => raffle.kind === kindOf)?.last
    if (!last) throw new Error(`No ${kindOf} raffle was closed`)
    return last
  }

  const proofOf = async (id: string) =>
    raffleProofReplySchema.parse((await site.guest().get(`/api/raffle/${id}`)).body).raffle

  /** Returns the number that stands for a player in the list of a raffle. */
  const numberOf = async (who: Browser, id: string) =>
    raffleProofReplySchema.parse((await who.get(`/api/raffle/${id}`)).body).ownNumber

  async function deposit(who: Browser, state: 'paid' | 'refunded' | 'open' = 'paid'): Promise<string> {
    const body = { method_name: 'card', sum: 5, promocode: '', user_id: who.playerId }
    const { order } = (await who.post('/api/payment/create/test', body)).body
    if (state !== 'open') await site.services.settlement.apply(order.id, PAID)
    if (state === 'refunded') await site.services.settlement.apply(order.id, { kind: 'refunded' })
    return order.id
  }

  /** Returns a player who may join, and has played enough for the draw. */
  async function depositor(): Promise<Browser> {
    const who = await site.newPlayer()
    await deposit(who)
    await playForRaffle(who)
    return who
  }

  const join = (who: Browser, id: string, headers?: Record<string, string>): Promise<Answer> =>
    who.post(`/api/raffle/${id}/join`, {}, headers)

  const balanceOf = async (who: Browser): Promise<number> => (await who.get('/api/user/get')).body.user.balance

  const refused = (answer: Answer): string | null => {
    const reply = joinReplySchema.parse(answer.body)
    return reply.success ? null : reply.code
  }

  const itemsOf = (raffleId: string) => site.db.queries.select().from(items).where(eq(items.reference, raffleId))

  /** Lets the open hourly raffle end. */
  async function endHour(): Promise<void> {
    nowMs = Math.ceil((nowMs + 1) / HOUR) * HOUR
    await site.jobs.raffles.runOnce()
  }

  describe('a deposit that is refunded', () => {
    const refund = (order: string) => site.services.settlement.apply(order, { kind: 'refunded' })
    const isIn = async (who: Browser, raffleId: string): Promise<boolean> => {
      const own = and(eq(raffleEntries.raffleId, raffleId), eq(raffleEntries.playerId, who.playerId))
      return (await site.db.queries.$count(raffleEntries, own)) > 0
    }

    it('loses the entry that it allowed, unless another deposit allows it', async () => {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      const { id } = await openOf('hourly')
      await playForRaffle(two)
      const first = await deposit(one)
      const [other] = [await deposit(two), await deposit(two)]
      for (const who of [one, two]) expect(refused(await join(who, id))).toBeNull()
      await refund(first)
      await refund(other)
      expect([await isIn(one, id), await isIn(two, id)]).toEqual([false, true])
      expect(refused(await join(one, id))).toBe('raffle-deposit')
      await endHour()
      expect(await lastOf('hourly')).toMatchObject({ id, state: 'drawn' })
      expect((await checkLedger(site.db)).difference).toBeUndefined()
    })

    it('loses the prize that it won: the item, or its price when that is gone', async () => {
      const won: number[] = []
      for (const isSold of [false, true]) {
        const who = await site.newPlayer()
        await playForRaffle(who)
        const before = await balanceOf(who)
        const order = await deposit(who)
        const { id } = await openOf('hourly')
        expect(refused(await join(who, id))).toBeNull()
        await endHour()
        const [prize] = await itemsOf(id)
        if (prize === undefined) throw new Error('Nothing was won')
        if (isSold) await who.post('/api/user/items/sell', { ids: [prize.id], isAll: false })
        await refund(order)
        const [account] = await site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
        won.push((account?.balance ?? 0) - (account?.debt ?? 0) - before)
        expect((await itemsOf(id))[0]?.state).toBe(isSold ? 'sold' : 'voided')
        await site.jobs.raffles.runOnce()
      }
      expect(won).toEqual([0, 0])
      expect((await checkLedger(site.db)).difference).toBeUndefined()
    })
  })

  describe('the public list', () => {
    it('has one open raffle of each kind, with its prize, its end and the commitment of its seed', async () => {
      const { raffles: shown } = await seen()
      expect(shown.map((raffle) => raffle.kind)).toEqual(RAFFLE_KINDS)
      for (const { kind: kindOf, open } of shown) {
        const prizes = site.catalogue.current.rewards.raffles[kindOf].map(({ id }) => id)
        expect(prizes).toContain(open?.prize.item.id)
        expect(open).toMatchObject({ standing: 'guest', round: null, commit: expect.stringMatching(/^[0-9a-f]{64}$/) })
      }
      const ends = shown.map(({ open }) => new Date(open?.closesAt ?? 0).toISOString())
      expect(ends[0]).toBe(new Date(Math.ceil(nowMs / HOUR) * HOUR).toISOString())
      // Midnight in Kyiv; the week ends on the Sunday that loses an hour.
      expect(ends[1]).toBe('2027-03-24T22:00:00.000Z')
      expect(ends[2]).toBe('2027-03-28T21:00:00.000Z')
    })

    it('never contains an unused seed', async () => {
      const { id } = await openOf('hourly')
      const [row] = await site.db.queries.select().from(raffles).where(eq(raffles.id, id))
      const proof = await proofOf(id)
      expect(proof).toMatchObject({ state: 'open', serverSeed: null, list: null, entriesHash: null })
      expect(sha256(row?.serverSeed ?? '')).toBe(proof.commit)
      expect(JSON.stringify(await seen())).not.toContain(row?.serverSeed)
    })

    it('answers 404 for an unknown raffle, which cannot be joined either', async () => {
      expect((await site.guest().get(`/api/raffle/${randomUUID()}`)).status).toBe(404)
      const who = await depositor()
      expect(refused(await join(who, randomUUID()))).toBe('raffle-closed')
      expect(refused(await join(who, 'x'))).toBe('raffle-closed')
      expect((await site.guest().get('/api/raffle/x')).status).toBe(400)
    })
  })

  describe('joining', () => {
    it('is free for players with a deposit, once per raffle', async () => {
      const who = await depositor()
      const before = await openOf('hourly', who)
      expect(before.standing).toBe('free')
      const balance = await balanceOf(who)
      const { body } = await join(who, before.id)
      expect(joinReplySchema.parse(body)).toMatchObject({ success: true, players: before.players + 1 })
      expect(await openOf('hourly', who)).toMatchObject({ standing: 'joined', players: before.players + 1 })
      expect(refused(await join(who, before.id))).toBe('raffle-joined')
      expect(await balanceOf(who)).toBe(balance)
    })

    it('requires a session', async () => {
      expect((await join(site.guest(), (await openOf('hourly')).id)).status).toBeGreaterThanOrEqual(401)
    })

    it('requires a deposit that was paid and not refunded', async () => {
      const { id } = await openOf('hourly')
      for (const state of ['open', 'refunded'] as const) {
        const who = await site.newPlayer()
        await deposit(who, state)
        expect((await openOf('hourly', who)).standing).toBe('deposit')
        expect(refused(await join(who, id))).toBe('raffle-deposit')
      }
    })

    it('names the missing deposit, for each kind, in the language of the player', async () => {
      const who = await site.newPlayer()
      for (const kindOf of RAFFLE_KINDS) {
        const { id } = await openOf(kindOf)
        const words = []
        for (const language of LANGUAGES) {
          words.push((await join(who, id, { 'accept-language': language })).body.message)
        }
        expect(new Set(words).size).toBe(LANGUAGES.length)
        expect(words[0]).toContain(kindOf)
      }
    })

    it('counts a deposit for an hour, 24 hours and seven days, in any period', async () => {
      const who = await depositor()
      const standing = async () => (await seen(who)).raffles.map(({ open }) => open?.standing)
      nowMs += HOUR - 1
      await site.jobs.raffles.runOnce()
      expect(await standing()).toEqual(['free', 'free', 'free'])
      nowMs += 1
      expect(await standing()).toEqual(['deposit', 'free', 'free'])
      expect(refused(await join(who, (await openOf('hourly')).id))).toBe('raffle-deposit')
      expect(refused(await join(who, (await openOf('daily')).id))).toBeNull()
    })

    it('ends with the raffle, even before it is frozen', async () => {
      const who = await depositor()
      const { id } = await openOf('hourly')
      nowMs = Math.ceil(nowMs / HOUR) * HOUR
      expect(refused(await join(who, id))).toBe('raffle-closed')
      await site.jobs.raffles.runOnce()
      expect(refused(await join(who, id))).toBe('raffle-closed')
    })

    it('is closed to self-excluded players; an earlier entry stays', async () => {
      const who = await depositor()
      const { id } = await openOf('hourly')
      await join(who, id)
      await who.post('/api/limits/self-exclude', { days: 1 })
      expect(refused(await join(who, (await openOf('daily')).id))).toBe('excluded')
      await endHour()
      expect((await proofOf(id)).winner).toBe(await numberOf(who, id))
      // The winner can withdraw the prize.
      expect((await itemsOf(id))[0]).toMatchObject({ playerId: who.playerId, state: 'owned' })
    })

    it('gives one entry to 100 parallel requests, and to one key that is sent 200 times', async () => {
      const who = await depositor()
      const { id } = await openOf('hourly')
      const answers = await Promise.all(Array.from({ length: 100 }, () => join(who, id)))
      expect(answers.filter((answer) => refused(answer) === null)).toHaveLength(1)
      expect(answers.filter((answer) => refused(answer) === 'raffle-joined')).toHaveLength(99)
      const key = { 'idempotency-key': randomUUID() }
      const daily = (await openOf('daily')).id
      const same = await Promise.all(Array.from({ length: 200 }, () => join(who, daily, key)))
      const done = same.filter(({ status }) => status === 200)
      expect(same.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(done[0]?.body.success).toBe(true)
      expect(await site.db.queries.$count(raffleEntries, eq(raffleEntries.playerId, who.playerId))).toBe(2)
    })
  })

  describe('the prize', () => {
    const raffledOf = async (who: Browser): Promise<number> => {
      const [account] = await site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
      return account?.raffled ?? 0
    }
    const noticesOf = async (who: Browser): Promise<string[]> =>
      (await who.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)
    /** A player who may join, and has not played. */
    async function idler(): Promise<Browser> {
      const who = await site.newPlayer()
      await deposit(who)
      return who
    }
    const setPrice = (id: string, price: number) =>
      site.db.asOwner(`update raffles set price = ${price} where id = '${id}'`)

    it('is paid by those who have played enough, and drawn among them', async () => {
      const [player, other] = [await depositor(), await idler()]
      const { id } = await openOf('hourly')
      await setPrice(id, 6)
      expect((await openOf('hourly')).draw).toBeNull()
      // Half of the prize each, if both could pay it.
      expect((await openOf('hourly', other)).draw).toEqual({ have: 0, need: 6, places: 1 })
      for (const who of [player, other]) expect(refused(await join(who, id))).toBeNull()
      const { have } = (await openOf('hourly', player)).draw ?? { have: 0 }
      expect(have).toBeGreaterThanOrEqual(6)
      expect((await openOf('hourly', player)).draw).toEqual({ have, need: 6, places: 1 })
      expect((await openOf('hourly', other)).draw).toEqual({ have: 0, need: 3, places: 2 })
      const heard: unknown[] = []
      site.events.on('notification', ({ playerId, notification }) => heard.push({ playerId, kind: notification.kind }))
      await endHour()
      const proof = await proofOf(id)
      expect(proof).toMatchObject({ state: 'drawn', entries: 1, winner: await numberOf(player, id) })
      expect(JSON.parse(proof.list ?? '{}').players).toEqual([proof.winner])
      expect((await itemsOf(id))[0]).toMatchObject({ playerId: player.playerId })
      expect(await Promise.all([raffledOf(player), raffledOf(other)])).toEqual([6, 0])
      expect(heard).toContainEqual({ playerId: other.playerId, kind: 'raffleLeftOut' })
      expect(await noticesOf(other)).toContain('You weren’t in the draw')
      expect(await lastOf('hourly', other)).toMatchObject({
        joined: true,
        rolledOver: false,
        draw: { have: 0, need: 3, places: 2 },
      })
      expect((await lastOf('hourly', player)).draw).toEqual({ have, need: 6, places: 1 })
      expect((await openOf('hourly', player)).draw?.have).toBe(have - 6)
    })

    it('rolls over when nobody has played enough, until somebody has', async () => {
      const who = await idler()
      const first = await openOf('hourly')
      expect(refused(await join(who, first.id))).toBeNull()
      await endHour()
      expect(await proofOf(first.id)).toMatchObject({ state: 'returned', entries: 0, winner: null })
      expect(await lastOf('hourly', who)).toMatchObject({
        state: 'returned',
        rolledOver: true,
        joined: true,
        players: 0,
      })
      expect(await noticesOf(who)).toContain('The prize moves to the next raffle')
      const second = await openOf('hourly')
      expect(second.prize).toEqual(first.prize)
      await playForRaffle(who)
      await deposit(who)
      expect(refused(await join(who, second.id))).toBeNull()
      await endHour()
      expect(await proofOf(second.id)).toMatchObject({ state: 'drawn', winner: await numberOf(who, second.id) })
      expect((await itemsOf(second.id))[0]).toMatchObject({ itemId: first.prize.item.id, playerId: who.playerId })
      expect((await openOf('hourly')).prize.item.id).not.toBe(first.prize.item.id)
    })

    it('rolls over past the hours in which the server was down', async () => {
      const who = await idler()
      const first = await openOf('hourly')
      expect(refused(await join(who, first.id))).toBeNull()
      nowMs += 3 * HOUR
      for (let times = 0; times < 2; times++) await site.jobs.raffles.runOnce()
      expect((await openOf('hourly')).prize).toEqual(first.prize)
      const rows = await site.db.queries
        .select()
        .from(raffles)
        .where(eq(raffles.kind, 'hourly'))
        .orderBy(raffles.opensAt)
      expect(rows.slice(-4).map(({ state, joined }) => ({ state, joined }))).toEqual([
        { state: 'returned', joined: 1 },
        { state: 'returned', joined: 0 },
        { state: 'returned', joined: 0 },
        { state: 'open', joined: null },
      ])
    })

    it('is not paid by margin that another raffle takes at the same moment', async () => {
      const who = await depositor()
      const ids = [(await openOf('hourly')).id, (await openOf('weekly')).id]
      for (const id of ids) {
        expect(refused(await join(who, id))).toBeNull()
        await setPrice(id, 8)
        await site.db.asOwner(`update raffles set closes_at = '${new Date(nowMs).toISOString()}' where id = '${id}'`)
      }
      const components = { ...site.components, events: createEvents() }
      const second = createJobs(components, await createServices(components))
      await Promise.all([site.jobs.raffles.runOnce(), second.raffles.runOnce()])
      await site.jobs.raffles.runOnce()
      const states = await Promise.all(ids.map(async (id) => (await proofOf(id)).state))
      expect(states.toSorted()).toEqual(['drawn', 'returned'])
      expect(await raffledOf(who)).toBe(8)
    })

    it('stays paid when a deposit goes back, and its margin with it', async () => {
      const who = await site.newPlayer()
      const order = await deposit(who)
      await playForRaffle(who)
      const { id } = await openOf('daily')
      expect(refused(await join(who, id))).toBeNull()
      await site.db.asOwner(`update raffles set closes_at = '${new Date(nowMs).toISOString()}' where id = '${id}'`)
      await site.jobs.raffles.runOnce()
      const raffled = await raffledOf(who)
      expect(raffled).toBeGreaterThan(0)
      await site.services.settlement.apply(order, { kind: 'refunded' })
      expect(await raffledOf(who)).toBe(raffled)
      await deposit(who)
      expect((await openOf('hourly', who)).draw).toMatchObject({ have: 0 })
      expect((await checkLedger(site.db)).difference).toBeUndefined()
    })
  })

  describe('the draw', () => {
    it('gives the prize to an entrant, notifies everyone, and reveals the seed', async () => {
      const all = await Promise.all([depositor(), depositor(), depositor()])
      const { id, prize, commit } = await openOf('hourly')
      for (const who of all) await join(who, id)
      const told: unknown[] = []
      site.events.on('drops', (drops) => told.push(...drops))
      site.events.on('notification', ({ playerId, notification }) => told.push({ playerId, kind: notification.kind }))
      await endHour()
      const proof = await proofOf(id)
      const numbers = await Promise.all(all.map((who) => numberOf(who, id)))
      const list = numbers.map(Number).toSorted((one, other) => one - other)
      expect(proof).toMatchObject({ state: 'drawn', entries: 3, commit, signature: null, round: null })
      expect(proof.list).toContain(`"players":[${list.join(',')}]`)
      expect(proof.winner).toBe(list[(proof.roll ?? 0) - 1])
      expect(sha256(proof.serverSeed ?? '')).toBe(commit)
      const [won] = await itemsOf(id)
      const winner = all[numbers.indexOf(proof.winner)] ?? site.guest()
      expect(won).toMatchObject({ source: 'raffle', playerId: winner.playerId, price: prize.price, rollId: null })
      expect(told).toEqual([
        expect.objectContaining({
          id: won?.id,
          type: 'raffle',
          price: prize.price,
          item: prize.item,
          proof: `/raffle?proof=${id}`,
        }),
        { playerId: winner.playerId, kind: 'raffleWon' },
      ])
      const [notification] = (await winner.get('/api/notification/get')).body
      expect(notification).toMatchObject({ title: 'You won a raffle', link: '/raffle' })
      const live = (await site.guest().get('/api/live')).body.all
      expect(live[0]).toMatchObject({ id: won?.id, type: 'raffle', proof: `/raffle?proof=${id}` })
      expect(await lastOf('hourly', winner)).toMatchObject({ id, state: 'drawn', joined: true, players: 3 })
      expect((await seen()).winners[0]).toMatchObject({ id, winner: { id: winner.playerId } })
    })

    it('names no entrant by an id, and tells players their own number before the draw', async () => {
      const [one, two] = [await depositor(), await depositor()]
      const { id } = await openOf('hourly')
      for (const who of [one, two]) await join(who, id)
      const before = await Promise.all([one, two].map((who) => numberOf(who, id)))
      await endHour()
      const proof = JSON.stringify(await proofOf(id))
      for (const { playerId } of [one, two]) expect(proof).not.toMatch(new RegExp(`\\b${playerId}\\b`))
      expect(await Promise.all([one, two].map((who) => numberOf(who, id)))).toEqual(before)
      expect(new Set(before).size).toBe(2)
      expect(await numberOf(site.guest(), id)).toBeNull()
      expect(await numberOf(await site.newPlayer(), id)).toBeNull()
    })

    it('hides a hidden winner', async () => {
      const who = await depositor()
      await site.db.queries.update(players).set({ hidden: true }).where(eq(players.id, who.playerId))
      const { id } = await openOf('hourly')
      await join(who, id)
      await endHour()
      expect((await lastOf('hourly')).winner).toMatchObject({ id: null, username: null, avatar: null })
    })

    it('has no winner without entrants: the prize returns to the house', async () => {
      const { id } = await openOf('hourly')
      await endHour()
      expect(await proofOf(id)).toMatchObject({
        state: 'returned',
        entries: 0,
        roll: null,
        winner: null,
        drawnAt: null,
      })
      expect(await itemsOf(id)).toEqual([])
      expect(await lastOf('hourly')).toMatchObject({ state: 'returned', winner: null })
    })

    it('of three hours in which the server was down happens once each, the missed ones without players', async () => {
      const who = await depositor()
      const { id, number } = await openOf('hourly')
      await join(who, id)
      nowMs += 3 * HOUR
      const components = { ...site.components, events: createEvents() }
      const second = createJobs(components, await createServices(components))
      await Promise.all([
        site.jobs.raffles.runOnce(),
        second.raffles.runOnce(),
        site.jobs.raffles.runOnce(),
        second.raffles.runOnce(),
      ])
      const rows = (
        await site.db.queries.select().from(raffles).where(eq(raffles.kind, 'hourly')).orderBy(raffles.opensAt)
      )
        .filter((row) => row.number >= number)
        .map(({ state, entries, winnerId }) => ({ state, entries, winnerId }))
      expect(rows).toEqual([
        { state: 'drawn', entries: 1, winnerId: who.playerId },
        { state: 'returned', entries: 0, winnerId: null },
        { state: 'returned', entries: 0, winnerId: null },
        { state: 'open', entries: null, winnerId: null },
      ])
      expect(await itemsOf(id)).toHaveLength(1)
    })

    it('numbers raffles without a gap, whichever process opens them', async () => {
      const numbers = (
        await site.db.queries.select({ number: raffles.number }).from(raffles).orderBy(raffles.number)
      ).map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    })

    it('includes everyone who joined in time, also at the last moment, and nobody else', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, depositor))
      const { id } = await openOf('hourly')
      const end = Math.ceil(nowMs / HOUR) * HOUR
      const idempotencyKeys = all.map((who) => idempotencyKeyOf(who.playerId, randomUUID(), id, {}))
      const joins = idempotencyKeys.map((idempotencyKey) =>
        site.services.joining
          .join(idempotencyKey.playerId, id, idempotencyKey)
          .then(() => idempotencyKey.playerId)
          .catch(() => null)
          // The hour ends when the first entry is in; the raffle is frozen while others are in progress.
          .finally(() => {
            nowMs = end
            return site.jobs.raffles.runOnce()
          }),
      )
      const entered = await Promise.all(joins)
      await site.jobs.raffles.runOnce()
      const { list, entries } = await proofOf(id)
      const inList = JSON.parse(list ?? '{}').players
      const numbers = await Promise.all(all.filter((_, at) => entered[at] !== null).map((who) => numberOf(who, id)))
      expect(inList).toEqual(numbers.map(Number).toSorted((one, other) => one - other))
      expect(entries).toBe(inList.length)
    })

    it('is stopped when the entries differ from the frozen ones', async () => {
      const [who, other] = [await depositor(), await depositor()]
      const { id } = await openOf('hourly')
      await join(who, id)
      nowMs = Math.ceil(nowMs / HOUR) * HOUR
      await site.db.asOwner(
        `update raffles set state = 'frozen', entries = 1, entries_hash = 'x', frozen_at = now() where id = '${id}'`,
      )
      expect(await site.jobs.raffles.runOnce()).toBe(false)
      expect(await itemsOf(id)).toEqual([])
      // Restores the old state.
      await site.db.asOwner(
        `update raffles set state = 'open', entries = null, entries_hash = null, frozen_at = null where id = '${id}'`,
      )
      expect(await site.jobs.raffles.runOnce()).toBe(true)
      expect((await proofOf(id)).winner).toBe(await numberOf(who, id))
      expect(other.playerId).not.toBe(who.playerId)
    })
  })

  it('keeps its prize after the item left the catalogue and prices changed', async () => {
    const who = await depositor()
    const { id, prize } = await openOf('hourly')
    await join(who, id)
    await site.db.asOwner(`update raffles set price = 4 where id = '${id}'`)
    await endHour()
    expect((await itemsOf(id))[0]).toMatchObject({ itemId: prize.item.id, price: 4 })
    expect(await site.db.queries.$count(orders, eq(orders.playerId, who.playerId))).toBe(1)
  })
})
