// Events of one instance reach the other: drops, counters, the online count, ended sessions, exclusions, counted calls.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  CAN_RUN,
  type Cluster,
  dropsReceived,
  type Listener,
  listenAt,
  openCase,
  openCluster,
  REDIS_URL,
} from '../support/sites/instances.ts'
import type { RetryingPlayer } from '../support/sites/retrying-player.ts'

describe.skipIf(!CAN_RUN)('two instances', () => {
  let cluster: Cluster
  const listeners: Listener[] = []
  const player = (place: number): RetryingPlayer => cluster.players[place] as RetryingPlayer
  const listen = async (at: 0 | 1, who?: RetryingPlayer): Promise<Listener> => {
    const listener = await listenAt(await cluster.servers[at].realtimeAddress(), who)
    listeners.push(listener)
    return listener
  }

  beforeAll(async () => {
    cluster = await openCluster(REDIS_URL ?? '', 5)
  })
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.disconnect()
  })
  afterAll(() => cluster.close())

  it('push drops of each to visitors of the other, once, and count them', async () => {
    const there = await listen(1)
    const here = await listen(0)
    const id = await openCase(player(0))
    await expect.poll(() => dropsReceived(there)).toContain(id)
    await expect.poll(() => dropsReceived(here)).toContain(id)
    const back = await openCase(player(0).at(cluster.servers[1]))
    await expect.poll(() => dropsReceived(here)).toContain(back)
    await expect.poll(() => dropsReceived(there)).toContain(back)
    for (const listener of [here, there])
      expect(new Set(dropsReceived(listener)).size).toBe(dropsReceived(listener).length)
    for (const server of cluster.servers) {
      await expect
        .poll(async () => JSON.parse((await player(0).at(server).get('/api/live/statistic')).text).cases)
        .toBe(2)
    }
  })

  it('send at most five messages a second to a client, wherever cases are opened', async () => {
    const there = await listen(1)
    const times: number[] = []
    there.on('live', () => times.push(performance.now()))
    const everywhere = cluster.servers.flatMap((server) => cluster.players.map((one) => one.at(server)))
    const opened = await Promise.all(
      everywhere.map(async (one) => [await openCase(one), await openCase(one), await openCase(one)]),
    )
    await expect.poll(() => opened.flat().filter((id) => !dropsReceived(there).includes(id))).toEqual([])
    // A timer may be late, and the message after it in time: never six within a second.
    for (const [at, time] of times.entries())
      expect((times[at + 6] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThan(1_000)
  })

  it('show the same online count, the sum of all', async () => {
    const [here, there] = [await listen(0), await listen(1), await listen(1), await listen(1)]
    const online = ({ heard }: Listener): unknown => heard.online?.at(-1)
    await expect.poll(() => online(here) === online(there)).toBe(true)
  })

  it('notify a player on any instance', async () => {
    const there = await listen(1, player(0))
    await openCase(player(0))
    await expect.poll(() => there.heard['update user']).toMatchObject([{ id: player(0).playerId }])
  })

  it('end a session on all instances when it signs out at one', async () => {
    const leaving = player(1)
    const there = await listen(1, leaving)
    const atOther = leaving.at(cluster.servers[1])
    expect((await atOther.get('/api/user/get')).status).toBe(200)
    const cookies = leaving.cookies
    const gone = new Promise((resolve) => there.once('disconnect', resolve))
    expect((await leaving.post('/api/user/logout', '{}')).status).toBe(200)
    await gone
    const address = await cluster.servers[1].address()
    const token = /(?:^|; )token=([^;]*)/.exec(cookies)?.[1]
    const answer = await fetch(`${address}/api/user/get`, {
      headers: { cookie: cookies, authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  it('close games on all instances for a player who self-excludes at one', async () => {
    const excluded = player(2).at(cluster.servers[1])
    const there = await listen(1, player(2))
    await openCase(excluded)
    expect((await player(2).post('/api/limits/self-exclude', JSON.stringify({ days: 1 }))).status).toBe(200)
    await expect.poll(() => there.heard.exclusion).toHaveLength(1)
    const { text } = await excluded.post('/api/case/first-step/open', JSON.stringify({ count: 1 }))
    expect(JSON.parse(text)).toMatchObject({ success: false, code: 'excluded' })
  })

  it('are ready, and report that Redis is', async () => {
    for (const server of cluster.servers) {
      await expect
        .poll(async () => (await fetch(`${await server.address()}/ready`)).json())
        .toMatchObject({ status: 'ready', redis: 'ready' })
    }
  })
})

describe.skipIf(!CAN_RUN)('rate limits', () => {
  it('apply to both instances together', async () => {
    const cluster = await openCluster(REDIS_URL ?? '', 0, { CALLS_PER_MINUTE: '20' })
    const call = async (at: number): Promise<number> =>
      (await fetch(`${await cluster.servers[at % 2]?.address()}/api/settings`)).status
    const statuses = []
    for (let at = 0; at < 24; at++) statuses.push(await call(at))
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)])
    await cluster.close()
  })
})
