// What an instance answers while it hands over to others.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrain, type Drain, REPEATS_ELSEWHERE } from '../../../src/server/http/drain.ts'

const HOUR_MS = 3_600_000

let drain: Drain
let server: Server
let address: string

beforeEach(async () => {
  drain = createDrain()
  server = createServer((request, response) => {
    if (!drain.redirects(request, response)) response.end('served')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  vi.restoreAllMocks()
  server.close()
})

/** Lets so much of a drain of an hour pass. */
function startAndWait(ms: number, isWhole = true): void {
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
  void drain.start(HOUR_MS, isWhole)
  clock.mockReturnValue(began + ms)
}

const PROXY = { [REPEATS_ELSEWHERE]: 'yes' }

it('keeps connections open, and answers everything, before it', async () => {
  const response = await fetch(address, { headers: PROXY })
  expect(drain.isLeaving()).toBe(false)
  expect(response.headers.get('connection')).toBe('keep-alive')
  expect(await response.text()).toBe('served')
})

it('ends each connection with its response, and still answers everything, in its first half', async () => {
  startAndWait(HOUR_MS / 2 - 1)
  const response = await fetch(address, { headers: PROXY })
  expect(drain.isLeaving()).toBe(true)
  expect(response.headers.get('connection')).toBe('close')
  expect(await response.text()).toBe('served')
})

it.each([
  ['a read that a proxy repeats', 'GET', '/', PROXY, 502],
  ['a read that nobody repeats', 'GET', '/', {}, 200],
  ['a call that changes something', 'POST', '/', PROXY, 200],
  ['the check of a balancer', 'GET', '/ready', PROXY, 200],
] as const)('in its second half answers %s (%s %s)', async (_what, method, path, headers, status) => {
  startAndWait(HOUR_MS / 2 + 1)
  expect((await fetch(address + path, { method, headers })).status).toBe(status)
})

it('of a worker ends connections, and sends nobody away from the instance, which stays ready', async () => {
  startAndWait(HOUR_MS / 2 + 1, false)
  const response = await fetch(address, { headers: PROXY })
  expect(response.headers.get('connection')).toBe('close')
  expect(await response.text()).toBe('served')
  expect(drain.isLeaving()).toBe(false)
})

it('ends a connection that was open before it with its next response', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const ended = new Promise((resolve) => socket.once('end', resolve))
  const ask = (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return new Promise((resolve) => socket.once('data', (text: Buffer) => resolve(text.toString())))
  }
  expect(await ask()).toContain('Connection: keep-alive')
  startAndWait(0)
  expect(await ask()).toContain('Connection: close')
  await ended
})
