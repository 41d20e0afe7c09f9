// Making, joining, leaving and ending battles: what is refused, what goes back, and what happens once however often it is sent.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BATTLE_OPEN_MINUTES, BATTLES_OPEN_MOST } from '../../../src/game/base/economy.ts'
import type { BattleView, CreateBattleBody } from '../../../src/protocol/battle.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import type { Browser } from '../../support/sites/site.ts'
import { freshSeed, moved, openBattleFixture, refusalOf } from './fixture.ts'

const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('a move of a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  const { two, heldBy, noticesOf, leave, cancel } = fixture

  describe('that makes one', () => {
    it.each<[string, Partial<CreateBattleBody>, string]>([
      ['without cases', { rounds: [], price: 0 }, 'battle-rounds'],
      ['of a case that there is not', { rounds: ['nothing'], price: 100 }, 'case-unknown'],
      ['at another price', { price: 1 }, 'price-changed'],
      ['of an odd part', { percent: 15 }, 'battle-part'],
      ['of no part', { percent: 0 }, 'battle-part'],
      ['that pays for others in public', { fund: 50 }, 'battle-fund'],
      ['that pays an odd part for others', { fund: 55, isPrivate: true }, 'battle-part'],
      ['that repeats another’s', { rematchOf: randomUUID() }, 'battle-unseated'],
    ])('%s is refused', async (_, wish, code) => {
      const who = await fixture.site.newPlayer()
      const body = fixture.body({ ...wish, ...(wish.rounds === undefined ? {} : { price: wish.price ?? 0 }) })
      expect(refusalOf(await who.post('/api/battles', body))).toBe(code)
      expect(await fixture.balanceOf(who)).toBe(10_000)
    })

    it('of too many rounds, or of one case too often, is refused', async () => {
      const who = await fixture.site.newPlayer()
      const urls = fixture.cases().map(({ url }) => url)
      const many = Array.from({ length: 51 }, (_, at) => urls[at % urls.length] ?? '')
      expect(refusalOf(await who.post('/api/battles', fixture.body({ rounds: many })))).toBe('battle-rounds')
      const same = Array.from({ length: 11 }, () => urls[0] ?? '')
      const refused = await who.post('/api/battles', fixture.body({ rounds: same }))
      expect(refused.body.message).toBe('Choose other cases: the same one can be in a battle 10 times at most.')
    })

    it('shared and crazy at once is no request of the site', async () => {
      const who = await fixture.site.newPlayer()
      expect((await who.post('/api/battles', fixture.body({ mode: 'share', crazy: true }))).status).toBe(400)
    })

    it('beyond the balance charges nothing and leaves no battle', async () => {
      const who = await fixture.site.newPlayer()
      const dear = fixture.cases().findLast(({ priceCents }) => priceCents > 10_000)
      const body = fixture.body({ rounds: [dear?.url ?? ''] })
      expect(refusalOf(await who.post('/api/battles', body))).toBe('balance')
      expect((await who.get('/api/user/battles')).body.battles).toEqual([])
    })

    it('beyond five open ones is refused until one is over', async () => {
      const who = await fixture.site.newPlayer()
      const made: BattleView[] = []
      for (let at = 0; at < BATTLES_OPEN_MOST; at++) made.push((await fixture.create(who)).battle)
      const refused = await who.post('/api/battles', fixture.body())
      expect(refused.body).toMatchObject({ code: 'battles-open' })
      expect(refused.body.message).toContain('5 open battles')
      const [first] = made
      if (first !== undefined) moved(await cancel(who, first))
      expect((await fixture.create(who)).battle.state).toBe('open')
    })

    it('happens once a key', async () => {
      const who = await fixture.site.newPlayer()
      const [body, key] = [fixture.body(), { 'idempotency-key': randomUUID() }]
      const first = moved(await who.post('/api/battles', body, key))
      const again = moved(await who.post('/api/battles', body, key))
      expect(again).toEqual(first)
      expect(await fixture.balanceOf(who)).toBe(10_000 - body.price)
      expect((await who.post('/api/battles', { ...body, seed: freshSeed() }, key)).status).toBe(422)
    })

    it('again invites those who watch the first, unless its link is private', async () => {
      const { battle, players } = await fixture.full()
      await fixture.settle(await fixture.draw(battle.id))
      const [creator, other] = players
      if (creator === undefined || other === undefined) throw new Error('A battle has players')
      await fixture.create(other, { rematchOf: battle.id, isPrivate: true })
      expect((await fixture.view(battle.id)).rematch).toBeNull()
      const again = await fixture.create(creator, { rematchOf: battle.id })
      expect((await fixture.view(battle.id)).rematch).toBe(again.battle.id)
      expect(fixture.eventsOf(battle)).toContainEqual({ id: battle.id, kind: 'rematch', rematch: again.battle.id })
      expect(fixture.eventsOf(battle).filter(({ kind: event }) => event === 'rematch')).toHaveLength(1)
    })
  })

  describe('that joins one', () => {
    it('is refused where the seat is taken, the player has one, or the battle is full or unknown', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1' })
      const join = (who: Browser, slot: number, wish = {}) =>
        who.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, slot, wish))
      expect(refusalOf(await join(other, 1))).toBe('seat-taken')
      expect(refusalOf(await join(other, 4))).toBe('seat-taken')
      expect(refusalOf(await join(creator, 2))).toBe('battle-joined')
      expect(refusalOf(await join(other, 2, { pays: 1 }))).toBe('price-changed')
      expect(refusalOf(await join(other, 2, { percent: 25 }))).toBe('battle-part')
      expect(await fixture.balanceOf(other)).toBe(10_000)
      await fixture.join(other, battle, 2)
      await fixture.join(await fixture.site.newPlayer(), battle, 3)
      const late = await fixture.site.newPlayer()
      const refused = await join(late, 2)
      expect(refusalOf(refused)).toBe('battle-full')
      expect(refused.body.message).toBe('Choose another battle: this one has already started. You weren’t charged.')
      expect(await fixture.balanceOf(late)).toBe(10_000)
      const unknown = `/api/battles/${randomUUID()}/join`
      expect(refusalOf(await late.post(unknown, fixture.joinBody(battle, 2)))).toBe('battle-unknown')
      expect(refusalOf(await late.post('/api/battles/none/join', fixture.joinBody(battle, 2)))).toBe('battle-unknown')
    })

    it('beyond the balance takes no seat', async () => {
      const [creator, other] = await two()
      const dear = fixture.cases().find(({ priceCents }) => priceCents > 6_000)
      const rounds = [dear?.url ?? '']
      const { battle } = await fixture.create(creator, { rounds })
      await fixture.create(other, { rounds })
      expect(refusalOf(await other.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 2)))).toBe('balance')
      expect((await fixture.view(battle.id)).seats).toHaveLength(1)
    })

    it('happens once a key, and answers with the same receipt', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator)
      const [body, key] = [fixture.joinBody(battle, 2), { 'idempotency-key': randomUUID() }]
      const first = moved(await other.post(`/api/battles/${battle.id}/join`, body, key))
      const again = moved(await other.post(`/api/battles/${battle.id}/join`, body, key))
      expect(again).toEqual(first)
      expect(await fixture.balanceOf(other)).toBe(10_000 - battle.price)
    })

    it('gives the receipt to its player alone until the lock shows it', async () => {
      const [creator, other] = await two()
      const made = await fixture.create(creator, { format: '1v1v1' })
      const joined = await fixture.join(other, made.battle, 2)
      for (const who of [creator, other, fixture.site.guest()]) {
        const seen = JSON.stringify([
          await fixture.view(made.battle.id, who),
          (await who.get(`/api/battles/${made.battle.id}/proof`)).body,
        ])
        for (const { receipt } of [made, joined]) expect(seen).not.toContain(receipt)
      }
    })

    it('by many at once gives the last seat to one, and costs the others nothing', async () => {
      const creator = await fixture.site.newPlayer()
      const { battle } = await fixture.create(creator)
      const all: Browser[] = []
      for (let at = 0; at < 12; at++) all.push(await fixture.site.newPlayer())
      const answers = await Promise.all(
        all.map((who) => who.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 2))),
      )
      const codes = answers.map(refusalOf)
      expect(codes.filter((code) => code === null)).toHaveLength(1)
      expect(new Set(codes)).toEqual(new Set([null, 'battle-full']))
      const balances = await Promise.all(all.map((who) => fixture.balanceOf(who)))
      expect(balances).toEqual(codes.map((code) => (code === null ? 10_000 - battle.price : 10_000)))
      expect(await heldBy(battle)).toBe(2 * battle.price)
    })
  })

  describe('that ends it', () => {
    it('gives a player who leaves everything back, and frees the seat', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1' })
      await fixture.join(other, battle, 3)
      const left = moved(await leave(other, battle))
      expect(left).toMatchObject({ balance: 10_000, receipt: null })
      expect(left.battle.seats.map(({ slot }) => slot)).toEqual([1])
      expect(refusalOf(await leave(other, battle))).toBe('battle-unseated')
      await fixture.join(other, battle, 2)
      await fixture.join(await fixture.site.newPlayer(), battle, 3)
      expect(refusalOf(await leave(other, battle))).toBe('battle-full')
    })

    it('lets its creator cancel it, and nobody else', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1', percent: 50 })
      await fixture.join(other, battle, 2, { percent: 40 })
      expect(refusalOf(await cancel(other, battle))).toBe('battle-own')
      const refused = await leave(creator, battle)
      expect(refused.body.message).toContain('Cancel the battle instead')
      const cancelled = moved(await cancel(creator, battle))
      expect(cancelled).toMatchObject({ balance: 10_000, battle: { state: 'cancelled', endedBy: 'creator' } })
      expect(await fixture.balanceOf(other)).toBe(10_000)
      expect(await noticesOf(other)).toEqual([expect.stringMatching(/^The battle was cancelled\. \$\S+ is back/)])
      expect(await noticesOf(creator)).toEqual([])
      expect(refusalOf(await cancel(creator, battle))).toBe('battle-closed')
      expect(refusalOf(await other.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 3)))).toBe(
        'battle-closed',
      )
    })

    it('expires it after half an hour, and refunds everyone', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1' })
      await fixture.join(other, battle, 2)
      await fixture.pass(BATTLE_OPEN_MINUTES * MINUTE_MS - 1)
      expect((await fixture.view(battle.id)).state).toBe('open')
      fixture.nowMs += 1
      const late = await fixture.site.newPlayer()
      expect(refusalOf(await late.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 3)))).toBe(
        'battle-closed',
      )
      await fixture.pass(0)
      expect(await fixture.view(battle.id)).toMatchObject({ state: 'expired', endedBy: 'time' })
      for (const who of [creator, other]) {
        expect(await fixture.balanceOf(who)).toBe(10_000)
        expect(await noticesOf(who)).toEqual([expect.stringContaining('The battle didn’t fill up')])
      }
      expect(await heldBy(battle)).toBe(0)
    })

    it('cancels it when the odds of its cases change, and leaves others open', async () => {
      const [creator, other] = await two()
      const [one, two_] = fixture.rounds()
      const stale = (await fixture.create(creator, { rounds: [one ?? ''] })).battle
      const kept = (await fixture.create(other, { rounds: [two_ ?? ''] })).battle
      await fixture.site.db.asOwner(`insert into odds_periods (reference, hash) values ('${one}', null)`)
      await fixture.pass(0)
      expect(await fixture.view(stale.id)).toMatchObject({ state: 'cancelled', endedBy: 'catalogue' })
      expect((await fixture.view(kept.id)).state).toBe('open')
      expect(await fixture.balanceOf(creator)).toBe(10_000)
      expect(await noticesOf(creator)).toEqual([
        expect.stringContaining('One of its cases was changed or switched off'),
      ])
      const hash = fixture.site.catalogue.current.odds.get(one ?? '')?.hash
      await fixture.site.db.asOwner(`insert into odds_periods (reference, hash) values ('${one}', '${hash}')`)
    })

    it('cancels it when one of its cases is switched off, and leaves others open', async () => {
      const [creator, other] = await two()
      const [off = '', on = ''] = fixture.rounds()
      const stale = (await fixture.create(creator, { rounds: [on, off], format: '1v1v1' })).battle
      await fixture.join(other, stale, 2)
      const kept = (await fixture.create(other, { rounds: [on] })).battle
      const { catalogue, ...rest } = fixture.site.catalogue.current
      const cases = new Map(catalogue.cases)
      const box = cases.get(off)
      if (box === undefined) throw new Error('The catalogue has no such case')
      cases.set(off, { ...box, enabled: false })
      // Another edition: the odds of a case that is off stay in force, nobody can play it.
      const current = { ...rest, catalogue: { ...catalogue, cases } }
      await recordCatalogue(fixture.site.db, current)
      const services = await createServices({
        ...fixture.site.components,
        catalogue: { ...fixture.site.catalogue, current },
      })
      expect(await services.battles.leaving.endRepriced()).toBe(1)
      expect(await fixture.view(stale.id)).toMatchObject({ state: 'cancelled', endedBy: 'catalogue' })
      expect((await fixture.view(kept.id)).state).toBe('open')
      expect([await fixture.balanceOf(creator), await fixture.balanceOf(other)]).toEqual([10_000, 10_000 - kept.price])
      expect(await heldBy(stale)).toBe(0)
      moved(await cancel(other, kept))
    })

    it('keeps the last seat free once the odds of its cases have changed, until it is cancelled', async () => {
      const [creator, other] = await two()
      const [one = ''] = fixture.rounds()
      const { battle } = await fixture.create(creator, { rounds: [one] })
      const hash = fixture.site.catalogue.current.odds.get(one)?.hash
      const setOdds = (odds: string) =>
        fixture.site.db.asOwner(`insert into odds_periods (reference, hash) values ('${one}', ${odds})`)
      // Another process has published an edition that this one has not read yet.
      await setOdds('null')
      const body = fixture.joinBody(battle, 2)
      const refused = await other.post(`/api/battles/${battle.id}/join`, body)
      expect(refused.body).toMatchObject({ code: 'battle-closed' })
      expect(refused.body.message).toContain('was changed or switched off')
      expect(refusalOf(await creator.post(`/api/battles/${battle.id}/bot`, { slot: 2 }))).toBe('battle-closed')
      // Made by a process that has not read the edition either.
      const late = (await fixture.create(creator, { rounds: [one] })).battle
      expect(refusalOf(await creator.post(`/api/battles/${late.id}/bot`, { slot: 2 }))).toBe('battle-closed')
      expect(await fixture.view(battle.id)).toMatchObject({ state: 'open', seats: [{ slot: 1 }] })
      expect(await fixture.balanceOf(other)).toBe(10_000)
      await fixture.pass(0)
      expect(await fixture.view(battle.id)).toMatchObject({ state: 'cancelled', endedBy: 'catalogue' })
      expect(await fixture.balanceOf(creator)).toBe(10_000)
      await setOdds(`'${hash}'`)
    })

    it('keeps its seats free once one of its cases is switched off', async () => {
      const [creator, other] = await two()
      const [off = '', on = ''] = fixture.rounds()
      const { battle } = await fixture.create(creator, { rounds: [on, off] })
      const { catalogue, ...rest } = fixture.site.catalogue.current
      const cases = new Map(catalogue.cases)
      const box = cases.get(off)
      if (box === undefined) throw new Error('The catalogue has no such case')
      cases.set(off, { ...box, enabled: false })
      const current = { ...rest, catalogue: { ...catalogue, cases } }
      const { battles } = await createServices({
        ...fixture.site.components,
        catalogue: { ...fixture.site.catalogue, current },
      })
      const body = fixture.joinBody(battle, 2)
      const key = idempotencyKeyOf(other.playerId, randomUUID(), 'join', body)
      await expect(battles.joining.join(other.playerId, battle.id, body, key)).rejects.toMatchObject({
        code: 'battle-closed',
      })
      battles.stop()
      expect(await fixture.balanceOf(other)).toBe(10_000)
      moved(await cancel(creator, battle))
    })

    it('takes players out for whom games were closed, and ends what they made', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1' })
      await fixture.join(other, battle, 2)
      const own = (await fixture.create(other)).battle
      await other.post('/api/limits/self-exclude', { days: 1 })
      expect(refusalOf(await other.post('/api/battles', fixture.body()))).toBe('excluded')
      await fixture.pass(0)
      expect((await fixture.view(battle.id)).seats.map(({ slot }) => slot)).toEqual([1])
      expect(await fixture.view(own.id)).toMatchObject({ state: 'cancelled', endedBy: 'creator' })
      expect(await fixture.balanceOf(other)).toBe(10_000)
    })

    describe('at another instance, which this one has not heard of', () => {
      const exclude = ({ playerId }: Browser) =>
        fixture.site.db.asOwner(
          `insert into exclusions (player_id, kind, until) values (${playerId}, 'time-out', '2100-01-01')`,
        )
      const ban = ({ playerId }: Browser) =>
        fixture.site.db.asOwner(`insert into bans (player_id, reason) values (${playerId}, 'test')`)

      it.each([
        ['excluded', exclude],
        ['banned', ban],
      ])('takes no last seat of a battle whose creator is %s', async (_, close) => {
        const [creator, other] = await two()
        const { battle } = await fixture.create(creator)
        await close(creator)
        const refused = await other.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 2))
        expect(refusalOf(refused)).toBe('battle-closed')
        expect(await fixture.balanceOf(other)).toBe(10_000)
        await fixture.pass(0)
        expect(await fixture.view(battle.id)).toMatchObject({ state: 'cancelled' })
      })

      it('gives no seat to an excluded player, nor to a bot of theirs', async () => {
        const [creator, other] = await two()
        const { battle } = await fixture.create(creator, { format: '1v1v1' })
        // Their exclusion is asked, and remembered for a second.
        const own = (await fixture.create(other)).battle
        await exclude(other)
        const refused = await other.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 2))
        expect(refusalOf(refused)).toBe('excluded')
        expect(refusalOf(await other.post(`/api/battles/${own.id}/bot`, { slot: 2 }))).toBe('excluded')
        expect((await fixture.view(battle.id)).seats.map(({ slot }) => slot)).toEqual([1])
        expect(await fixture.view(own.id)).toMatchObject({ state: 'open' })
      })
    })

    it('takes banned players out', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1' })
      await fixture.join(other, battle, 2)
      await fixture.site.db.asOwner(`insert into bans (player_id, reason) values (${other.playerId}, 'test')`)
      await fixture.pass(0)
      expect((await fixture.view(battle.id)).seats.map(({ slot }) => slot)).toEqual([1])
      expect(await heldBy(battle)).toBe(battle.price)
    })

    it('pays a locked battle even if a player is excluded before it is drawn', async () => {
      const { battle, players } = await fixture.full()
      await players[0]?.post('/api/limits/self-exclude', { days: 1 })
      await fixture.settle(await fixture.draw(battle.id))
      expect(await heldBy(battle)).toBe(0)
    })
  })
})
