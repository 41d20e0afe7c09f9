// Parallel connections are accepted in batches, in order, and none is forgotten.
import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCEPT_BATCH, throttleConnections } from '../../../src/server/realtime/connection-throttle.ts'

const MANY = 5 * ACCEPT_BATCH + 3

describe('parallel connections', () => {
  let server: Server
  let letIn: Socket[]
  let shut: () => void

  beforeEach(() => {
    server = createServer((_, response) => response.end('heard'))
    letIn = []
    server.on('connection', (socket) => letIn.push(socket))
    shut = throttleConnections(server)
  })

  afterEach(() => {
    shut()
    server.close()
  })

  it('are accepted a few at a time, in order of arrival', async () => {
    const sockets = Array.from({ length: MANY }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    expect(letIn).toEqual(sockets.slice(0, ACCEPT_BATCH))
    await expect.poll(() => letIn.length).toBe(MANY)
    expect(letIn).toEqual(sockets)
    for (const socket of sockets) socket.destroy()
  })

  it('are all accepted', async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ port, host: '127.0.0.1', agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          reject,
        )
      })
    expect(await Promise.all(Array.from({ length: MANY }, ask))).toEqual(Array(MANY).fill(200))
  })

  it('are skipped when they closed while waiting', async () => {
    const sockets = Array.from({ length: ACCEPT_BATCH + 2 }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    sockets[ACCEPT_BATCH]?.destroy()
    await expect.poll(() => letIn).toContain(sockets[ACCEPT_BATCH + 1])
    expect(letIn).not.toContain(sockets[ACCEPT_BATCH])
    for (const socket of sockets) socket.destroy()
  })

  it('are accepted behind as many as one likes that closed while waiting', async () => {
    const sockets = Array.from({ length: 6 * ACCEPT_BATCH }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    const closed = sockets.slice(ACCEPT_BATCH, 4 * ACCEPT_BATCH)
    for (const socket of closed) socket.destroy()
    await expect.poll(() => letIn.length).toBe(sockets.length - closed.length)
    expect(letIn).toEqual(sockets.filter((socket) => !closed.includes(socket)))
    for (const socket of sockets) socket.destroy()
  })

  it('are refused after the shutdown, both waiting and new ones', () => {
    const [late, ...sockets] = Array.from({ length: MANY + 1 }, () => new Socket()) as [Socket, ...Socket[]]
    for (const socket of sockets) server.emit('connection', socket)
    shut()
    server.emit('connection', late)
    expect(letIn).toHaveLength(ACCEPT_BATCH)
    expect([...sockets.slice(ACCEPT_BATCH), late].every(({ destroyed }) => destroyed)).toBe(true)
    for (const socket of sockets) socket.destroy()
  })
})
