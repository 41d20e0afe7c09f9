// A player's own play beside what the odds expect: sums, losing runs, sessions and standard errors, read from the rounds themselves.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_GAP_MS } from '../../../src/game/fairness/mirror.ts'
import { readOdds } from '../../../src/game/fairness/odds-text.ts'
import { DAY_MS } from '../../../src/game/payments/limits.ts'
import { type MirrorReply, mirrorReplySchema } from '../../../src/protocol/mirror.ts'
import { leastIdAt } from '../../../src/server/base/ids.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { createMirror } from '../../../src/server/services/fairness/mirror.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { createBattle, joinBattle, settleBattles } from '../../support/players/battles.ts'
import { signContract, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { type PlayedRound, readRounds, sessionsOf } from '../../support/players/played-rounds.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const BEGUN_MS = Date.parse('2026-03-01T12:00:00Z')
const GAMES = ['case', 'upgrade', 'contract'] as const

describe.each(SUITE_KINDS)('the own play of a player on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  const read = async (player: Browser, query = ''): Promise<MirrorReply> =>
    mirrorReplySchema.parse((await player.get(`/api/user/mirror${query}`)).body)

  it('is empty before the first paid game, for players only, in the spans that exist', async () => {
    const player = await site.newPlayer()
    expect(await read(player)).toMatchObject({ days: '30', sessions: 0, games: [], total: null })
    expect((await site.guest().get('/api/user/mirror')).status).toBe(401)
    for (const query of ['?days=31', '?days=', '?player=1000']) {
      expect((await player.get(`/api/user/mirror${query}`)).status, query).toBe(400)
    }
  })

  it('sums every paid game to the cent, as the reminder of a visit does', async () => {
    const player = await site.newPlayer()
    await player.post('/api/case/orion/open', { count: 3 })
    await player.post('/api/case/orion/open', { count: 1, demo: true })
    await upgradeTwice(player, await win(player, 2, 'orion'), 150)
    await signContract(player, await winForContract(player, 3))
    await spinWheel(player)
    const visit = (await player.get('/api/limits/visit?lasted=3600000')).body
    await spinWheel(player, true)
    const { total, games, sessions } = await read(player, '?days=all')
    expect([total?.staked, total?.won]).toEqual([visit.paid, visit.won])
    expect(sessions).toBe(1)
    expect(games.reduce((sum, { staked }) => sum + staked, 0)).toBe(total?.staked)
    expect(games.reduce((sum, { played_ms }) => sum + played_ms, 0)).toBe(total?.played_ms)
    expect(games.map(({ game }) => game)).toEqual(['case', 'upgrade', 'contract', 'wheel'])
    // The free spin is no stake.
    expect(games.find(({ game }) => game === 'wheel')?.rounds).toBe(1)
  })

  it('expects of each round what its own odds return, and their error', async () => {
    const player = await site.newPlayer()
    await player.post('/api/case/orion/open', { count: 5 })
    await upgradeTwice(player, [], 300)
    const rows = await queryRows<{ game: string; text: string }>(
      site.db.queries,
      sql`select rolls.game, text from rolls join odds_tables on hash = odds_hash where player_id = ${player.playerId}`,
    )
    const values = rows.map(({ game, text }) => {
      const odds = readOdds(text)
      if (odds === null) throw new Error('The odds cannot be read')
      const mean = odds.lines.reduce((sum, line) => sum + line.priceCents * (line.tickets / odds.tickets), 0)
      const square = odds.lines.reduce((sum, line) => sum + line.priceCents ** 2 * (line.tickets / odds.tickets), 0)
      return { game, mean, variance: square - mean ** 2 }
    })
    const { games } = await read(player)
    for (const { game, expected, error, expected_run } of games) {
      const own = values.filter((value) => value.game === game)
      expect(expected).toBeCloseTo(
        own.reduce((sum, { mean }) => sum + mean, 0),
        3,
      )
      expect(error ** 2).toBeCloseTo(
        own.reduce((sum, { variance }) => sum + variance, 0),
        1,
      )
      expect(expected_run).toBeGreaterThan(0)
      expect(expected_run).toBeLessThanOrEqual(own.length)
    }
    expect(games).toHaveLength(2)
  })

  it('counts the seats of battles, whose mean return is that of their cases, however a battle is won', async () => {
    const box = { url: 'orion', priceCents: site.catalogue.current.catalogue.cases.get('orion')?.priceCents ?? 0 }
    const odds = site.catalogue.current.odds.get('orion')
    const table = readOdds(odds?.text ?? '')
    if (table === null) throw new Error('The odds cannot be read')
    const mean = table.lines.reduce((sum, line) => sum + line.priceCents * (line.tickets / table.tickets), 0)
    const square = table.lines.reduce((sum, line) => sum + line.priceCents ** 2 * (line.tickets / table.tickets), 0)
    const variance = square - mean ** 2
    for (const [mode, ofSeat] of [
      ['normal', (variance + 2 * mean ** 2) / 1 - mean ** 2],
      ['share', (variance + 2 * mean ** 2) / 2 - mean ** 2],
    ] as const) {
      const [creator, joiner] = [await site.newPlayer(), await site.newPlayer()]
      const battle = await createBattle(creator, box, { mode })
      await joinBattle(joiner, battle, 2, 50)
      await settleBattles(site)
      const [own, half] = [(await read(creator)).games[0], (await read(joiner)).games[0]]
      expect(own).toMatchObject({ game: 'battle', rounds: 1, staked: box.priceCents, expected_run: null })
      expect(own?.expected).toBeCloseTo(mean, 3)
      expect((own?.error ?? 0) ** 2).toBeCloseTo(ofSeat, 1)
      expect(half?.expected).toBeCloseTo(mean / 2, 3)
      expect((half?.error ?? 0) ** 2).toBeCloseTo(ofSeat / 4, 1)
    }
  })

  describe('of any rounds', () => {
    let player: Browser
    let seedId: number
    let hashes: Record<string, string>
    let itemId: string
    let nonce = 1_000_000

    beforeAll(async () => {
      player = await site.newPlayer()
      const [seed] = await queryRows<{ id: number }>(
        site.db.queries,
        sql`select id from seeds where player_id = ${player.playerId} and state = 'active'`,
      )
      seedId = seed?.id ?? 0
      itemId = [...site.catalogue.current.catalogue.items.keys()][0] ?? ''
      hashes = {}
      for (const [place, game] of GAMES.entries()) {
        for (const staked of [100, 250]) {
          const hash = `${place}${staked}`.padStart(64, '0')
          hashes[`${game} ${staked}`] = hash
          const text = JSON.stringify({
            [game]: 'x',
            price: staked,
            entries: [{ item: itemId, price: 90, tickets: 1 }],
          })
          await site.db.asOwner(
            `insert into odds_tables (hash, game, reference, text) values ('${hash}', '${game}', '', '${text}')`,
          )
        }
      }
    })

    /** Replaces the player's rounds by these. */
    async function play(rounds: readonly PlayedRound[]): Promise<void> {
      await site.db.asOwner(`delete from items where player_id = ${player.playerId}`)
      await site.db.asOwner(`alter table rolls disable trigger all`)
      await site.db.asOwner(`delete from rolls where player_id = ${player.playerId}`)
      await site.db.asOwner(`alter table rolls enable trigger all`)
      for (const { game, atMs, staked, won } of rounds) {
        const id = `${leastIdAt(atMs).slice(0, 14)}7${randomUUID().slice(15)}`
        await site.db.asOwner(`insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
          values ('${id}', ${player.playerId}, '${game}', ${seedId}, ${nonce++}, 100, 1, '${hashes[`${game} ${staked}`]}')`)
        if (won > 0) {
          await site.db.asOwner(`insert into items (id, player_id, item_id, price, state, source, reference, roll_id)
            values ('${id}', ${player.playerId}, '${itemId}', ${won}, 'sold', 'case', '', '${id}')`)
        }
      }
    }

    const round = fc.record({
      game: fc.constantFrom(...GAMES),
      staked: fc.constantFrom(100, 250),
      won: fc.constantFrom(0, 0, 40, 100, 250, 900),
      // Around the gap that ends a session.
      pause: fc.constantFrom(1, 60_000, SESSION_GAP_MS, SESSION_GAP_MS + 1, DAY_MS),
    })

    it('is what a plain reading of them says: sums, losing runs, sessions and time', async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 14 }), async (wanted) => {
          let atMs = BEGUN_MS
          const rounds = wanted.map(({ game, staked, won, pause }): PlayedRound => {
            atMs += pause
            return { game, staked, won, atMs }
          })
          await play(rounds)
          // A reader of its own: the site's keeps what it read.
          const { games, total, sessions } = await createMirror({ db: site.db, now: () => ++run })(
            player.playerId,
            'all',
          )
          expect(sessions).toBe(sessionsOf(rounds))
          expect(total).toMatchObject({ ...readRounds(rounds, null) })
          for (const game of GAMES) {
            const own = games.find((candidate) => candidate.game === game)
            const plain = readRounds(rounds, game)
            if (plain.rounds === 0) expect(own).toBeUndefined()
            else expect(own).toMatchObject({ ...plain })
          }
        }),
        { numRuns: 25 },
      )
    })

    it('reads the newest of very many, and says since when', async () => {
      const one = { game: 'case', staked: 100, won: 0 } as const
      const rounds = [1, 2, 3].map((minute): PlayedRound => ({ ...one, atMs: BEGUN_MS + minute * 60_000 }))
      await play(rounds)
      const readMost = (roundsMost: number) =>
        createMirror({ db: site.db, now: () => BEGUN_MS, roundsMost })(player.playerId, 'all')
      expect(await readMost(2)).toMatchObject({ since: BEGUN_MS + 120_000, total: { rounds: 2 } })
      expect(await readMost(4)).toMatchObject({ since: null, total: { rounds: 3 } })
    })

    it('leaves out what is older than its span, and reads it again a minute later', async () => {
      const one = { game: 'case', staked: 100, won: 0 } as const
      let nowMs = BEGUN_MS + 95 * DAY_MS
      const rounds = [1, 50, 94].map((day): PlayedRound => ({ ...one, atMs: BEGUN_MS + day * DAY_MS }))
      await play(rounds)
      const mirror = createMirror({ db: site.db, now: () => nowMs })
      const counts = async () =>
        Promise.all(
          (['30', '90', 'all'] as const).map(async (days) => (await mirror(player.playerId, days)).total?.rounds),
        )
      expect(await counts()).toEqual([1, 2, 3])
      await play([...rounds, { ...one, atMs: BEGUN_MS + 94.5 * DAY_MS }])
      expect(await counts()).toEqual([1, 2, 3])
      nowMs += 60_000
      expect(await counts()).toEqual([2, 3, 3])
      nowMs += 600_000
      expect(await counts()).toEqual([2, 3, 4])
    })
  })
})
