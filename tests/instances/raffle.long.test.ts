// A raffle is due while two processes are alive, and while one of them dies during the draw: it is drawn once, its
// prize is given once, and players of both see the winner.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/databases/cutting-proxy.ts'
import { migratedPostgres } from '../support/databases/databases.ts'
import { signInPlayer } from '../support/players/game-player.ts'
import { copyWithCheapPrizes } from '../support/players/raffles.ts'
import { deposit } from '../support/players/sandbox-deposit.ts'
import type { ExpectedHoldings } from '../support/sites/expected-holdings.ts'
import { CAN_RUN, dropsReceived, type Listener, listenAt, REDIS_URL } from '../support/sites/instances.ts'
import { KILLABLE_SECRET, openDatabaseAt } from '../support/sites/killable-server.ts'
import type { RetryingPlayer } from '../support/sites/retrying-player.ts'
import { type ServerProcess, serverProcess } from '../support/sites/server-process.ts'

const PLAYERS = 5
/** The statement that marks a raffle as drawn. */
const DRAW = /update "raffles" set .*"roll"/
/** Longer than a process takes to start; if one takes longer, the raffle is due when it has started. */
const BEFORE_END_MS = 6_000
/** The second process's clock is behind by this much where the first has to draw. */
const BEHIND_MS = 12_000

/** The weekly raffle that players have joined, before any process could draw it. */
interface Joined {
  readonly url: string
  readonly players: readonly RetryingPlayer[]
  readonly raffle: string
  /** A process whose clock starts this long before its end. */
  process(name: string, beforeEndMs: number, url?: string): ServerProcess
}

describe.skipIf(!CAN_RUN)('a raffle that is due while two processes run', () => {
  const undo: (() => unknown)[] = []

  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  async function joinAll(): Promise<Joined> {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-raffles-'))
    const scratch = await migratedPostgres()
    undo.push(
      () => rm(folder, { recursive: true }),
      () => scratch.drop(),
    )
    const SHOP_DIR = await copyWithCheapPrizes(folder)
    const start = (name: string, environment: Record<string, string>): ServerProcess => {
      const server = serverProcess({
        DATA_DIR: join(folder, name),
        DATABASE_URL: scratch.url,
        REDIS_URL: REDIS_URL ?? '',
        REDIS_PREFIX: `test-${folder.slice(-6)}`,
        SECRET: KILLABLE_SECRET,
        HOUSE_PLAYERS: 'off',
        LEDGER_CHECK: 'off',
        SHOP_DIR,
        ...environment,
      })
      undo.push(() => server.kill())
      return server
    }
    const server = start('before', {})
    const hands: ExpectedHoldings[] = []
    for (const code of await server.start(PLAYERS)) hands.push(await signInPlayer(server, code))
    const { raffles } = await (hands[0] as ExpectedHoldings).get('/api/raffle')
    const { id: raffle, closesAt } = raffles.find(({ kind }: { kind: string }) => kind === 'weekly').open
    for (const hand of hands) {
      await deposit(hand)
      // Enough to pay the prize alone.
      await hand.mustPlay('/api/case/zero-gravity/open', { count: 10 })
      await hand.mustPlay(`/api/raffle/${raffle}/join`, {})
    }
    await server.kill()
    return {
      url: scratch.url,
      players: hands.map(({ player }) => player),
      raffle,
      process: (name, beforeEndMs, url = scratch.url) =>
        start(name, { CLOCK: new Date(closesAt - beforeEndMs).toISOString(), DATABASE_URL: url }),
    }
  }

  async function listen(server: ServerProcess, player: RetryingPlayer): Promise<Listener> {
    const listener = await listenAt(await server.realtimeAddress(), player)
    undo.push(() => listener.disconnect())
    return listener
  }

  async function openClient(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    undo.push(() => client.end())
    return client
  }

  /** It was drawn once; returns the id of the prize. */
  async function drawnOnce({ url, raffle, players }: Joined, client: pg.Client): Promise<string> {
    const drawn = async () =>
      (await client.query(`select * from raffles where id = $1 and state = 'drawn'`, [raffle])).rows
    await expect.poll(drawn, { timeout: 60_000 }).toHaveLength(1)
    const [{ winner_id: winner, won_id: won }] = await drawn()
    expect(players.map(({ playerId }) => playerId)).toContain(winner)
    const given = await client.query(`select id, player_id from items where source = 'raffle'`)
    expect(given.rows).toEqual([{ id: won, player_id: winner }])
    const told = await client.query(`select player_id from notifications where kind = 'raffleWon'`)
    expect(told.rows).toEqual([{ player_id: winner }])
    const db = await openDatabaseAt({ url })
    expect((await checkLedger(db)).difference).toBeUndefined()
    await db.close()
    return won
  }

  /** Both return the same: the winner, and the proof. */
  async function expectSameResult({ raffle, players }: Joined, servers: readonly ServerProcess[]): Promise<void> {
    const asked = servers.map(async (server) => (await players[0]?.at(server).get(`/api/raffle/${raffle}`))?.text ?? '')
    const [one = '', other] = await Promise.all(asked)
    expect(JSON.parse(one).raffle).toMatchObject({ state: 'drawn', winner: expect.any(Number) })
    expect(other).toBe(one)
  }

  it('is drawn once by two simultaneous jobs, and announced at both', async () => {
    const joined = await joinAll()
    const gate = await openClient(joined.url)
    const client = await openClient(joined.url)
    // Neither can give a prize before both have reached the draw.
    await gate.query('begin; lock table items in exclusive mode')
    const servers = [joined.process('one', BEFORE_END_MS), joined.process('two', BEFORE_END_MS)]
    await Promise.all(servers.map((server) => server.start(0)))
    const listeners = await Promise.all(servers.map((server) => listen(server, joined.players[0] as RetryingPlayer)))
    const waiting = async () =>
      (
        await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length
    await expect.poll(waiting, { interval: 20, timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    await gate.query('commit')

    const won = await drawnOnce(joined, client)
    await expectSameResult(joined, servers)
    for (const listener of listeners) await expect.poll(() => dropsReceived(listener)).toEqual([won])
  })

  it.each(['before', 'after'] as const)(
    'is drawn once when the process that draws it is killed %s its COMMIT',
    async (moment) => {
      const joined = await joinAll()
      const proxy: CuttingProxy = await openCuttingProxy(joined.url)
      undo.push(() => proxy.close())
      const client = await openClient(joined.url)
      const held = proxy.cutNext({ touching: DRAW, moment, hold: true })
      const dying = joined.process('dying', BEFORE_END_MS, proxy.url)
      const other = joined.process('other', BEFORE_END_MS + BEHIND_MS)
      await Promise.all([dying.start(0), other.start(0)])
      const listener = await listen(other, joined.players[0] as RetryingPlayer)
      await held
      expect(other.ended()).toBe(false)
      await dying.kill()
      proxy.cutAll()

      const won = await drawnOnce(joined, client)
      // Pages read the result that the dead process had stored and could not announce.
      await expect.poll(() => dropsReceived(listener)).toEqual(moment === 'before' ? [won] : [])
      await dying.killAndRestart()
      await expectSameResult(joined, [dying, other])
    },
  )
})
