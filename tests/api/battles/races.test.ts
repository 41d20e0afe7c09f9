// Everything that can happen to a battle, at the same moment, over two instances on one database: seats are given once, money moves
// once, and nobody waits for each other in a circle.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'
import { openBattleFixture, refusalOf } from './fixture.ts'

const TIMEOUT_MS = 3_600_000
/** Who races for the last seat. */
const CONTENDERS = 100
const MINUTE_MS = 60_000
const CASE = 'first-step'

describe.each(SUITE_KINDS)('races of battles on %s', (kind) => {
  const fixture = openBattleFixture(kind)
  /** A second process with the same database. */
  let beside: TestSite
  /** Its clock is ahead by this. */
  let aheadMs = 0

  beforeAll(async () => {
    beside = await openTestSite(kind, { beside: fixture.site, now: () => fixture.nowMs + aheadMs })
  })

  afterAll(() => beside.close())

  /** Returns the same player's browser at the second process. */
  function atOther(player: Browser): Browser {
    const other = beside.guest()
    other.playerId = player.playerId
    for (const [name, value] of player.cookies) other.cookies.set(name, value)
    return other
  }

  /** Makes rich players, every other one of them at the second process. */
  async function newPlayers(count: number): Promise<Browser[]> {
    const players: Browser[] = []
    for (let place = 0; place < count; place++) {
      const player = await fixture.site.newPlayer()
      players.push(place % 2 === 0 ? player : atOther(player))
    }
    await fixture.rich(players)
    return players
  }

  async function balances(players: readonly Browser[]): Promise<number[]> {
    const ids = players.map(({ playerId }) => playerId)
    const rows = await fixture.rows<{ balance: string }>(
      `select balance from accounts where id in (${ids.join(', ')}) order by array_position(array[${ids.join(', ')}], id)`,
    )
    return rows.map(({ balance }) => Number(balance))
  }

  async function escrowOf({ number }: BattleView): Promise<number> {
    const [row] = await fixture.rows<{ amount: string }>(
      `select coalesce(sum(amount), 0) as amount from entries where account_id = ${-number}`,
    )
    return Number(row?.amount)
  }

  /** Puts other odds of a case in force, as another edition of the catalogue does. */
  async function reprice(url: string): Promise<void> {
    const hash = fixture.site.catalogue.current.odds.get(url)?.hash
    await fixture.rows(`insert into odds_periods (reference, hash)
      select '${url}', min(hash) from odds_tables where hash <> '${hash}'`)
  }

  /** Draws and pays the battles that earlier tests left: a run works through a limited number, the oldest first. */
  async function endEarlier(): Promise<void> {
    const left = async (): Promise<number> => {
      const [row] = await fixture.rows<{ count: string }>(
        `select count(*) as count from battles where state in ('locked', 'drawn')`,
      )
      return Number(row?.count)
    }
    while ((await left()) > 0) {
      fixture.nowMs += 11_000
      await fixture.site.jobs.battles.runOnce()
    }
  }

  const joinAt = (player: Browser, battle: BattleView, slot: number): Promise<Answer> =>
    player.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, slot))

  /** Sends the same call many times at once, with one key, to both processes; returns the one reply of the successes. */
  async function repeated(player: Browser, path: string, body: object): Promise<Answer['body']> {
    const headers = { 'idempotency-key': randomUUID() }
    const sites = [player, atOther(player)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => (sites[place % 2] ?? player).post(path, body, headers)),
    )
    // Those that come before the first is done are told to ask again: how many they are depends on the machine.
    const answered = answers.filter(({ status, body: { code } }) => !(status === 409 && code === 'still-running'))
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
    const moves = answered.map((answer) => answer.body)
    expect(moves.map(({ success }) => success)).toEqual(moves.map(() => true))
    const told = new Set(moves.map(({ receipt, balance, battle }) => JSON.stringify([battle.id, receipt, balance])))
    expect(told.size).toBe(1)
    return moves[0]
  }

  it(
    'for the last seat are won by one of a hundred, and nobody else pays',
    async () => {
      const contenders = await newPlayers(CONTENDERS)
      const [creator] = await newPlayers(1)
      if (creator === undefined) throw new Error('There is no creator')
      for (let round = 0; round < raceRounds(kind, 1_000); round++) {
        const { battle } = await fixture.create(creator)
        const before = await balances(contenders)
        const answers = await Promise.all(contenders.map((player) => joinAt(player, battle, 2)))
        const won = answers.flatMap(({ body }, place) => (body.success === true ? [place] : []))
        expect(won).toHaveLength(1)
        expect(new Set(answers.map(refusalOf))).toEqual(new Set([null, 'battle-full']))
        const paid = before.map((balance, place) => (place === won[0] ? balance - battle.price : balance))
        expect(await balances(contenders)).toEqual(paid)
        expect(await escrowOf(battle)).toBe(2 * battle.price)
        expect((await fixture.view(battle.id)).state).toBe('locked')
      }
    },
    TIMEOUT_MS,
  )

  it('for the last seat are won by one of two bots', async () => {
    for (let round = 0; round < raceRounds(kind, 50); round++) {
      const [creator] = await newPlayers(1)
      if (creator === undefined) throw new Error('There is no creator')
      const { battle } = await fixture.create(creator)
      const path = `/api/battles/${battle.id}/bot`
      const answers = await Promise.all([creator, atOther(creator)].map((who) => who.post(path, { slot: 2 })))
      expect(answers.map(refusalOf).sort()).toEqual(['battle-full', null])
      expect(await escrowOf(battle)).toBe(2 * battle.price)
    }
  })

  it(
    'between leaving, joining, cancelling, expiry and another catalogue end with the money of its seats',
    async () => {
      const players = await newPlayers(6)
      const [creator, two, three, four, five, six] = players as [Browser, Browser, Browser, Browser, Browser, Browser]
      const states = new Set<string>()
      for (let round = 0; round < raceRounds(kind, 100); round++) {
        const before = await balances(players)
        const { battle } = await fixture.create(creator, { format: '1v1v1', rounds: [CASE] })
        await fixture.join(two, battle, 2)
        // From the second process's point of view its time is up.
        aheadMs = 31 * MINUTE_MS
        const path = `/api/battles/${battle.id}`
        const races: readonly (() => Promise<unknown>)[] = [
          () => two.post(`${path}/leave`),
          () => creator.post(`${path}/bot`, { slot: 3 }),
          ...[three, four].map((who) => () => joinAt(who, battle, 3)),
          ...[five, six].map((who) => () => joinAt(who, battle, 2)),
        ]
        // Any of these may win against all others.
        const ends = [
          () => creator.post(`${path}/cancel`),
          () => beside.services.battles.leaving.expireDue(),
          async () => {
            await reprice(CASE)
            await fixture.site.services.battles.leaving.endRepriced()
          },
        ]
        const chosen = [...races, ...ends.slice(0, round % 4)]
        // Each round another one is the first.
        const first = round % chosen.length
        const order = [...chosen.slice(first), ...chosen.slice(0, first)]
        const done = await Promise.all(order.map((race) => race()))
        aheadMs = 0
        await recordCatalogue(fixture.site.db, fixture.site.catalogue.current)
        const answers = done.filter((one): one is Answer => typeof one === 'object' && one !== null)
        expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
        const after = await fixture.view(battle.id)
        states.add(after.state)
        const isOver = after.state === 'cancelled' || after.state === 'expired'
        const seats = await fixture.rows<{ player_id: number | null }>(
          `select player_id from battle_seats where battle_id = '${battle.id}'`,
        )
        const seated = new Set(isOver ? [] : seats.map(({ player_id: id }) => id))
        const paid = players.map(({ playerId }, at) => (before[at] ?? 0) - (seated.has(playerId) ? battle.price : 0))
        expect(await balances(players)).toEqual(paid)
        expect(await escrowOf(battle)).toBe(isOver ? 0 : seats.length * battle.price)
        if (after.state === 'open') await creator.post(`${path}/cancel`)
      }
      expect([...states].every((state) => ['open', 'locked', 'cancelled', 'expired'].includes(state))).toBe(true)
    },
    TIMEOUT_MS,
  )

  it('between fifty repetitions of one call do it once', async () => {
    const [creator, other] = (await newPlayers(2)) as [Browser, Browser]
    const [rich = 0] = await balances([creator])
    const { battle } = await repeated(creator, '/api/battles', fixture.body({ format: '1v1v1' }))
    const { price } = battle
    const path = `/api/battles/${battle.id}`
    expect(await balances([creator, other])).toEqual([rich - price, rich])
    await repeated(other, `${path}/join`, fixture.joinBody(battle, 2))
    expect(await balances([creator, other])).toEqual([rich - price, rich - price])
    await repeated(other, `${path}/leave`, {})
    expect(await balances([creator, other])).toEqual([rich - price, rich])
    await repeated(creator, `${path}/bot`, { slot: 3 })
    expect(await escrowOf(battle)).toBe(2 * price)
    await repeated(creator, `${path}/cancel`, {})
    expect(await balances([creator, other])).toEqual([rich, rich])
    expect(await escrowOf(battle)).toBe(0)
  })

  it(
    'between the jobs of two processes and moves of the same players draw and pay each battle once',
    async () => {
      const players = await newPlayers(6)
      await endEarlier()
      for (let round = 0; round < raceRounds(kind, 50); round++) {
        const full: BattleView[] = []
        for (let place = 0; place < players.length; place++) {
          const [creator, other] = [players[place], players[(place + 1) % players.length]] as [Browser, Browser]
          const { battle } = await fixture.create(creator, { mode: place % 2 === 0 ? 'normal' : 'share' })
          full.push((await fixture.join(other, battle, 2)).battle)
        }
        const jobs = [fixture.site, beside].map((site) => site.jobs.battles)
        for (const ms of [3_000, 11_000]) {
          fixture.nowMs += ms
          const moves = players.flatMap((player) => [
            player.post('/api/case/first-step/open', { count: 2 }),
            player.post('/api/battles', fixture.body()),
          ])
          const done = await Promise.all([...jobs.map((job) => job.runOnce()), ...moves])
          const answers = done.flatMap((one) => (typeof one === 'number' ? [] : [one]))
          expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
          const made = answers.flatMap(({ body }) => (body.success && body.battle ? [body.battle.id] : []))
          await Promise.all(made.map((id, place) => players[place]?.post(`/api/battles/${id}/cancel`)))
        }
        for (const job of jobs) await job.runOnce()
        const ids = full.map(({ id }) => `'${id}'`).join(', ')
        const [settled] = await fixture.rows<{ count: string }>(
          `select count(*) as count from battles where state = 'settled' and id in (${ids})`,
        )
        expect(Number(settled?.count)).toBe(full.length)
        for (const battle of full) expect(await escrowOf(battle)).toBe(0)
      }
    },
    TIMEOUT_MS,
  )
})
