// A client of Redis whose sentinels announce another master while it is looking for one.
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openRedis, type Redis } from '../../../src/server/redis/redis.ts'
import { freePort } from '../../support/runner/free-port.ts'

const MASTER = 'main'
const INFO = 'redis_version:7.0.0\r\nrole:master\r\nloading:0\r\n'

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const array = (...parts: readonly string[]): string => `*${parts.length}\r\n${parts.map(bulk).join('')}`

/** Splits what a client has sent into commands: arrays of strings, as Redis' protocol has them. */
function commandsIn(text: string): string[][] {
  return text
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => command.split('\r\n').filter((_line, at) => at % 2 === 1))
}

/** One port that is a sentinel and the master that it names. */
function createStandIn(port: number) {
  const masters = new Set<Socket>()
  const watchers = new Set<Socket>()
  const asked: (() => void)[] = []
  let isHolding = false

  function answer(socket: Socket, [name = '', about = '']: readonly string[]): void {
    switch (name.toLowerCase()) {
      case 'sentinel': {
        if (about !== 'get-master-addr-by-name') return void socket.write('*0\r\n')
        const tell = (): void => void socket.write(array('127.0.0.1', String(port)))
        if (isHolding) asked.push(tell)
        else tell()
        return
      }
      case 'subscribe':
        watchers.add(socket)
        return void socket.write(`*3\r\n${bulk('subscribe')}${bulk(about)}:1\r\n`)
      case 'info':
        masters.add(socket)
        return void socket.write(bulk(INFO))
      default:
        return void socket.write(name.toLowerCase() === 'ping' ? '+PONG\r\n' : '+OK\r\n')
    }
  }

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      masters.delete(socket)
      watchers.delete(socket)
    })
    socket.on('data', (data) => {
      for (const command of commandsIn(data.toString())) answer(socket, command)
    })
  })
  return {
    server,
    masters,
    watchers,
    /** Who asks for the master waits. */
    hold: () => {
      isHolding = true
    },
    asked,
    release: () => {
      isHolding = false
      for (const tell of asked.splice(0)) tell()
    },
    announce: () => {
      for (const socket of watchers)
        socket.write(array('message', '+switch-master', `${MASTER} 127.0.0.1 1 127.0.0.1 2`))
    },
  }
}

let port: number
let standIn: ReturnType<typeof createStandIn>
let redis: Redis

beforeEach(async () => {
  port = await freePort()
  standIn = createStandIn(port)
  await new Promise<void>((resolve) => standIn.server.listen(port, '127.0.0.1', resolve))
  const log = { warn: () => undefined, info: () => undefined }
  const sentinels = { places: [{ host: '127.0.0.1', port }], master: MASTER }
  redis = openRedis({ url: 'redis://127.0.0.1', sentinels, prefix: 'test:', log })
})

afterEach(async () => {
  await redis.close()
  await new Promise((resolve) => standIn.server.close(resolve))
})

it('connects again when another master is announced while it asks for one', async () => {
  await vi.waitFor(() => expect([redis.state(), standIn.watchers.size]).toEqual(['ready', 1]), 5_000)
  const ended = vi.fn()
  redis.client.on('end', ended)
  standIn.hold()
  for (const socket of standIn.masters) socket.destroy()
  await vi.waitFor(() => expect(standIn.asked.length).toBeGreaterThan(0), 5_000)
  standIn.announce()
  // The client has read the announcement: it leaves the sentinel.
  await vi.waitFor(() => expect(standIn.watchers.size).toBe(0), 5_000)
  standIn.release()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 5_000)
  await vi.waitFor(() => expect([redis.state(), redis.client.status]).toEqual(['ready', 'ready']), 5_000)
})

it('stays closed', async () => {
  await vi.waitFor(() => expect(redis.state()).toBe('ready'), 5_000)
  const ended = new Promise((resolve) => redis.client.once('end', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await redis.close()
  await ended
  // Longer than a client that has ended by itself waits before it connects again.
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect(redis.client.status).toBe('end')
})
