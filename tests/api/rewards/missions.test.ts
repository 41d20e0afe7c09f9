// Missions through the whole app: counted from games, and claimed once for any number of requests.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { addDays } from '../../../src/game/base/site-time.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { type MissionView, missionClaimReplySchema, missionsReplySchema } from '../../../src/protocol/missions.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { accounts, items, rolls, transfers } from '../../../src/server/db/schema.ts'
import { missionClaims } from '../../../src/server/db/schema-rewards.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { missionSpans, readMissionProgress } from '../../../src/server/services/missions/progress.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, REPEATS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, upgradeTwice, type Won, win, winForContract } from '../../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
/** The least stakes that count, in data/rewards.json. */
const LEAST = { case: 50, upgrade: 100, contract: 300, wheel: 100, battle: 50 }

describe.each(SUITE_KINDS)('missions on %s', (kind) => {
  let clock: number
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    clock = Date.now()
    site = await openTestSite(kind, { now: () => clock })
  })

  beforeEach(async () => {
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const list = async (who = player) => missionsReplySchema.parse((await who.get('/api/missions')).body)

  async function mission(id: string, who = player): Promise<MissionView> {
    const found = (await list(who)).missions.find((one) => one.id === id)
    if (found === undefined) throw new Error(`There is no mission ${id}`)
    return found
  }

  /** The current period of a mission, as a claim names it. */
  async function periodOf(id: string): Promise<string> {
    const { periods, missions } = await list()
    return periods[missions.find((one) => one.id === id)?.period ?? 'daily'].day
  }

  async function claim(id: string, headers?: Record<string, string>, who = player): Promise<Answer> {
    return who.post(`/api/missions/${id}/claim`, { period: await periodOf(id) }, headers)
  }

  const claimed = async (id: string, who = player) => {
    const reply = missionClaimReplySchema.parse((await claim(id, undefined, who)).body)
    if (!reply.success) throw new Error(`${id}: ${reply.code}`)
    return reply
  }

  const balance = async (who = player): Promise<number> => (await who.get('/api/user/get')).body.user.balance

  const claims = (who = player): Promise<number> =>
    site.db.queries.$count(missionClaims, eq(missionClaims.playerId, who.playerId))

  async function openTen(who = player): Promise<void> {
    await win(who, 10)
  }

  function expectRefused(answer: Answer, code: string): void {
    expect(missionClaimReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
    expect(answer.status).toBe(200)
  }

  describe('the list', () => {
    it('has three missions a day and three a week, with their rewards, for guests too', async () => {
      const { missions, periods } = await list(site.guest())
      expect(missions.map(({ period }) => period)).toEqual(['daily', 'daily', 'daily', 'weekly', 'weekly', 'weekly'])
      expect(missions.every(({ standing }) => standing === null)).toBe(true)
      expect(new Set(missions.map(({ reward }) => reward.kind))).toEqual(new Set(['balance', 'item', 'case']))
      expect(periods.daily.endsAt - clock).toBeGreaterThan(0)
      expect(periods.daily.endsAt - clock).toBeLessThanOrEqual(DAY_MS)
      expect(periods.weekly.endsAt - clock).toBeLessThanOrEqual(7 * DAY_MS)
    })

    it('starts without progress', async () => {
      for (const { standing } of (await list()).missions) {
        expect(standing).toEqual({ progress: 0, claimed: false, claimable: false })
      }
    })
  })

  describe('progress', () => {
    it('counts opened cases, and stops at the goal', async () => {
      await win(player, 3)
      expect((await mission('open-10')).standing).toEqual({ progress: 3, claimed: false, claimable: false })
      await win(player, 6)
      expect((await mission('open-10')).standing).toMatchObject({ progress: 9, claimable: false })
      await win(player, 4)
      expect((await mission('open-10')).standing).toEqual({ progress: 10, claimed: false, claimable: true })
      expect((await mission('open-100')).standing).toMatchObject({ progress: 13, claimable: false })
    })

    it('counts the money spent on games to the cent, and no demos', async () => {
      await win(player, 2)
      expect((await mission('spend-100')).standing?.progress).toBe(100)
      await player.post('/api/case/first-step/open', { count: 5, demo: true })
      expect((await player.post('/api/case/no-such-case/open', { count: 1 })).body.success).toBe(false)
      expect((await mission('spend-100')).standing?.progress).toBe(100)
      const [item] = await win(player, 1)
      if (item === undefined) throw new Error('Nothing was won')
      await upgradeTwice(player, [item], 100)
      expect((await mission('spend-100')).standing?.progress).toBe(250)
      await player.post('/api/user/items/sell', { ids: [], isAll: true })
      expect((await mission('spend-100')).standing?.progress).toBe(250)
    })

    it('counts only upgrades that were won', async () => {
      let won = 0
      for (let played = 0; won < 2 || played === won; played++) {
        const [item] = await win(player, 1)
        if (item === undefined) throw new Error('Nothing was won')
        won += Number((await upgradeTwice(player, [item], LEAST.upgrade)).body.won)
      }
      expect((await mission('win-3')).standing).toMatchObject({ progress: Math.min(3, won), claimable: won >= 3 })
    })

    it('counts no stake below the least of its game', async () => {
      for (let won = false; !won; ) won = (await upgradeTwice(player, [], LEAST.upgrade - 1)).body.won
      expect((await mission('win-3')).standing?.progress).toBe(0)
      expect((await mission('spend-100')).standing?.progress).toBe(0)
      const signed = await signContract(player, await winBelow(LEAST.contract))
      expect(signed.body.sum).toBeLessThan(LEAST.contract)
      expect((await mission('sign-1')).standing?.progress).toBe(0)
      expect((await list()).leastStake).toEqual(LEAST)
    })

    /** Wins three items that are enough for a contract, and worth less than `most` cents together. */
    async function winBelow(most: number): Promise<Won[]> {
      for (;;) {
        const won = await win(player, 3)
        const sum = won.reduce((cents, { price }) => cents + price, 0)
        if (sum >= 100 && sum < most) return won
        await player.post('/api/user/items/sell', { ids: won.map(({ id }) => id), isAll: false })
      }
    }

    it('counts contracts for the day and the week', async () => {
      expect((await signContract(player, await winForContract(player, 3))).body.success).toBe(true)
      expect((await mission('sign-1')).standing).toEqual({ progress: 1, claimed: false, claimable: true })
      expect((await mission('sign-10')).standing).toEqual({ progress: 1, claimed: false, claimable: false })
    })

    it('ignores games of other players', async () => {
      const other = await site.newPlayer()
      await openTen(other)
      expect((await mission('open-10', other)).standing?.progress).toBe(10)
      expect((await mission('open-10')).standing?.progress).toBe(0)
    })

    it('is pushed to the player’s other pages after every game', async () => {
      const told: { playerId: number }[] = []
      site.events.on('balance', (change) => told.push(change))
      const items = await winForContract(player, 3)
      told.length = 0
      await signContract(player, items)
      expect(told).toMatchObject([{ playerId: player.playerId }])
      const [item] = await win(player, 1)
      if (item === undefined) throw new Error('Nothing was won')
      told.length = 0
      await upgradeTwice(player, [item])
      expect(told).toMatchObject([{ playerId: player.playerId }])
      site.events.removeAllListeners('balance')
    })
  })

  describe('a claim', () => {
    it('pays money from the house, updates the balance, and is recorded', async () => {
      await openTen()
      const before = await balance()
      const told: unknown[] = []
      site.events.on('balance', (change) => told.push(change))
      const { prize, message, ...rest } = await claimed('open-10')
      expect(prize).toEqual({ kind: 'balance', amount: 20 })
      expect(message).toBe('$0.20 is on your balance')
      expect(rest).toEqual({ success: true, balance: before + 20, drop: null, rollId: null })
      expect(told).toEqual([{ playerId: player.playerId, balance: before + 20 }])
      expect(await balance()).toBe(before + 20)
      expect((await mission('open-10')).standing).toEqual({ progress: 10, claimed: true, claimable: false })
      const [paid] = await site.db.queries
        .select()
        .from(transfers)
        .where(and(eq(transfers.kind, 'mission'), eq(transfers.creditId, player.playerId)))
      expect(paid).toMatchObject({ reference: `${player.playerId}:open-10:${await periodOf('open-10')}`, amount: 20 })
      site.events.removeAllListeners('balance')
    })

    it('gives the configured item, and publishes it as a mission’s drop', async () => {
      await signContract(player, await winForContract(player, 3))
      const drops: LiveDrop[] = []
      site.events.on('drops', (told) => drops.push(...told))
      const { prize, drop, rollId, message } = await claimed('sign-1')
      if (prize.kind !== 'item' || drop === null) throw new Error('It brought no item')
      expect(drop).toMatchObject({ price: prize.price, item: { id: prize.item.id } })
      expect(rollId).toBeNull()
      expect(message).toBe(`${prize.item.name.en} is in your inventory`)
      const told = { id: drop.id, type: 'missions', price: drop.price, proof: null, user: { id: player.playerId } }
      expect(drops).toMatchObject([told])
      const owned = (await player.get('/api/user/items')).body.items.find(({ id }: { id: string }) => id === drop.id)
      expect(owned).toMatchObject({ price: prize.price })
      expect((await player.get('/api/live')).body.all).toContainEqual(
        expect.objectContaining({ id: drop.id, type: 'missions', proof: null }),
      )
      site.events.removeAllListeners('drops')
    })

    it('opens a case that the house pays for, with a roll that anyone can verify', async () => {
      for (let i = 0; i < 10; i++) await openTen()
      const { spent } = (await site.db.queries.select().from(accounts).where(eq(accounts.id, player.playerId)))[0] ?? {}
      const { prize, drop, rollId } = await claimed('open-100')
      expect(prize).toMatchObject({ kind: 'case', case: { url: 'loose-change' } })
      expect(drop?.id).toBe(rollId)
      const shown = (await player.get('/api/live')).body.all.find(({ id }: LiveDrop) => id === rollId)
      expect(shown).toMatchObject({ type: 'missions', proof: `/fairness?roll=${rollId}` })
      const [item] = await site.db.queries
        .select()
        .from(items)
        .where(eq(items.id, drop?.id ?? ''))
      expect(item).toMatchObject({ source: 'missions', state: 'owned', rollId, playerId: player.playerId })
      const [roll] = await site.db.queries
        .select()
        .from(rolls)
        .where(eq(rolls.id, rollId ?? ''))
      expect(roll).toMatchObject({ game: 'free_case', playerId: player.playerId })
      expect((await player.get(`/api/fairness/roll/${rollId}`)).body).toMatchObject({ success: true })
      // It is not the player's own opening: nothing was spent, and no mission counts it.
      const [after] = await site.db.queries.select().from(accounts).where(eq(accounts.id, player.playerId))
      expect(after?.spent).toBe(spent)
      // The player's next roll has the next nonce.
      await player.post('/api/user/items/sell', { ids: [], isAll: true })
      await win(player, 1)
    })

    it('is possible once per period', async () => {
      await openTen()
      await claimed('open-10')
      const after = await balance()
      expectRefused(await claim('open-10'), 'mission-claimed')
      expect(await balance()).toBe(after)
      const other = await site.newPlayer()
      await openTen(other)
      expect((await claim('open-10', undefined, other)).body.success).toBe(true)
    })

    it('requires a completed mission', async () => {
      await win(player, 9)
      expectRefused(await claim('open-10'), 'mission-open')
      await win(player, 1)
      expect((await claim('open-10')).body.success).toBe(true)
    })

    it('requires an existing mission of the current period', async () => {
      await openTen()
      const today = await periodOf('open-10')
      const at = (id: string, period: string) => player.post(`/api/missions/${id}/claim`, { period })
      expectRefused(await at('no-such-mission', today), 'mission-unknown')
      for (const days of [-7, -1, 1]) expectRefused(await at('open-10', addDays(today, days)), 'mission-over')
      expect(await claims()).toBe(0)
    })

    it('is confirmed in the language of the player', async () => {
      for (const language of LANGUAGES) {
        const answer = await claim('open-10', { 'accept-language': language })
        expect(answer.body.message).toMatch(
          { en: /^Complete the mission/, ru: /^Сначала выполните/, uk: /^Спершу виконайте/ }[language],
        )
      }
    })

    it.each([{}, { period: 'today' }, { period: 20261121 }, { period: '2026-11-21', mission: 'open-10' }, null])(
      'refuses another body: %j',
      async (body) => {
        expect((await player.post('/api/missions/open-10/claim', body)).status).toBe(400)
      },
    )

    it('requires a key and a session', async () => {
      expect((await claim('open-10', { 'idempotency-key': '' })).body.code).toBe('no-key')
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await claim('open-10', undefined, guest)).status).toBe(401)
    })

    it('is closed to self-excluded players', async () => {
      await openTen()
      const before = await balance()
      await player.post('/api/limits/self-exclude', { days: 1 })
      expectRefused(await claim('open-10'), 'excluded')
      expect(await balance()).toBe(before)
    })

    it('returns the stored response for the same key, and 422 for another request with it', async () => {
      await openTen()
      const key = { 'idempotency-key': randomUUID() }
      const first = await claim('open-10', key)
      await win(player, 1)
      expect((await claim('open-10', key)).body).toEqual(first.body)
      const period = addDays(await periodOf('open-10'), 1)
      expect(await player.post('/api/missions/open-10/claim', { period }, key)).toMatchObject({ status: 422 })
    })

    it('is granted to one of many parallel requests with different keys', async () => {
      await openTen()
      const before = await balance()
      const answers = await Promise.all(Array.from({ length: CROWD }, () => claim('open-10')))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'mission-claimed')).toHaveLength(CROWD - 1)
      expect(await balance()).toBe(before + 20)
      expect(await claims()).toBe(1)
    })

    it('gives one item and one roll for many parallel requests', async () => {
      for (let i = 0; i < 10; i++) await openTen()
      const free = and(eq(rolls.playerId, player.playerId), eq(rolls.game, 'free_case'))
      const answers = await Promise.all(Array.from({ length: CROWD }, () => claim('open-100')))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(await site.db.queries.$count(rolls, free)).toBe(1)
      const won = and(eq(items.playerId, player.playerId), eq(items.source, 'missions'))
      expect(await site.db.queries.$count(items, won)).toBe(1)
    })

    it('is made once when one key is sent many times in parallel', async () => {
      await openTen()
      const before = await balance()
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => claim('open-10', key)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(done[0]?.body.success).toBe(true)
      expect(await balance()).toBe(before + 20)
    })

    it('is made once by two processes while the player opens cases', async () => {
      await openTen()
      const before = await balance()
      const processes = [site.services, await createServices({ ...site.components, events: createEvents() })]
      const period = await periodOf('open-10')
      const who = { id: player.playerId, username: 'x', avatar: 'x' }
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, place) => {
          const { missions } = processes[place % 2] ?? site.services
          const idempotencyKey = idempotencyKeyOf(who.id, randomUUID(), 'race', null)
          if (place >= 30) {
            return site.services.opening
              .open(who, { url: 'first-step', count: 1, price: undefined, idempotencyKey })
              .then(() => null)
          }
          return missions.claim(who, { mission: 'open-10', period }, idempotencyKey).catch((error: unknown) => error)
        }),
      )
      const refused = answers.filter((answer) => answer instanceof RefusalError)
      expect(refused).toHaveLength(29)
      expect(refused.every(({ code }) => code === 'mission-claimed')).toBe(true)
      expect(await balance()).toBe(before + 20 - 10 * 50)
      expect(await claims()).toBe(1)
    })
  })

  it('are counted with one statement for any number of games', async () => {
    await win(player, 5)
    let statements = 0
    const { queries } = site.db
    const counting = new Proxy(queries, {
      get: (target, name) => {
        if (name === 'execute') statements += 1
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const { rewards } = site.catalogue.current
    const standings = await readMissionProgress(
      counting,
      player.playerId,
      rewards.missions,
      missionSpans(Date.now(), 'UTC'),
    )
    expect(standings.map(({ progress }) => progress)).toEqual([5, 0, 0, 5, 0, 250])
    expect(statements).toBe(1)
  })
})
