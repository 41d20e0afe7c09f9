// The server is killed while one battle is at each step of a battle's life: at its COMMIT, before it takes effect or after it and before
// anybody is told; or after the responses. Every battle goes on, and everything is paid once. PGlite commits within the process, so only
// the last moment can be chosen there.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../support/databases/audit.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/databases/cutting-proxy.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'
import { type Acknowledged, RetryingPlayer } from '../support/sites/retrying-player.ts'

const MINUTE_MS = 60_000
const START_MS = Date.parse('2027-03-24T12:00:00Z')
const CASE = { url: 'first-step', priceCents: 50 }
/** As its show lasts about a minute, it is not settled before the clock is moved. */
const LONG_ROUNDS = 10

/** Two players of a battle. */
interface Pair {
  readonly creator: RetryingPlayer
  readonly other: RetryingPlayer
}

interface Made extends Pair {
  readonly id: string
}

const freshSeed = (): string => randomBytes(8).toString('hex')

function replyOf({ text }: Pick<Acknowledged, 'text'>) {
  const reply = JSON.parse(text)
  expect(reply, text).toMatchObject({ success: true })
  return reply
}

function create({ creator }: Pair, format: string, rounds = 1, fast = true): Promise<Acknowledged> {
  const body = {
    ...{ format, mode: 'normal', crazy: false, fast, isPrivate: false, percent: 100, fund: 0 },
    rounds: Array.from({ length: rounds }, () => CASE.url),
    price: rounds * CASE.priceCents,
    seed: freshSeed(),
  }
  return creator.post('/api/battles', JSON.stringify(body))
}

async function make(pair: Pair, format: string, rounds = 1, fast = true): Promise<Made> {
  return { ...pair, id: replyOf(await create(pair, format, rounds, fast)).battle.id }
}

function join({ other, id }: Made, rounds = 1): Promise<Acknowledged> {
  const body = { slot: 2, percent: 100, pays: rounds * CASE.priceCents, seed: freshSeed() }
  return other.post(`/api/battles/${id}/join`, JSON.stringify(body))
}

/** A call of a player: what has to be there before, which transaction it is, and how its battle ends. */
interface Move {
  readonly name: string
  readonly touching: RegExp
  readonly prepare: (pair: Pair) => Promise<Made | undefined>
  readonly act: (pair: Pair, made: Made) => Promise<Acknowledged>
  readonly end: 'settled' | 'cancelled' | 'expired'
}

const joined = async (pair: Pair): Promise<Made> => {
  const made = await make(pair, '1v1v1')
  replyOf(await join(made))
  return made
}

const MOVES: readonly Move[] = [
  {
    name: 'making it',
    touching: /insert into "battles"/,
    prepare: async () => undefined,
    act: (pair) => create(pair, '1v1'),
    end: 'expired',
  },
  {
    name: 'joining',
    touching: /insert into battle_seats/,
    prepare: (pair) => make(pair, '1v1v1'),
    act: (_, made) => join(made),
    end: 'expired',
  },
  {
    name: 'a bot',
    touching: /insert into battle_seats/,
    prepare: (pair) => make(pair, '1v1v1'),
    act: ({ creator }, { id }) => creator.post(`/api/battles/${id}/bot`, JSON.stringify({ slot: 3 })),
    end: 'expired',
  },
  {
    name: 'leaving',
    touching: /delete from "battle_seats"/,
    prepare: joined,
    act: ({ other }, { id }) => other.post(`/api/battles/${id}/leave`, '{}'),
    end: 'expired',
  },
  {
    name: 'cancelling',
    touching: /"ended_by"/,
    prepare: joined,
    act: ({ creator }, { id }) => creator.post(`/api/battles/${id}/cancel`, '{}'),
    end: 'cancelled',
  },
  {
    name: 'the last seat, and the lock',
    touching: /insert into battle_locks/,
    prepare: (pair) => make(pair, '1v1'),
    act: (_, made) => join(made),
    end: 'settled',
  },
  {
    name: 'storing that the lock was sent',
    touching: /update battle_locks/,
    prepare: (pair) => make(pair, '1v1'),
    act: (_, made) => join(made),
    end: 'settled',
  },
]

/** What the job does at one moment: the draw of one battle, the settlement of another, the end of a third. */
const DUE = [/insert into battle_drops/, /insert into battle_payouts/, /"ended_by"/] as const

describe.each(SUITE_KINDS)('a server with battles on %s that is killed', (kind) => {
  let site: KillableServer
  let proxy: CuttingProxy | undefined
  let clockMs = START_MS
  let pairs: Pair[] = []

  beforeAll(async () => {
    site = await openKillableServer(
      kind,
      async (url) => {
        proxy = await openCuttingProxy(url)
        return proxy.url
      },
      () => ({ CLOCK: new Date(clockMs).toISOString(), DATABASE_CONNECTIONS: '30' }),
    )
    const codes = await site.server.start(2 * (MOVES.length + DUE.length))
    const players: RetryingPlayer[] = []
    for (const code of codes) players.push(await RetryingPlayer.signIn(site.server, code))
    pairs = players.flatMap((creator, place) => {
      const other = players[place + 1]
      return place % 2 === 0 && other !== undefined ? [{ creator, other }] : []
    })
  })

  afterAll(async () => {
    await site.close()
    await proxy?.close()
  })

  /** Moves the clock, which goes on by itself, and does what is due; a server that is killed meanwhile does not answer. */
  async function moveTo(atMs: number): Promise<void> {
    for (clockMs = Math.max(clockMs, atMs); ; ) {
      const response = await fetch(`${await site.server.address()}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: new Date(clockMs).toISOString() }),
      })
      const { success, now } = (await response.json()) as { success: boolean; now: number }
      if (success) return
      // It is later there already.
      clockMs = now + 1_000
    }
  }

  async function stateOf(id: string): Promise<string> {
    return JSON.parse(await (pairs[0] as Pair).creator.read(`/api/battles/${id}`)).battle.state
  }

  /** Makes a battle for each step of the job, and leaves all of them due after half an hour. */
  async function prepareDue(): Promise<{ readonly ids: string[]; readonly dueAtMs: number }> {
    const [drawn, settled, expired] = pairs.slice(-3) as [Pair, Pair, Pair]
    const beganMs = clockMs
    const open = await make(expired, '1v1')
    await moveTo(beganMs + 29 * MINUTE_MS)
    const shown = await make(settled, '1v1', LONG_ROUNDS, false)
    replyOf(await join(shown, LONG_ROUNDS))
    // The clock goes on by itself until the seat is taken, from which the draw is counted.
    const stateSoon = async (): Promise<string> => {
      await moveTo(clockMs + 4_000)
      return stateOf(shown.id)
    }
    await expect.poll(stateSoon).toBe('drawn')
    // Shown for so long that a restart on a busy machine does not outlast it.
    const locked = await make(drawn, '1v1', LONG_ROUNDS, false)
    return { ids: [locked.id, shown.id, open.id], dueAtMs: beganMs + 31 * MINUTE_MS }
  }

  const lockLast = (id: string): Promise<Acknowledged> => join({ ...(pairs.at(-3) as Pair), id }, LONG_ROUNDS)

  /** Lets everything end, and compares how each battle did. */
  async function expectEnds(ids: readonly string[]): Promise<void> {
    for (const later of [1, 1, 31]) await moveTo(clockMs + later * MINUTE_MS)
    const states = await Promise.all(ids.map(stateOf))
    expect(states).toEqual([...MOVES.map(({ end }) => end), 'settled', 'settled', 'expired'])
  }

  describe.each(kind === 'postgres' ? (['before', 'after'] as const) : [])('%s each COMMIT', (moment) => {
    it('goes on with every battle, and pays everything once', async () => {
      const due = await prepareDue()
      const made: (Made | undefined)[] = []
      for (const [place, { prepare }] of MOVES.entries()) made.push(await prepare(pairs[place] as Pair))
      const [drawn = ''] = due.ids
      replyOf(await lockLast(drawn))
      const runs: Promise<unknown>[] = []
      const held = async (touching: RegExp, run: () => Promise<unknown>): Promise<void> => {
        const cut = proxy?.cutNext({ touching, moment, hold: true })
        const running = run()
        runs.push(running)
        await Promise.race([cut, running])
        expect(proxy?.isWaiting(), String(touching)).toBe(false)
      }
      for (const touching of DUE) await held(touching, () => moveTo(due.dueAtMs).catch(() => undefined))
      const calls: Promise<Acknowledged>[] = []
      for (const [place, { touching, act }] of MOVES.entries()) {
        const pair = pairs[place] as Pair
        await held(touching, () => {
          const call = act(pair, made[place] ?? { ...pair, id: '' })
          calls.push(call)
          return call
        })
      }
      await site.server.killAndRestart(async () => proxy?.cutAll())
      await Promise.all(runs)
      const replies = (await Promise.all(calls)).map(replyOf)
      // The database lets go of what the killed server held a moment after it, and jobs leave alone what is held.
      const statesSoon = async (): Promise<string[]> => {
        await moveTo(clockMs + 100)
        return Promise.all(due.ids.map(stateOf))
      }
      await expect.poll(statesSoon, { timeout: 10_000 }).toEqual(['drawn', 'settled', 'expired'])
      await expectEnds([...replies.map(({ battle }) => battle.id), ...due.ids])
    })
  })

  it('after the responses goes on with every battle, and repeats the receipts', async () => {
    const due = await prepareDue()
    replyOf(await lockLast(due.ids[0] ?? ''))
    await moveTo(due.dueAtMs)
    const calls: Acknowledged[] = []
    for (const [place, { prepare, act }] of MOVES.entries()) {
      const pair = pairs[place] as Pair
      calls.push(await act(pair, (await prepare(pair)) ?? { ...pair, id: '' }))
    }
    await site.server.killAndRestart()
    const players = pairs.flatMap(({ creator, other }) => [creator, other])
    for (const call of calls) {
      const player = players.find(({ playerId }) => playerId === call.playerId)
      const again = replyOf(await (player as RetryingPlayer).post(call.path, call.body, call.key))
      const { receipt, balance, battle } = replyOf(call)
      expect(again).toMatchObject({ receipt, balance, battle: { id: battle.id } })
    }
    await expectEnds([...calls.map((call) => replyOf(call).battle.id), ...due.ids])
  })

  it('loses, creates and doubles nothing, and holds nothing back', async () => {
    await site.server.kill()
    const { breaches, deadlocks } = await audit({ place: await site.snapshot(), lines: [], isAll: false })
    expect({ breaches, deadlocks }).toEqual({ breaches: [], deadlocks: 0 })
  })
})
