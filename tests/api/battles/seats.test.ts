// Who pays a seat: its player in part, the creator of a private battle, or the house for a bot.
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { partOfPrice, partOfShare } from '../../../src/game/battles/battle.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { freezeWithdrawals, liftFreezes } from '../../../src/server/services/account/freezes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import type { Browser } from '../../support/sites/site.ts'
import { computed, moved, openBattleFixture, refusalOf } from './fixture.ts'

const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('a seat of a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  const { two, heldBy, leave, cancel } = fixture

  describe('of which a part is paid', () => {
    it('charges it rounded up, pays it rounded down, and leaves the rest to the house', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { percent: 70 })
      const joined = await fixture.join(other, battle, 2, { percent: 30 })
      const paid = [partOfPrice(cents(battle.price), 70), partOfPrice(cents(battle.price), 30)]
      expect(await Promise.all([creator, other].map((who) => fixture.balanceOf(who)))).toEqual(
        paid.map((amount) => 10_000 - amount),
      )
      expect(await heldBy(battle)).toBe(2 * battle.price)
      expect(joined.battle.seats.map(({ percent }) => percent)).toEqual([70, 30])
      const drawn = await fixture.draw(battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      expect(await heldBy(battle)).toBe(0)
      const won = [70, 30].map((percent, at) => partOfShare(result.shareCents[at] ?? cents(0), percent))
      expect(await Promise.all([creator, other].map((who) => fixture.balanceOf(who)))).toEqual(
        paid.map((amount, at) => 10_000 - amount + (won[at] ?? 0)),
      )
      expect(await fixture.rows(`select id from items where reference = '${battle.id}'`)).toEqual([])
    })
  })

  describe('that its creator pays for', () => {
    it('is charged for all seats, and gets back what they did not use', async () => {
      const [creator, other] = await two()
      const made = await fixture.create(creator, { format: '1v1v1', isPrivate: true, fund: 50 })
      const { price } = made.battle
      const half = partOfPrice(cents(price), 50)
      expect(made.balance).toBe(10_000 - price - 2 * half)
      const joined = await fixture.join(other, made.battle, 2, { percent: 30 })
      expect(joined.balance).toBe(10_000)
      const full = moved(await creator.post(`/api/battles/${made.battle.id}/bot`, { slot: 3 }))
      expect(full.battle).toMatchObject({ state: 'locked', seats: [{}, { percent: 30 }, { user: null, percent: 100 }] })
      // The site knows a sandbox's seed: that of a bot leaves it no choice.
      const seeds = await fixture.rows(
        `select seed from battle_seats where battle_id = '${made.battle.id}' and slot = 3`,
      )
      expect(seeds).toEqual([
        { seed: createHash('sha256').update(`bot:${made.battle.id}:3`).digest('hex').slice(0, 16) },
      ])
      expect(await heldBy(made.battle)).toBe(3 * price + 2 * half - partOfPrice(cents(price), 30))
      const drawn = await fixture.draw(made.battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      const used = partOfPrice(cents(price), 30)
      expect(await fixture.balanceOf(creator)).toBe(10_000 - price - used)
      const won = partOfShare(result.shareCents[1] ?? cents(0), 30)
      expect(await fixture.balanceOf(other)).toBe(10_000 + won)
      // What others pay is no stake of the player.
      expect((await other.get('/api/user/get')).body.user.exp).toBe(0)
      expect((await creator.get('/api/user/get')).body.user.exp).toBe(price)
    })

    it('gets all of it back from a cancelled battle', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '1v1v1', isPrivate: true, fund: 100 })
      await fixture.join(other, battle, 2)
      moved(await leave(other, battle))
      await fixture.join(other, battle, 3)
      expect(moved(await cancel(creator, battle)).balance).toBe(10_000)
      expect(await fixture.balanceOf(other)).toBe(10_000)
      expect(await heldBy(battle)).toBe(0)
    })

    it('pays at most $50 a day, and what went back counts no more', async () => {
      const creator = await fixture.site.newPlayer()
      const box = fixture.cases().findLast(({ priceCents }) => priceCents <= 2_000)
      const rounds = [box?.url ?? '']
      const price = box?.priceCents ?? 0
      const wish = { rounds, isPrivate: true, fund: 100, percent: 10 }
      const made: BattleView[] = []
      for (let sum = price; sum <= 5_000; sum += price) made.push((await fixture.create(creator, wish)).battle)
      const refused = await creator.post('/api/battles', fixture.body(wish))
      expect(refused.body).toMatchObject({ code: 'battle-fund' })
      expect(refused.body.message).toContain('you can pay $')
      const [first] = made
      if (first !== undefined) moved(await cancel(creator, first))
      await fixture.create(creator, wish)
      fixture.nowMs += 24 * 60 * MINUTE_MS
      await fixture.pass(0)
      expect((await fixture.create(creator, wish)).battle.state).toBe('open')
    })

    it('pays for nobody with the same device', async () => {
      const [creator, other] = await two()
      await fixture.site.services.recordTraces({
        playerId: creator.playerId,
        device: 'one',
        subnet: 'a',
        atMs: fixture.nowMs,
      })
      await fixture.site.services.recordTraces({
        playerId: other.playerId,
        device: 'one',
        subnet: 'b',
        atMs: fixture.nowMs,
      })
      const { battle } = await fixture.create(creator, { isPrivate: true, fund: 100 })
      expect(refusalOf(await other.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, 2)))).toBe(
        'battle-cluster',
      )
    })

    it('pays for nobody while withdrawals are frozen for a deposit', async () => {
      const creator = await fixture.site.newPlayer()
      const { db } = fixture.site
      const freeze = { playerId: creator.playerId, reason: 'fraud-warning', orderId: randomUUID() } as const
      const at = new Date(fixture.nowMs)
      await db.transaction((tx) => freezeWithdrawals(tx, freeze, at))
      const body = fixture.body({ isPrivate: true, fund: 50 })
      const refused = await creator.post('/api/battles', body)
      expect(refused.body).toMatchObject({ code: 'battle-fund' })
      expect(refused.body.message).toContain('withdrawals')
      expect(await fixture.balanceOf(creator)).toBe(10_000)
      moved(await creator.post('/api/battles', fixture.body({ isPrivate: true })))
      await db.transaction((tx) => liftFreezes(tx, freeze, at, OPERATOR))
      moved(await creator.post('/api/battles', body))
    })

    it('uses no gifts for it', async () => {
      const creator = await fixture.site.newPlayer()
      await fixture.site.db.asOwner(`update accounts set locked = balance - 10 where id = ${creator.playerId}`)
      const body = fixture.body({ isPrivate: true, fund: 100 })
      const refused = await creator.post('/api/battles', body)
      expect(refused.body).toMatchObject({ code: 'battle-fund' })
      expect(refused.body.message).toContain('locked gifts')
      await fixture.site.db.asOwner(`update accounts set locked = 0 where id = ${creator.playerId}`)
    })
  })

  describe('of a bot', () => {
    it('is for the creator alone, and paid by the house', async () => {
      const [creator, other] = await two()
      const { battle } = await fixture.create(creator, { format: '2v2' })
      const addBot = (who: Browser, slot: number) => who.post(`/api/battles/${battle.id}/bot`, { slot })
      expect(refusalOf(await addBot(other, 2))).toBe('battle-own')
      expect(refusalOf(await addBot(creator, 1))).toBe('seat-taken')
      const added = moved(await addBot(creator, 2))
      expect(added).toMatchObject({ receipt: null, balance: 10_000 - battle.price })
      expect(added.battle.seats[1]).toMatchObject({ slot: 2, user: null, own: false, percent: 100 })
      moved(await addBot(creator, 3))
      expect(moved(await addBot(creator, 4)).battle.state).toBe('locked')
      const house = await fixture.rows<{ kind: string; amount: string }>(
        `select kind, sum(amount) as amount from transfers where reference = '${battle.id}' and debit_id = 10 group by kind`,
      )
      expect(house).toEqual([{ kind: 'battle-house', amount: String(3 * battle.price) }])
      const drawn = await fixture.draw(battle.id)
      await fixture.settle(drawn)
      const before = (await fixture.site.guest().get('/api/battles/bots')).body.bots
      expect(before.battles).toBeGreaterThanOrEqual(3)
      expect(before.staked % 1).toBe(0)
    })

    it('publishes what they won, beside their chances', async () => {
      const creator = await fixture.site.newPlayer()
      const record = async () => {
        fixture.nowMs += MINUTE_MS
        return (await fixture.site.guest().get('/api/battles/bots')).body.bots
      }
      const before = await record()
      const { battle } = await fixture.create(creator)
      moved(await creator.post(`/api/battles/${battle.id}/bot`, { slot: 2 }))
      const drawn = await fixture.draw(battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      const botWon = result.winners[0] === 2
      expect(await record()).toEqual({
        battles: before.battles + 1,
        wins: before.wins + (botWon ? 1 : 0),
        expected: before.expected + 0.5,
        staked: before.staked + battle.price,
        won: before.won + (botWon ? result.potCents : 0),
      })
    })
  })
})
