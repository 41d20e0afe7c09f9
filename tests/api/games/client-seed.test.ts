// The client seed is the player's: it comes after the commitment, once for a pair, and nothing is rolled without it.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawRoll } from '../../../src/game/fairness/fairness.ts'
import { fairnessReplySchema } from '../../../src/protocol/fairness.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { openBots } from '../../../src/server/sandbox/bots.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { rollFree } from '../../../src/server/services/rolls/free-roll.ts'
import { hmacOf } from '../../../src/server/services/rolls/seeds.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { win } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function rowsOf<Row extends object>({ db }: TestSite, statement: string): Promise<Row[]> {
  return queryRows<Row & Record<string, unknown>>(db.queries, statement)
}

const UNKNOWN = '0'.repeat(64)

describe.each(SUITE_KINDS)('the client seed of a player on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  const seedsOf = async (player: Browser) => fairnessReplySchema.parse((await player.get('/api/fairness')).body).seeds
  const supply = async (player: Browser, commit: string, clientSeed: string) =>
    (await player.post('/api/fairness/client-seed', { commit, clientSeed })).body
  const open = async (player: Browser, key: string = randomUUID()) =>
    (await player.post('/api/case/first-step/open', { count: 1 }, { 'idempotency-key': key })).body
  const rotate = async (player: Browser, body: object) => (await player.post('/api/fairness/rotate', body)).body
  const pairsOf = (player: Browser) =>
    rowsOf<{
      id: number
      state: string
      commit: string
      server_seed: string
      client_seed: string | null
      nonce: number
    }>(
      site,
      `select id, state, commit, server_seed, client_seed, nonce from seeds where player_id = ${player.playerId} order by id`,
    )

  describe('of a new player', () => {
    it('is unknown to the server, and no game rolls before it is supplied', async () => {
      const player = await site.newPlayerWithoutSeed()
      expect((await pairsOf(player)).map(({ client_seed }) => client_seed)).toEqual([null, null])
      const { balance } = (await player.get('/api/user/get')).body.user
      const wheel = (await player.get('/api/wheel')).body
      for (const [path, body] of [
        ['/api/case/first-step/open', { count: 1 }],
        ['/api/wheel/spin', { free: false, price: wheel.price }],
        ['/api/wheel/spin', { free: true, price: 0 }],
      ] as const) {
        const { body: reply } = await player.post(path, body)
        expect(reply, path).toMatchObject({ success: false, code: 'client-seed-missing' })
        expect(reply.message).toContain('/api/fairness/client-seed')
      }
      const box = site.catalogue.current.catalogue.cases.get('first-step')
      const free = site.db.transaction((tx) =>
        rollFree(tx, player.playerId, {
          reference: 'first-step',
          entries: box?.entries ?? [],
          digest: site.catalogue.current.digest,
        }),
      )
      await expect(free).rejects.toMatchObject({ code: 'client-seed-missing' })
      expect((await player.get('/api/user/get')).body.user.balance).toBe(balance)
      expect((await seedsOf(player)).nonce).toBe(1)
    })

    it('is told in three languages', async () => {
      const player = await site.newPlayerWithoutSeed()
      const messages = await Promise.all(
        ['en', 'ru', 'uk'].map(async (language) => {
          const headers = { 'accept-language': language }
          return (await player.post('/api/case/first-step/open', { count: 1 }, headers)).body.message
        }),
      )
      expect(new Set(messages).size).toBe(3)
    })

    it('is taken for the commitment that was shown, and the refused call goes on under its key', async () => {
      const player = await site.newPlayerWithoutSeed()
      const key = randomUUID()
      expect(await open(player, key)).toMatchObject({ code: 'client-seed-missing' })
      const { commit, unseeded } = await seedsOf(player)
      expect(unseeded).toBe(commit)
      expect((await player.get('/api/user/get')).body.user.unseeded).toBe(commit)
      const { seeds } = await supply(player, commit, 'mine')
      expect(seeds).toMatchObject({ commit, clientSeed: 'mine', clientSeedSource: 'player', unseeded: null, nonce: 1 })
      const opened = await open(player, key)
      expect(opened).toMatchObject({ success: true })
      expect(await open(player, key)).toEqual(opened)
      expect((await player.get('/api/user/get')).body.user.unseeded).toBeNull()
    })

    it('is taken once, and only for the active commitment', async () => {
      const player = await site.newPlayerWithoutSeed()
      const { commit, nextCommit } = await seedsOf(player)
      expect(await supply(player, UNKNOWN, 'mine')).toMatchObject({ success: false, code: 'commitment-changed' })
      expect(await supply(player, nextCommit, 'mine')).toMatchObject({ success: false, code: 'commitment-changed' })
      expect(await supply(player, commit, 'mine')).toMatchObject({ success: true })
      expect(await supply(player, commit, 'mine')).toMatchObject({ success: true })
      expect(await supply(player, commit, 'other')).toMatchObject({ success: false, code: 'client-seed-set' })
      await win(player, 1)
      expect(await supply(player, commit, 'other')).toMatchObject({ success: false, code: 'client-seed-set' })
      expect((await seedsOf(player)).clientSeed).toBe('mine')
    })

    it('is the one of the first of many calls at once', async () => {
      const player = await site.newPlayerWithoutSeed()
      const { commit } = await seedsOf(player)
      const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => supply(player, commit, `tab-${at}`)))
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
      const taken = replies.find(({ success }) => success).seeds.clientSeed
      expect((await seedsOf(player)).clientSeed).toBe(taken)
    })

    it.each(['a b', 'ключ', '', 'x'.repeat(65), 'a:b'])('is not %j', async (clientSeed) => {
      const player = await site.newPlayerWithoutSeed()
      const { commit } = await seedsOf(player)
      expect(await supply(player, commit, clientSeed)).toMatchObject({ code: 'invalid' })
    })

    it('is not taken from a guest', async () => {
      const guest = site.guest()
      await guest.get('/api/settings')
      expect((await guest.post('/api/fairness/client-seed', { commit: UNKNOWN, clientSeed: 'x' })).status).toBe(401)
    })
  })

  describe('of a rotation', () => {
    it('comes after the commitment that it names', async () => {
      const player = await site.newPlayer()
      const { nextCommit } = await seedsOf(player)
      expect(await rotate(player, { clientSeed: 'one', nextCommit: UNKNOWN })).toMatchObject({
        code: 'commitment-changed',
      })
      const first = await rotate(player, { clientSeed: 'one', nextCommit })
      expect(first.seeds).toMatchObject({ commit: nextCommit, clientSeed: 'one', clientSeedSource: 'player' })
      // A second click, sent before the first was answered.
      expect(await rotate(player, { clientSeed: 'two', nextCommit })).toMatchObject({ code: 'commitment-changed' })
      expect(await rotate(player, { clientSeed: 'two', nextCommit: first.seeds.nextCommit })).toMatchObject({
        success: true,
      })
    })

    it('without a named commitment is taken only where one was shown', async () => {
      const player = await site.newPlayer()
      const replies = await Promise.all([1, 2, 3, 4].map((n) => rotate(player, { clientSeed: `quick-${n}` })))
      for (const { success, code } of replies) if (!success) expect(code).toBe('commitment-changed')
      const unseen = await rowsOf(
        site,
        `select id from seeds where player_id = ${player.playerId} and client_seeded_at < shown_at
          and id > (select min(id) from seeds where player_id = ${player.playerId})`,
      )
      expect(unseen).toEqual([])
      await win(player, 1)
      await site.services.account.setHidden(player.playerId, true)
      await site.db.asOwner(`update seeds set shown_at = null where player_id = ${player.playerId}`)
      expect(await rotate(player, { clientSeed: 'blind' })).toMatchObject({ code: 'commitment-changed' })
      expect((await seedsOf(player)).unseeded).not.toBeNull()
      expect(await rotate(player, { clientSeed: 'seen' })).toMatchObject({ success: true })
    })

    it('of named rotations at once is taken for one of them', async () => {
      const player = await site.newPlayer()
      const { nextCommit } = await seedsOf(player)
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, at) => rotate(player, { clientSeed: `at-once-${at}`, nextCommit })),
      )
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
      expect((await pairsOf(player)).filter(({ state }) => state === 'revealed')).toHaveLength(1)
    })

    it('of a pair that never had one reveals it without rolls', async () => {
      const player = await site.newPlayerWithoutSeed()
      const { commit } = await seedsOf(player)
      const { past } = await rotate(player, { clientSeed: 'mine' })
      expect(past).toMatchObject([{ commit, clientSeed: null, clientSeedSource: null, rolls: 0 }])
      const file = (await player.get(`/api/fairness/seeds/${commit}/rolls`)).body
      expect(file).toMatchObject({ clientSeed: null, clientSeedSource: null, count: 0, rolls: [] })
    })
  })

  describe('of what the house renews', () => {
    it('is missing after hiding, until the browser supplies it', async () => {
      const player = await site.newPlayer()
      await win(player, 1)
      await player.post('/api/user/privacy', { hidden: true })
      expect(await open(player)).toMatchObject({ code: 'client-seed-missing' })
      const { commit, unseeded, clientSeed } = await seedsOf(player)
      expect({ unseeded, clientSeed }).toEqual({ unseeded: commit, clientSeed: null })
      await player.supplyClientSeed('hidden')
      expect(await open(player)).toMatchObject({ success: true })
    })

    it('is kept of an erased player', async () => {
      const player = await site.newPlayer()
      await win(player, 1)
      const before = await pairsOf(player)
      expect(await erasePlayer(site.db, player.playerId, new Date(), OPERATOR)).toBe('erased')
      expect(await pairsOf(player)).toEqual(before)
    })

    it('is one of their own for bots', async () => {
      const { playerIds, turn } = await openBots({
        services: site.services,
        lease: { acquire: () => Promise.resolve(true) },
        now: site.components.now,
        seed: 'client seeds',
        isWatched: () => true,
        log: site.components.log,
      })
      const pending = () =>
        rowsOf(site, `select id from seeds where player_id = ${playerIds[0]} and client_seed is null`)
      expect(await pending()).toHaveLength(2)
      await turn(0)
      expect(await rowsOf(site, `select id from seeds where player_id = ${playerIds[0]} and nonce > 1`)).not.toEqual([])
    })
  })

  describe('of a pair from before the rule', () => {
    /** A player whose seeds are both the server's, with a roll, as an earlier version made them. */
    async function earlierPlayer() {
      const player = await site.newPlayer()
      const [opened] = await win(player, 1)
      await site.db.asOwner(
        `alter table seeds disable trigger seeds_kept;
        update seeds set client_seed_source = 'server', answered_commit = null, client_seeded_at = null
          where player_id = ${player.playerId} and state = 'active';
        alter table seeds enable trigger seeds_kept`,
      )
      site.services.seeds.forget(player.playerId)
      return { player, rollId: opened?.id ?? '' }
    }

    it('rolls no more, and is replaced by the next pair with the first client seed', async () => {
      const { player } = await earlierPlayer()
      expect(await open(player)).toMatchObject({ code: 'client-seed-missing' })
      const { nextCommit, unseeded, commit } = await seedsOf(player)
      expect(unseeded).toBe(nextCommit)
      expect(await supply(player, commit, 'mine')).toMatchObject({ code: 'client-seed-set' })
      const { seeds, past } = await supply(player, nextCommit, 'mine')
      expect(seeds).toMatchObject({ commit: nextCommit, clientSeed: 'mine', unseeded: null })
      expect(past[0]).toMatchObject({ commit, clientSeedSource: 'server', rolls: 1 })
      expect(await open(player)).toMatchObject({ success: true })
    })

    it('is labelled in its proof and its file', async () => {
      const { player, rollId } = await earlierPlayer()
      expect((await player.get(`/api/fairness/roll/${rollId}`)).body.roll.clientSeedSource).toBe('server')
      const { commit } = await seedsOf(player)
      await player.supplyClientSeed()
      expect((await player.get(`/api/fairness/seeds/${commit}/rolls`)).body.clientSeedSource).toBe('server')
    })
  })

  describe('in the database', () => {
    it.each([
      [
        'a roll of a pair without it',
        `insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
        select gen_random_uuid(), player_id, 'case', id, 1, 1000000, 7, 'x' from seeds where player_id = $player and state = 'active'`,
      ],
      [
        'a roll of another player',
        `insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
        select gen_random_uuid(), $player, 'case', id, 99, 1000000, 7, 'x' from seeds where client_seed_source = 'player' and player_id <> $player limit 1`,
      ],
      [
        'a roll of no pair',
        `insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash)
        values (gen_random_uuid(), $player, 'case', 2000000000, 1, 1000000, 7, 'x')`,
      ],
      ['a nonce without it', `update seeds set nonce = 2 where player_id = $player and state = 'active'`],
      [
        'one that names another commitment',
        `update seeds set client_seed = 'x', client_seed_source = 'player', client_seeded_at = now(),
        answered_commit = '${UNKNOWN}' where player_id = $player and state = 'active'`,
      ],
      [
        'one that names no commitment',
        `update seeds set client_seed = 'x', client_seed_source = 'player', client_seeded_at = now()
        where player_id = $player and state = 'active'`,
      ],
      ['one without a source', `update seeds set client_seed = 'x' where player_id = $player and state = 'active'`],
      [
        'one of the server',
        `update seeds set client_seed = 'x', client_seed_source = 'server' where player_id = $player and state = 'active'`,
      ],
      [
        'one of the next pair',
        `update seeds set client_seed = 'x', client_seed_source = 'player', client_seeded_at = now(),
        answered_commit = commit where player_id = $player and state = 'next'`,
      ],
      ['another server seed', `update seeds set server_seed = 'x' where player_id = $player and state = 'active'`],
      ['another commitment', `update seeds set commit = '${UNKNOWN}' where player_id = $player and state = 'next'`],
    ])('refuses %s', async (_, statement) => {
      const player = await site.newPlayerWithoutSeed()
      await expect(site.db.asOwner(statement.replaceAll('$player', String(player.playerId)))).rejects.toThrow(
        /client seed|seeds never change|client_seed_of_player|next_seed_unanswered/,
      )
    })

    it.each([
      ['another client seed', `client_seed = 'other'`],
      ['another source', `client_seed_source = 'server', answered_commit = null, client_seeded_at = null`],
      [
        'no client seed',
        `client_seed = null, client_seed_source = null, answered_commit = null, client_seeded_at = null`,
      ],
      ['a nonce that was used', 'nonce = 0'],
    ])('refuses %s of a pair that has one', async (_, change) => {
      const player = await site.newPlayer()
      await expect(
        site.db.asOwner(`update seeds set ${change} where player_id = ${player.playerId} and state = 'active'`),
      ).rejects.toThrow(/never change|client_seed_of_player/)
    })
  })

  describe('against a house that tries pairs', () => {
    const TRIES = 400
    const OPENINGS = 20
    /** What twenty rolls sum up to; the house wants little. */
    const sumOf = (serverSeed: string, clientSeed: string): number => {
      const hmac = hmacOf(serverSeed)
      const rolls = Array.from({ length: OPENINGS }, (_, at) =>
        drawRoll(hmac, { game: 'case', clientSeed, nonce: at + 1 }),
      )
      return rolls.reduce((sum, roll) => sum + roll / 1_000_000, 0)
    }
    const candidates = Array.from({ length: TRIES }, (_, at) => sha256(`pair ${at}`))
    const EXPECTED = OPENINGS / 2
    const DEVIATION = Math.sqrt(OPENINGS / 12)

    it('gains where the house draws both seeds, and nothing where the player answers its commitment', () => {
      const best = candidates.reduce((a, b) => (sumOf(a, 'house') < sumOf(b, 'house') ? a : b))
      // The least of 400 sums is far from the mean: that is what the house gained.
      expect(sumOf(best, 'house')).toBeLessThan(EXPECTED - 2.3 * DEVIATION)
      const answers = Array.from({ length: TRIES }, (_, at) => sumOf(best, sha256(`player ${at}`).slice(0, 16)))
      const mean = answers.reduce((sum, value) => sum + value, 0) / TRIES
      expect(Math.abs(mean - EXPECTED)).toBeLessThan((4 * DEVIATION) / Math.sqrt(TRIES))
      const below = answers.filter((value) => value < EXPECTED).length
      expect(Math.abs(below - TRIES / 2)).toBeLessThan(4 * Math.sqrt(TRIES / 4))
    })

    it('gives the house nothing to try before a commitment is shown: it has no client seed then', async () => {
      const player = await site.newPlayerWithoutSeed()
      const before = await pairsOf(player)
      const { commit } = await seedsOf(player)
      await supply(player, commit, 'after-the-commitment')
      const [drop] = await win(player, 1)
      await rotate(player, { clientSeed: 'again' })
      const { roll } = (await player.get(`/api/fairness/roll/${drop?.id}`)).body
      expect(roll).toMatchObject({ commit, clientSeed: 'after-the-commitment', clientSeedSource: 'player' })
      expect(roll.serverSeed).toBe(before.find(({ state }) => state === 'active')?.server_seed)
      expect(sha256(roll.serverSeed)).toBe(commit)
    })
  })
})
