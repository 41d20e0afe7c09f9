// Connections that send nothing, never end a request or never read: closed by the server of both ports, over real sockets with short limits.
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { closeApp } from '../../../src/server/http/close-app.ts'
import { createLimitedServer } from '../../../src/server/http/limited-server.ts'
import { createResponseHeaders } from '../../../src/server/http/response-headers.ts'
import { CONNECTION_LIMITS } from '../../../src/server/network/connection-limits.ts'

const SHORT = {
  headersTimeout: 150,
  requestTimeout: 200,
  timeout: 300,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 50,
} as const
const LARGE = Buffer.alloc(50_000_000)

const open: (Server | Socket)[] = []

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) one.close().closeAllConnections()
    else one.destroy()
  }
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))

/** Sends some text and nothing more; resolves when the server has closed the connection, which a client that reads nothing cannot see. */
async function closedAfter(server: Server, text: string, isRead: boolean): Promise<void> {
  const accepted = once(server, 'connection')
  const socket = connect(await listen(server), '127.0.0.1')
  open.push(socket)
  socket.on('error', () => undefined)
  if (isRead) socket.resume()
  socket.write(text)
  await accepted
  await expect.poll(() => connectionsOf(server), { timeout: 4_000 }).toBe(0)
}

const HEAD = 'GET / HTTP/1.1\r\nHost: shop.example\r\n'

const CASES: readonly (readonly [string, string, boolean])[] = [
  ['sends nothing', '', true],
  ['never ends its first line', 'GET /', true],
  ['never ends its headers', HEAD, true],
  ['never ends its body', `${HEAD.replace('GET', 'POST')}Content-Length: 10\r\n\r\n123`, true],
  ['never reads the response', `${HEAD}\r\n`, false],
]

describe('a connection is closed that', () => {
  it.each(CASES)('%s', { timeout: 5_000 }, async (_what, text, isRead) => {
    const handle: RequestListener = (_request, response) => void response.end(LARGE)
    await closedAfter(
      createLimitedServer(handle, { headers: createResponseHeaders('sandbox'), limits: SHORT }),
      text,
      isRead,
    )
  })
})

it('no such connection lives for a minute, and polling has time to wait', () => {
  const { headersTimeout, requestTimeout, timeout, connectionsCheckingInterval } = CONNECTION_LIMITS
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThan(60_000)
  expect(timeout).toBeLessThan(60_000)
  // Engine.IO answers a waiting poll after 25 seconds at the latest.
  expect(timeout).toBeGreaterThan(30_000)
})

it('a request of a connection that has closed is not handled', async () => {
  const handled: (string | undefined)[] = []
  const server = createLimitedServer(({ url }) => void handled.push(url), { headers: createResponseHeaders('sandbox') })
  const port = await listen(server)
  const connected = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    open.push(socket)
    await once(socket, 'connect')
    return socket
  }
  server.emit('request', { url: '/open', socket: await connected() })
  const closed = await connected()
  closed.resetAndDestroy()
  await once(closed, 'close')
  server.emit('request', { url: '/closed', socket: closed })
  expect(handled).toEqual(['/open'])
})

it('half a request does not keep an app from closing', { timeout: 5_000 }, async () => {
  const app = fastify({
    serverFactory: (handle) => createLimitedServer(handle, { headers: createResponseHeaders('sandbox') }),
  })
  app.post('/', async () => 'ended')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket)
  const cut = once(socket.resume(), 'close')
  const accepted = once(app.server, 'request')
  socket.write(`${HEAD.replace('GET', 'POST')}Content-Length: 10\r\n\r\n123`)
  await accepted
  await closeApp(app, undefined, 100)
  await cut
})
