// An instance dies, or Redis is unreachable: players notice at most a reconnect, and missed events are recovered.
//
// The Redis outage takes seconds here, not a minute (REDIS_AWAY_SECONDS=60 makes it one): the length only changes the
// number of reconnect attempts, every two seconds at most, and whether the four and a half seconds pass after which
// counts of other instances expire. Redis comes back empty.
import { afterEach, describe, expect, it } from 'vitest'
import { HAS_REDIS_SERVER, type OwnRedis, ownRedis } from '../support/databases/own-redis.ts'
import { balance } from '../support/sites/balancer.ts'
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

const AWAY_MS = Number(process.env.REDIS_AWAY_SECONDS ?? 3) * 1000

let cluster: Cluster | undefined
let redis: OwnRedis | undefined
const listeners: Listener[] = []

afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.disconnect()
  await cluster?.close()
  await redis?.stop()
  cluster = undefined
  redis = undefined
})

async function listen(address: string, player?: RetryingPlayer): Promise<Listener> {
  const listener = await listenAt(address, player)
  listeners.push(listener)
  return listener
}

const readiness = async (address: string): Promise<unknown> => (await fetch(`${address}/ready`)).json()

describe.skipIf(!CAN_RUN)('an instance that is killed', () => {
  it.each([0, 1] as const)(
    'costs its players one reconnect, and does not affect the others (instance %i)',
    async (killed) => {
      cluster = await openCluster(REDIS_URL ?? '', 2)
      const { servers, players } = cluster
      const survivor = servers[1 - killed] as (typeof servers)[0]
      const ports = await Promise.all(
        servers.map(async (server) => Number(new URL(await server.realtimeAddress()).port)),
      )
      const balancer = await balance(ports)
      const [player] = players as [RetryingPlayer]
      // Connections alternate between the instances: two players on each.
      const all: Listener[] = []
      for (let place = 0; place < 4; place++) all.push(await listen(balancer.address, player))
      let cut = 0
      for (const listener of all) listener.on('disconnect', () => cut++)

      const reconnected = new Promise<void>((resolve) => {
        let back = 0
        for (const { io } of all) io.on('reconnect', () => (++back === 2 ? resolve() : undefined))
      })
      await (servers[killed] as (typeof servers)[0]).kill()
      await reconnected
      expect(cut).toBe(2)
      const id = await openCase(player.at(survivor))
      for (const listener of all) {
        await expect.poll(() => dropsReceived(listener)).toContain(id)
        await expect.poll(() => listener.heard['update user']?.length).toBeGreaterThan(0)
      }
      balancer.close()
    },
  )
})

describe.skipIf(!CAN_RUN || !HAS_REDIS_SERVER)('a Redis outage', () => {
  it('affects only live messages between instances, which recover without a restart', async () => {
    redis = await ownRedis()
    await redis.start()
    cluster = await openCluster(redis.url, 2, { LOG_LEVEL: 'info' })
    const { servers, players } = cluster
    const [first, second] = players as [RetryingPlayer, RetryingPlayer]
    const [one, two] = await Promise.all(servers.map((server) => server.address()))
    const here = await listen(await servers[0].realtimeAddress(), first)
    const there = await listen(await servers[1].realtimeAddress(), first)
    const before = await openCase(first)
    await expect.poll(() => dropsReceived(there)).toContain(before)

    await redis.stop()
    for (const address of [one, two]) {
      await expect.poll(() => readiness(String(address))).toMatchObject({ status: 'ready', redis: 'away' })
    }
    const missed = await openCase(first)
    await expect.poll(() => dropsReceived(here)).toContain(missed)
    await expect.poll(() => here.heard['update user']?.length).toBe(2)
    // Nothing is lost: the API of the other instance has it too.
    expect((await first.at(servers[1]).get('/api/live')).text).toContain(missed)
    // A session that ends meanwhile is refused by the other within seconds, and its sockets are closed there too.
    const ended = await listen(await servers[1].realtimeAddress(), second)
    const closed = new Promise((resolve) => ended.once('disconnect', resolve))
    await second.post('/api/user/logout', '{}')
    await closed
    for (const until = Date.now() + AWAY_MS; Date.now() < until; ) {
      expect(await readiness(String(one))).toMatchObject({ status: 'ready', redis: 'away' })
      expect(await readiness(String(two))).toMatchObject({ status: 'ready', redis: 'away' })
    }
    const late = await openCase(first)
    await expect.poll(() => dropsReceived(here)).toContain(late)
    expect(dropsReceived(there)).not.toContain(missed)
    expect(dropsReceived(there)).not.toContain(late)

    await redis.start()
    for (const address of [one, two]) {
      await expect.poll(() => readiness(String(address))).toMatchObject({ status: 'ready', redis: 'ready' })
    }
    const statistic = async (place: 0 | 1) =>
      JSON.parse((await first.at(servers[place]).get('/api/live/statistic')).text)
    await expect.poll(async () => (await statistic(1)).cases).toBe(3)
    const after = await openCase(first)
    await expect.poll(() => dropsReceived(there)).toContain(after)
    const told = there.heard['update user']?.length ?? 0
    await openCase(first)
    await expect.poll(() => there.heard['update user']?.length).toBeGreaterThan(told)
    for (const server of servers) {
      // One line for each outage. On a busy machine Redis may answer too late once more, which is an outage of its own.
      const states = () => server.log.flatMap((line) => /Redis is (away|back)/.exec(line)?.[1] ?? [])
      await expect.poll(() => states().slice(0, 2)).toEqual(['away', 'back'])
      expect(states().filter((state, place, all) => state === all[place - 1])).toEqual([])
    }
  })

  it('does not keep an instance from starting', async () => {
    redis = await ownRedis()
    cluster = await openCluster(redis.url, 1)
    const { servers, players } = cluster
    const [player] = players as [RetryingPlayer]
    const there = await listen(await servers[1].realtimeAddress())
    await openCase(player)
    await redis.start()
    for (const server of servers) {
      const address = await server.address()
      await expect.poll(() => readiness(address)).toMatchObject({ status: 'ready', redis: 'ready' })
    }
    const id = await openCase(player)
    await expect.poll(() => dropsReceived(there)).toContain(id)
  })
})
