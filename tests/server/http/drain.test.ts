// What an instance answers while it hands over to others.
import { connect } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrain, type Drain, drainApp, REPEATS_ELSEWHERE } from '../../../src/server/http/drain.ts'

const HOUR_MS = 3_600_000

let drain: Drain
let app: FastifyInstance
let address: string

beforeEach(async () => {
  drain = createDrain()
  app = fastify()
  drainApp(app, drain)
  app.all('/*', async () => 'served')
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => {
  vi.restoreAllMocks()
  return app.close()
})

/** Lets so much of a drain of an hour pass. */
function startAndWait(ms: number): void {
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
  void drain.start(HOUR_MS)
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

it('ends a connection that was open before it with its next response', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const ended = new Promise((resolve) => socket.once('end', resolve))
  const ask = (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return new Promise((resolve) => socket.once('data', (text: Buffer) => resolve(text.toString())))
  }
  expect(await ask()).toMatch(/connection: keep-alive/i)
  startAndWait(0)
  expect(await ask()).toMatch(/connection: close/i)
  await ended
})
