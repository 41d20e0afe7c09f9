// Connections that come all at once are let in by turns, in order, and none is forgotten.
import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AT_ONCE, letInByTurns } from '../../../src/server/realtime/turns-at-the-door.ts'

const MANY = 5 * AT_ONCE + 3

describe('connections that come at once', () => {
  let server: Server
  let letIn: Socket[]
  let shut: () => void

  beforeEach(() => {
    server = createServer((_, response) => response.end('heard'))
    letIn = []
    server.on('connection', (socket) => letIn.push(socket))
    shut = letInByTurns(server)
  })

  afterEach(() => {
    shut()
    server.close()
  })

  it('are let in a few at a time, in the order in which they came', async () => {
    const sockets = Array.from({ length: MANY }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    expect(letIn).toEqual(sockets.slice(0, AT_ONCE))
    await expect.poll(() => letIn.length).toBe(MANY)
    expect(letIn).toEqual(sockets)
    for (const socket of sockets) socket.destroy()
  })

  it('are all heard', async () => {
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

  it('are passed over when they are gone before their turn', async () => {
    const sockets = Array.from({ length: AT_ONCE + 2 }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    sockets[AT_ONCE]?.destroy()
    await expect.poll(() => letIn).toContain(sockets[AT_ONCE + 1])
    expect(letIn).not.toContain(sockets[AT_ONCE])
    for (const socket of sockets) socket.destroy()
  })

  it('are sent away once the door is shut, those that wait and those that come', () => {
    const [late, ...sockets] = Array.from({ length: MANY + 1 }, () => new Socket()) as [Socket, ...Socket[]]
    for (const socket of sockets) server.emit('connection', socket)
    shut()
    server.emit('connection', late)
    expect(letIn).toHaveLength(AT_ONCE)
    expect([...sockets.slice(AT_ONCE), late].every(({ destroyed }) => destroyed)).toBe(true)
    for (const socket of sockets) socket.destroy()
  })
})
