// Fairness through the whole app: seeds in pages, the file of a seed's rolls, odds of the past, and measured returns.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAYOUTS } from '../../../src/game/base/games.ts'
import type { CaseEntry } from '../../../src/game/catalogue/catalogue.ts'
import { RANDOM_CLIENT_SEED } from '../../../src/game/fairness/fairness.ts'
import { freeCaseReference } from '../../../src/game/rewards/free-case.ts'
import { wheelReturn } from '../../../src/game/rewards/wheel.ts'
import { rollsReplySchema } from '../../../src/protocol/account.ts'
import {
  oddsReplySchema,
  oddsTableReplySchema,
  pastSeedsReplySchema,
  returnsReplySchema,
  rollExportSchema,
  rollReplySchema,
} from '../../../src/protocol/fairness.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { rollFree } from '../../../src/server/services/rolls/free-roll.ts'
import { winItem } from '../../../src/server/services/rolls/play.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function rowsOf<Row extends object>({ db }: TestSite, statement: string): Promise<Row[]> {
  return queryRows<Row>(db.queries, statement)
}

const rotate = (player: Browser) => player.post('/api/fairness/rotate', { clientSeed: 'again' })

async function playAll(player: Browser): Promise<void> {
  const items = await win(player, 3)
  await upgradeTwice(player, items, 10)
  await signContract(player, await winForContract(player, 3))
  await spinWheel(player)
  // Once a day: the second rotation is refused.
  await spinWheel(player, true)
}

describe.each(SUITE_KINDS)('fairness on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  describe('past seeds', () => {
    it('are paged, each once, the last one first', async () => {
      const player = await site.newPlayer()
      const commits: string[] = []
      for (let turn = 0; turn < 52; turn++) {
        commits.unshift((await player.get('/api/fairness')).body.seeds.commit)
        // Pairs without a roll are limited.
        await win(player, 1)
        await rotate(player)
      }
      const first = (await player.get('/api/fairness')).body
      expect(first.past).toHaveLength(50)
      const second = pastSeedsReplySchema.parse((await player.get(`/api/fairness/seeds?cursor=${first.cursor}`)).body)
      expect(second.cursor).toBeNull()
      expect([...first.past, ...second.past].map(({ commit }) => commit)).toEqual(commits)
      for (const { commit, serverSeed } of first.past) expect(sha256(serverSeed)).toBe(commit)
    })

    it('belong to the player', async () => {
      const player = await site.newPlayer()
      await rotate(player)
      const other = await site.newPlayer()
      expect((await other.get('/api/fairness/seeds')).body.past).toEqual([])
      expect((await site.guest().get('/api/fairness/seeds')).status).toBe(401)
      expect((await player.get('/api/fairness/seeds?cursor=x')).status).toBe(400)
    })
  })

  describe('a player who hides', () => {
    const proofOf = async (id: string | undefined) =>
      rollReplySchema.parse((await site.guest().get(`/api/fairness/roll/${id}`)).body).roll
    const hide = (player: Browser, hidden = true) => player.post('/api/user/privacy', { hidden })

    it('makes their next rolls with seeds that nothing relates to the earlier ones, which can be checked', async () => {
      const player = await site.newPlayer()
      await player.post('/api/fairness/rotate', { clientSeed: 'lucky' })
      const [open] = await win(player, 1)
      await hide(player)
      await player.supplyClientSeed()
      const [later] = await win(player, 1)
      const [before, after] = [await proofOf(open?.id), await proofOf(later?.id)]
      expect(before).toMatchObject({ clientSeed: 'lucky', player: { id: null, username: null } })
      expect(sha256(before.serverSeed ?? '')).toBe(before.commit)
      expect(after).toMatchObject({ nonce: 1, serverSeed: null, player: { id: null, username: null } })
      expect(after.commit).not.toBe(before.commit)
      expect(after.clientSeed).toMatch(RANDOM_CLIENT_SEED)
      await hide(player)
      expect((await player.get('/api/fairness')).body.seeds).toMatchObject({ commit: after.commit, nonce: 2 })
      await hide(player, false)
      expect((await player.get('/api/fairness')).body.seeds.commit).toBe(after.commit)
    })

    it('may hide while they play and rotate', async () => {
      const player = await site.newPlayer()
      const open = () => player.post('/api/case/first-step/open', { count: 1 })
      const answers = await Promise.all([open(), rotate(player), hide(player), open(), rotate(player), open()])
      // Hiding begins a pair that waits for its client seed, and a rotation needs a commitment that was shown.
      const refused = answers.flatMap(({ body }) => (body.success ? [] : [body.code]))
      expect(new Set(['client-seed-missing', 'commitment-changed', ...refused]).size).toBe(2)
      expect(answers[2].body.success).toBe(true)
      const rotated = [answers[1], answers[4]].filter(({ body }) => body.success)
      const pairs = (await player.get('/api/fairness')).body.past
      // A pair without a roll stays.
      expect(pairs.length - rotated.length).toBeOneOf([0, 1])
      await player.supplyClientSeed()
      expect((await open()).body.success).toBe(true)
    })
  })

  describe('the file of a seed', () => {
    it('contains every roll of every game in order, each table once, and its own hash', async () => {
      const player = await site.newPlayer()
      await playAll(player)
      await playAll(player)
      await rotate(player)
      const [past] = (await player.get('/api/fairness')).body.past
      const answer = await player.get(`/api/fairness/seeds/${past.commit}/rolls`)
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="rolls-${past.commit.slice(0, 8)}.json"`)
      const file = rollExportSchema.parse(answer.body)
      expect(file).toMatchObject({ commit: past.commit, serverSeed: past.serverSeed, count: past.rolls })
      expect(file.rolls.map(({ nonce }) => nonce)).toEqual(file.rolls.map((_, at) => at + 1))
      expect(new Set(file.rolls.map(({ game }) => game))).toEqual(new Set(['case', 'upgrade', 'contract', 'wheel']))
      expect(new Set(Object.keys(file.odds))).toEqual(new Set(file.rolls.map(({ oddsHash }) => oddsHash)))
      const proof = (await player.get(`/api/fairness/roll/${file.rolls[0]?.id}`)).body.roll
      expect(file.rolls[0]).toMatchObject({
        roll: proof.roll,
        won: { item: proof.won.item.id, price: proof.won.price },
      })
    })

    it('is returned only to its player, once the seed is revealed', async () => {
      const player = await site.newPlayer()
      const { commit } = (await player.get('/api/fairness')).body.seeds
      const path = `/api/fairness/seeds/${commit}/rolls`
      expect(await player.get(path)).toMatchObject({ status: 404, body: { code: 'unknown-seed' } })
      await rotate(player)
      expect((await player.get(path)).body).toMatchObject({ commit, count: 0, rolls: [] })
      expect((await (await site.newPlayer()).get(path)).status).toBe(404)
      expect((await site.guest().get(path)).status).toBe(401)
      expect((await player.get('/api/fairness/seeds/x/rolls')).status).toBe(400)
    })

    it('is complete when it is read in several pages', async () => {
      const player = await site.newPlayer()
      await win(player, 1)
      const { commit } = (await player.get('/api/fairness')).body.seeds
      await site.db.asOwner(
        `insert into rolls select gen_random_uuid(), player_id, game, seed_id, turn, 1000000, 7, odds_hash
          from rolls, generate_series(2, 1234) turn where seed_id = (select id from seeds where commit = '${commit}');
        update seeds set nonce = 1235 where commit = '${commit}'`,
      )
      await rotate(player)
      const file = rollExportSchema.parse((await player.get(`/api/fairness/seeds/${commit}/rolls`)).body)
      expect(file.rolls.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 1234 }, (_, at) => at + 1))
    })
  })

  describe('an opening paid by the house', () => {
    /** Opens a case for a player; returns the proof and the table as everyone can read them. */
    async function openFree(reference: string, entries: readonly CaseEntry[]) {
      const player = await site.newPlayer()
      const id = await site.db.transaction(async (tx) => {
        const { drawn, item } = await rollFree(tx, player.playerId, {
          reference,
          entries,
          digest: site.catalogue.current.digest,
        })
        const won = {
          id: drawn.id,
          item,
          source: 'case',
          reference,
          rollId: drawn.id,
          locked: item.priceCents,
        } as const
        await winItem(tx, player.playerId, won)
        return drawn.id
      })
      const proof = rollReplySchema.parse((await site.guest().get(`/api/fairness/roll/${id}`)).body).roll
      const table = (await site.guest().get(`/api/fairness/odds/${proof.oddsHash}`)).body
      const { rolls } = rollsReplySchema.parse((await player.get('/api/user/rolls?game=free_case')).body)
      expect(rolls).toMatchObject([{ id, game: 'free_case', won: { price: proof.won?.price } }])
      return { proof, table: oddsTableReplySchema.parse(table).table }
    }

    it('names the free case and links to the page of all free cases', async () => {
      const [box] = site.catalogue.current.rewards.freeCases
      if (box === undefined) throw new Error('There is no free case')
      const { proof, table } = await openFree(freeCaseReference(box.tier), box.entries)
      expect(proof).toMatchObject({ game: 'free_case', case: { url: 'free_case', name: box.name } })
      expect(table).toMatchObject({ game: 'free_case', case: { url: 'free_case', name: box.name } })
    })

    it('names the case when the opening was a reward', async () => {
      const box = site.catalogue.current.catalogue.cases.get('first-step')
      if (box === undefined) throw new Error('The case is gone')
      const { proof, table } = await openFree(box.url, box.entries)
      expect(proof).toMatchObject({ game: 'free_case', case: { url: box.url, name: box.name } })
      expect(JSON.parse(table.text)).toMatchObject({ free_case: box.url, price: 0 })
    })
  })

  describe('the odds', () => {
    it('of every case are listed as active, and can be read by their hash', async () => {
      const reply = oddsReplySchema.parse((await site.guest().get('/api/fairness/odds?case=orion')).body)
      expect(reply.cases).toHaveLength(site.catalogue.current.catalogue.cases.size)
      const held = site.catalogue.current.odds.get('orion')
      expect(reply.periods).toEqual([
        expect.objectContaining({ hash: held?.hash, until: null, returnToPlayer: held?.returnToPlayer }),
      ])
      const { table } = oddsTableReplySchema.parse((await site.guest().get(`/api/fairness/odds/${held?.hash}`)).body)
      expect(sha256(table.text)).toBe(held?.hash)
      expect(table).toMatchObject({ text: held?.text, case: { url: 'orion' } })
      expect(table.items).toHaveLength(reply.periods[0]?.items ?? 0)
    })

    /** Orion at another price, and back at its own. */
    async function changeAndBack(price: number): Promise<void> {
      const held = site.catalogue.current
      const text = held.odds.get('orion')?.text.replace('"price":250', `"price":${price}`) ?? ''
      const odds = new Map(held.odds).set('orion', { text, hash: sha256(text), returnToPlayer: 0.9, marginRate: 0 })
      await recordCatalogue(site.db, { ...held, odds })
      await recordCatalogue(site.db, { ...held, odds })
      await recordCatalogue(site.db, held)
    }

    it('of the past keep the time when they were active, also when they return', async () => {
      await changeAndBack(251)
      const { periods } = (await site.guest().get('/api/fairness/odds?case=orion')).body
      expect(periods.map(({ price }: { price: number }) => price)).toEqual([250, 251, 250])
      expect(periods[0].until).toBeNull()
      expect(periods[1].until).toBe(periods[0].since)
      expect(periods[2].until).toBe(periods[1].since)
    })

    it('of a removed case have ended', async () => {
      const held = site.catalogue.current
      const cases = new Map(held.catalogue.cases)
      cases.delete('stardust')
      await recordCatalogue(site.db, { ...held, catalogue: { ...held.catalogue, cases } })
      await recordCatalogue(site.db, { ...held, catalogue: { ...held.catalogue, cases } })
      const ofStardust = async () => (await site.guest().get('/api/fairness/odds?case=stardust')).body.periods
      expect(await ofStardust()).toEqual([expect.objectContaining({ until: expect.any(Number) })])
      await recordCatalogue(site.db, held)
      expect(await ofStardust()).toMatchObject([{ until: null }, { until: expect.any(Number) }])
    })

    it('are paged', async () => {
      await changeAndBack(252)
      await changeAndBack(253)
      const [kept] = await rowsOf<{ count: number }>(site, 'select count(hash)::int as count from odds_periods')
      const first = (await site.guest().get('/api/fairness/odds')).body
      expect(first.periods).toHaveLength(50)
      const second = (await site.guest().get(`/api/fairness/odds?cursor=${first.cursor}`)).body
      expect(second.cursor).toBeNull()
      const all = [...first.periods, ...second.periods].map(({ hash, since }) => `${hash} ${since}`)
      expect(new Set(all).size).toBe(kept?.count)
    })

    it('of an upgrade, a contract and the wheel can be read by their hash, and are in no list', async () => {
      const player = await site.newPlayer()
      await playAll(player)
      const tables = await rowsOf<{ hash: string; game: string }>(
        site,
        `select hash, game from odds_tables where game not in ('case', 'free_case') order by game`,
      )
      expect(new Set(tables.map(({ game }) => game))).toEqual(new Set(['contract', 'upgrade', 'wheel']))
      for (const { hash, game } of tables) {
        const { table } = oddsTableReplySchema.parse((await site.guest().get(`/api/fairness/odds/${hash}`)).body)
        expect(table).toMatchObject({ game, case: null })
        expect(table.items.length).toBeGreaterThan(0)
      }
    })

    it('with an unknown hash are not found', async () => {
      expect(await site.guest().get(`/api/fairness/odds/${'0'.repeat(64)}`)).toMatchObject({
        status: 404,
        body: { code: 'unknown-odds' },
      })
      expect((await site.guest().get('/api/fairness/odds/x')).status).toBe(400)
      expect((await site.guest().get('/api/fairness/odds?case=nowhere')).body.periods).toEqual([])
      expect((await site.guest().get('/api/fairness/odds?game=wheel')).status).toBe(400)
    })
  })
})

describe.each(SUITE_KINDS)('the returns on %s', (kind) => {
  let site: TestSite
  let nowMs = Date.now()

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => nowMs })
  })

  afterAll(() => site.close())

  const read = async () => {
    // Responses are cached for a minute.
    nowMs += 61_000
    return returnsReplySchema.parse((await site.guest().get('/api/fairness/returns')).body)
  }

  it('exclude a day until it is over', async () => {
    await playAll(await site.newPlayer())
    expect(await site.jobs.returns.runOnce()).toEqual([])
    expect(await read()).toMatchObject({ days: null, cases: [], games: { length: 5 } })
  })

  it('of a day equal the ledger, the items and the odds', async () => {
    for (let turn = 0; turn < 3; turn++) await playAll(await site.newPlayer())
    nowMs += 2 * DAY_MS
    const days = await site.jobs.returns.runOnce()
    expect(days.length).toBeGreaterThan(0)
    const { games, cases, days: counted } = await read()
    expect(counted).toMatchObject({ first: days[0], last: days.at(-1) })
    for (const { game, rolls, staked, won } of games) {
      const [said] = await rowsOf<Record<string, string>>(
        site,
        `select count(*) as rolls, coalesce(sum(items.price), 0) + coalesce(sum(paid.amount), 0) as won,
          sum((odds_tables.text::json->>'price')::bigint) as staked
          from rolls join odds_tables on hash = odds_hash left join items on items.id = rolls.id
          left join transfers paid on paid.kind in (${PAYOUTS.map((payout) => `'${payout}'`).join()})
            and paid.reference = rolls.id::text
          where rolls.game = '${game}' and (odds_tables.text::json->>'price')::bigint > 0`,
      )
      expect({ rolls, staked, won }, game).toEqual({
        rolls: Number(said?.rolls),
        staked: Number(said?.staked),
        won: Number(said?.won ?? 0),
      })
    }
    const [paid] = await rowsOf<{ sum: string }>(site, `select sum(amount) from transfers where kind = 'open'`)
    expect(games[0]?.staked).toBe(Number(paid?.sum))
    expect(cases.reduce((sum, { staked }) => sum + staked, 0)).toBe(games[0]?.staked)
    // Targets up to ten dollars have an edge of nine percent, up to a dollar one of ten.
    expect(games[1]?.promised).toBeGreaterThan(0.899)
    expect(games[1]?.promised).toBeLessThanOrEqual(0.92)
    expect(games[2]?.promised).toBeCloseTo(0.9, 3)
    const [spun] = await rowsOf<{ sum: string }>(site, `select sum(amount) from transfers where kind = 'spin'`)
    expect(games[3]?.staked).toBe(Number(spun?.sum))
    expect(games[3]?.promised).toBeCloseTo(wheelReturn(site.catalogue.current.rewards.wheel), 9)
    for (const { case: box, promised, error } of cases) {
      expect(promised).toBeCloseTo(site.catalogue.current.odds.get(box.url)?.returnToPlayer ?? 0, 9)
      expect(error).toBeGreaterThan(0)
    }
  })

  it('are the same however often and on any instance they are counted', async () => {
    const before = await rowsOf(site, `select * from returns_of_days order by day, game, reference`)
    await site.db.queries.execute('delete from returns_of_days')
    const second = createJobs(site.components, site.services)
    await Promise.all([site.jobs.returns.runOnce(), second.returns.runOnce()])
    expect(await rowsOf(site, `select * from returns_of_days order by day, game, reference`)).toEqual(before)
    expect(await site.jobs.returns.runOnce()).toEqual([])
  })
})
