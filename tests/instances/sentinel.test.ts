// Redis watched by Sentinel: when the master dies, an instance goes on with the replica that became master, without a restart.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis as Client } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBus } from '../../src/server/redis/bus.ts'
import { openRedis, type Redis } from '../../src/server/redis/redis.ts'
import { HAS_REDIS_SERVER } from '../support/databases/own-redis.ts'
import { freePort } from '../support/runner/free-port.ts'

const PASSWORD = 'c7b1d9e04f6a48d2'
const MASTER = 'shop'
const SENTINELS = 3

describe.skipIf(!HAS_REDIS_SERVER)('Redis by Sentinel', () => {
  const children = new Map<number, ChildProcess>()
  const opened: Redis[] = []
  let folder: string
  let masterPort: number
  let replicaPort: number
  let places: { host: string; port: number }[]

  async function start(port: number, lines: readonly string[], isSentinel = false): Promise<void> {
    const file = join(folder, `${port}.conf`)
    const common = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`]
    await writeFile(file, [...common, ...lines].join('\n'))
    const child = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.set(port, child)
    const ready = isSentinel ? '+monitor master' : 'Ready to accept connections'
    for await (const line of createInterface(child.stdout)) if (line.includes(ready)) break
    child.stdout.resume()
  }

  async function kill(port: number): Promise<void> {
    const child = children.get(port)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  function open(): Redis {
    const log = { warn: () => undefined, info: () => undefined }
    // A host that nobody has: the sentinels know the right one.
    const url = `redis://:${PASSWORD}@192.0.2.1:6379`
    const redis = openRedis({ url, sentinels: { places, master: MASTER }, prefix: 'test', log })
    opened.push(redis)
    return redis
  }

  /** Returns the port of the master as the first sentinel knows it. */
  async function masterOfSentinels(): Promise<string | undefined> {
    const sentinel = new Client(places[0]?.port ?? 0, '127.0.0.1', { retryStrategy: () => 100 })
    const [, port] = (await sentinel.call('SENTINEL', 'get-master-addr-by-name', MASTER)) as string[]
    sentinel.disconnect()
    return port
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-sentinel-'))
    ;[masterPort, replicaPort] = [await freePort(), await freePort()]
    const settings = ['save ""', `requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`]
    await start(masterPort, settings)
    await start(replicaPort, [...settings, `replicaof 127.0.0.1 ${masterPort}`])
    places = []
    for (let at = 0; at < SENTINELS; at++) {
      const port = await freePort()
      places.push({ host: '127.0.0.1', port })
      await start(
        port,
        [
          `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} 2`,
          `sentinel auth-pass ${MASTER} ${PASSWORD}`,
          `sentinel down-after-milliseconds ${MASTER} 500`,
          `sentinel failover-timeout ${MASTER} 2000`,
        ],
        true,
      )
    }
    // A failover needs a replica in step, and sentinels that know each other.
    const sentinel = new Client(places[0]?.port ?? 0, '127.0.0.1', { retryStrategy: () => 100 })
    const known = async (what: string): Promise<number> =>
      ((await sentinel.call('SENTINEL', what, MASTER)) as unknown[]).length
    await vi.waitFor(async () => expect(await known('replicas')).toBe(1), { timeout: 60_000, interval: 100 })
    await vi.waitFor(async () => expect(await known('sentinels')).toBe(SENTINELS - 1), {
      timeout: 60_000,
      interval: 100,
    })
    sentinel.disconnect()
  }, 120_000)

  afterAll(async () => {
    for (const redis of opened) await redis.close()
    for (const port of children.keys()) await kill(port)
    await rm(folder, { recursive: true })
  })

  it('is used where the sentinels say that it is, and where the next master is', { timeout: 240_000 }, async () => {
    const [one, other] = [open(), open()]
    const silent = { error: () => undefined }
    const [sender, receiver] = [openBus(one, silent), openBus(other, silent)]
    const heard: unknown[] = []
    receiver.subscribe('topic', (words) => heard.push(words))
    const say = (words: string) => async (): Promise<unknown[]> => {
      sender.publish('topic', words)
      return heard
    }
    await expect.poll(() => [one.state(), other.state()]).toEqual(['ready', 'ready'])
    await expect.poll(say('before')).toContain('before')

    await kill(masterPort)
    // A sentinel whose process was held up for two seconds does nothing for thirty: it does not trust its clock.
    await expect.poll(masterOfSentinels, { timeout: 110_000 }).toBe(String(replicaPort))
    await expect.poll(say('after'), { timeout: 60_000 }).toContain('after')
    expect([one.state(), other.state()]).toEqual(['ready', 'ready'])
    expect(await one.client.info('replication')).toContain('role:master')
    expect(await one.client.config('GET', 'port')).toEqual(['port', String(replicaPort)])
  })
})
