// Raffles through the whole app: the public list, who may join, and what a refund takes back.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { RAFFLE_KINDS } from '../../../src/game/rewards/rewards.ts'
import { joinReplySchema } from '../../../src/protocol/raffle.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { raffleEntries, raffles } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { CROWD, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { playForRaffle } from '../../support/players/raffles.ts'
import type { Browser } from '../../support/sites/site.ts'
import { HOUR, openRaffleFixture, sha256 } from './raffle-fixture.ts'

describe.each(SUITE_KINDS)('raffles on %s', (kind) => {
  const fixture = openRaffleFixture(kind)
  const { seen, openOf, lastOf, proofOf, numberOf, deposit, depositor, join, balanceOf, refused, itemsOf, endHour } =
    fixture

  describe('the public list', () => {
    it('has one open raffle of each kind, with its prize, its end and the commitment of its seed', async () => {
      const { raffles: shown } = await seen()
      expect(shown.map((raffle) => raffle.kind)).toEqual(RAFFLE_KINDS)
      for (const { kind: kindOf, open } of shown) {
        const prizes = fixture.site.catalogue.current.rewards.raffles[kindOf].map(({ id }) => id)
        expect(prizes).toContain(open?.prize.item.id)
        expect(open).toMatchObject({ standing: 'guest', round: null, commit: expect.stringMatching(/^[0-9a-f]{64}$/) })
      }
      const ends = shown.map(({ open }) => new Date(open?.closesAt ?? 0).toISOString())
      expect(ends[0]).toBe(new Date(Math.ceil(fixture.nowMs / HOUR) * HOUR).toISOString())
      // Midnight in Kyiv; the week ends on the Sunday that loses an hour.
      expect(ends[1]).toBe('2027-03-24T22:00:00.000Z')
      expect(ends[2]).toBe('2027-03-28T21:00:00.000Z')
    })

    it('never contains an unused seed', async () => {
      const { id } = await openOf('hourly')
      const [row] = await fixture.site.db.queries.select().from(raffles).where(eq(raffles.id, id))
      const proof = await proofOf(id)
      expect(proof).toMatchObject({ state: 'open', serverSeed: null, list: null, entriesHash: null })
      expect(sha256(row?.serverSeed ?? '')).toBe(proof.commit)
      expect(JSON.stringify(await seen())).not.toContain(row?.serverSeed)
    })

    it('answers 404 for an unknown raffle, which cannot be joined either', async () => {
      expect((await fixture.site.guest().get(`/api/raffle/${randomUUID()}`)).status).toBe(404)
      const who = await depositor()
      expect(refused(await join(who, randomUUID()))).toBe('raffle-closed')
      expect(refused(await join(who, 'x'))).toBe('raffle-closed')
      expect((await fixture.site.guest().get('/api/raffle/x')).status).toBe(400)
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
      expect((await join(fixture.site.guest(), (await openOf('hourly')).id)).status).toBeGreaterThanOrEqual(401)
    })

    it('requires a deposit that was paid and not refunded', async () => {
      const { id } = await openOf('hourly')
      for (const state of ['open', 'refunded'] as const) {
        const who = await fixture.site.newPlayer()
        await deposit(who, state)
        expect((await openOf('hourly', who)).standing).toBe('deposit')
        expect(refused(await join(who, id))).toBe('raffle-deposit')
      }
    })

    it('names the missing deposit, for each kind, in the language of the player', async () => {
      const who = await fixture.site.newPlayer()
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
      fixture.nowMs += HOUR - 1
      await fixture.site.jobs.raffles.runOnce()
      expect(await standing()).toEqual(['free', 'free', 'free'])
      fixture.nowMs += 1
      expect(await standing()).toEqual(['deposit', 'free', 'free'])
      expect(refused(await join(who, (await openOf('hourly')).id))).toBe('raffle-deposit')
      expect(refused(await join(who, (await openOf('daily')).id))).toBeNull()
    })

    it('ends with the raffle, even before it is frozen', async () => {
      const who = await depositor()
      const { id } = await openOf('hourly')
      fixture.nowMs = Math.ceil(fixture.nowMs / HOUR) * HOUR
      expect(refused(await join(who, id))).toBe('raffle-closed')
      await fixture.site.jobs.raffles.runOnce()
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

    it('gives one entry to many parallel requests, and to one key that is sent many times', async () => {
      const who = await depositor()
      const { id } = await openOf('hourly')
      const answers = await Promise.all(Array.from({ length: CROWD }, () => join(who, id)))
      expect(answers.filter((answer) => refused(answer) === null)).toHaveLength(1)
      expect(answers.filter((answer) => refused(answer) === 'raffle-joined')).toHaveLength(CROWD - 1)
      const key = { 'idempotency-key': randomUUID() }
      const daily = (await openOf('daily')).id
      const same = await Promise.all(Array.from({ length: REPEATS }, () => join(who, daily, key)))
      const done = same.filter(({ status }) => status === 200)
      expect(same.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(done[0]?.body.success).toBe(true)
      expect(await fixture.site.db.queries.$count(raffleEntries, eq(raffleEntries.playerId, who.playerId))).toBe(2)
    })
  })

  describe('a deposit that is refunded', () => {
    const refund = (order: string) => fixture.site.services.settlement.apply(order, { kind: 'refunded' })
    const isIn = async (who: Browser, raffleId: string): Promise<boolean> => {
      const own = and(eq(raffleEntries.raffleId, raffleId), eq(raffleEntries.playerId, who.playerId))
      return (await fixture.site.db.queries.$count(raffleEntries, own)) > 0
    }

    it('loses the entry that it allowed, unless another deposit allows it', async () => {
      const [one, two] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
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
      expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    })

    it('loses the prize that it won: the item, or its price when that is gone', async () => {
      const won: number[] = []
      for (const isSold of [false, true]) {
        const who = await fixture.site.newPlayer()
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
        const [account] = await fixture.site.db.queries.select().from(accounts).where(eq(accounts.id, who.playerId))
        won.push((account?.balance ?? 0) - (account?.debt ?? 0) - before)
        expect((await itemsOf(id))[0]?.state).toBe(isSold ? 'sold' : 'voided')
        await fixture.site.jobs.raffles.runOnce()
      }
      expect(won).toEqual([0, 0])
      expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    })
  })
})
