// The state that the realtime server sends to the first connection of a page.
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { ClientEvents, ServerEvents } from '../../../src/protocol/realtime.ts'
import { createRealtime, type Realtime } from '../../../src/server/realtime/realtime.ts'

type Client = Socket<ServerEvents, ClientEvents>

let realtime: Realtime
let logged: { fields: object; message: string }[]
let balanceOf: (playerId: number) => Promise<number | null>
const clients: Client[] = []

beforeEach(async () => {
  logged = []
  balanceOf = async () => null
  const log = (fields: object, message: string): void => void logged.push({ fields, message })
  realtime = createRealtime({
    port: 0,
    host: '127.0.0.1',
    allowedOrigin: () => true,
    identify: async (token) => ({ playerId: Number(token.split('-')[1]), sessionId: token }),
    balanceOf: (playerId) => balanceOf(playerId),
    languageOf: () => 'en',
    log: { warn: log, error: log },
    random: () => 0,
    now: Date.now,
  })
  await realtime.listen()
})

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await realtime.close()
})

function client(token: string | null, { again = false } = {}): Client {
  const socket: Client = io(`http://127.0.0.1:${realtime.port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token, again },
  })
  clients.push(socket)
  return socket
}

/** Everything that a client hears, by event. */
function ear(socket: Client): Record<'state' | 'online' | 'update user', unknown[]> {
  const heard: Record<'state' | 'online' | 'update user', unknown[]> = { state: [], online: [], 'update user': [] }
  socket.onAny((event: keyof typeof heard, payload: unknown) => heard[event].push(payload))
  return heard
}

const drop = (id: string): LiveDrop => ({ id, price: 100 }) as LiveDrop

describe('the state that follows a connection', () => {
  /** The state that a new client is sent. */
  async function stateOf(token: string | null): Promise<unknown> {
    const socket = client(token)
    return new Promise((resolve) => socket.on('state', resolve))
  }

  it('names the drops that were sent last, to a guest without a player', async () => {
    realtime.publishDrops(Array.from({ length: 9 }, (_, index) => drop(`d${index + 1}`)))
    realtime.publishDrops([drop('d10'), drop('d11')])
    const drops = Array.from({ length: 10 }, (_, index) => `d${index + 2}`)
    expect(await stateOf(null)).toEqual({ player: null, balance: null, drops })
  })

  it('has the balance of a player, read when they already receive its changes', async () => {
    balanceOf = async (playerId) => {
      realtime.emitToPlayer(playerId, 'update user', { id: playerId, balance: 900 })
      return 1250
    }
    const socket = client('token-7')
    const heard = ear(socket)
    await expect.poll(() => heard.state).toEqual([{ player: 7, balance: 1250, drops: [] }])
    await expect.poll(() => heard['update user']).toEqual([{ id: 7, balance: 900 }])
  })

  it('is not sent to a page that connects again', async () => {
    const socket = client('token-7', { again: true })
    const heard = ear(socket)
    await expect.poll(() => heard.online.length).toBe(1)
    const other = ear(client('token-7'))
    await expect.poll(() => other.state.length).toBe(1)
    expect(heard.state).toEqual([])
  })

  it('has no balance when it cannot be read, which is logged', async () => {
    balanceOf = () => Promise.reject(new Error('no database'))
    expect(await stateOf('token-8')).toEqual({ player: 8, balance: null, drops: [] })
    expect(logged.map(({ message }) => message)).toEqual(['The balance of a connection could not be read'])
  })
})
