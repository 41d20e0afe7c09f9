// The realtime server with real clients over loopback: who hears what, and who is dropped.
import { once } from 'node:events'
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { negotiateLanguage } from '../../../src/i18n/language.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { ClientEvents, ServerEvents } from '../../../src/protocol/realtime.ts'
import { createRealtime, type Realtime } from '../../../src/server/realtime/realtime.ts'
import type { Identity } from '../../../src/server/realtime/rooms.ts'

const ORIGIN = 'http://shop.test'
const SESSIONS: Readonly<Record<string, Identity>> = {
  'token-7': { playerId: 7, sessionId: 'a' },
  'token-7-phone': { playerId: 7, sessionId: 'b' },
  'token-8': { playerId: 8, sessionId: 'c' },
}

type Client = Socket<ServerEvents, ClientEvents>

let realtime: Realtime
let logged: { fields: object; message: string }[]
let identify: (token: string, cookieHeader: string) => Promise<Identity | null>
const clients: Client[] = []
const raw: TcpSocket[] = []

beforeEach(async () => {
  logged = []
  identify = async (token) => SESSIONS[token] ?? null
  const log = (fields: object, message: string): void => void logged.push({ fields, message })
  realtime = createRealtime({
    port: 0,
    host: '127.0.0.1',
    allowedOrigin: (origin) => origin === undefined || origin === ORIGIN,
    identify: (token, cookieHeader) => identify(token, cookieHeader),
    languageOf: ({ cookie }) => negotiateLanguage(/lang=(..)/.exec(cookie ?? '')?.[1], undefined),
    log: { warn: log, error: log },
    random: () => 0,
    now: Date.now,
    addressOf: ({ headers }) => String(headers['x-from'] ?? '192.0.2.1'),
    caps: { ofAddress: 3, inAll: 5 },
  })
  await realtime.listen()
})

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  for (const socket of raw.splice(0)) socket.destroy()
  await realtime.close()
})

let addresses = 0
const newAddress = (): string => `192.0.2.${++addresses}`

function client(
  token: string | null = null,
  options: { origin?: string; transport?: 'polling'; cookie?: string; from?: string } = {},
): Client {
  const socket: Client = io(`http://127.0.0.1:${realtime.port}`, {
    transports: [options.transport ?? 'websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    extraHeaders: {
      origin: options.origin ?? ORIGIN,
      cookie: options.cookie ?? 'companion=1',
      'x-from': options.from ?? newAddress(),
    },
  })
  clients.push(socket)
  return socket
}

async function connected(...of: Parameters<typeof client>): Promise<Client> {
  const socket = client(...of)
  await Promise.race([
    new Promise<void>((resolve) => socket.on('connect', () => resolve())),
    new Promise<never>((_, reject) => socket.on('connect_error', reject)),
  ])
  return socket
}

/** Everything that a client hears, in order. */
function ear(socket: Client): { event: string; payload: unknown }[] {
  const heard: { event: string; payload: unknown }[] = []
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
  return heard
}

const heardOf = (heard: ReturnType<typeof ear>, event: string): unknown[] =>
  heard.filter((entry) => entry.event === event).map(({ payload }) => payload)

const drop = (id: string, price = 100): LiveDrop => ({ id, price }) as LiveDrop
const dropsIn = (payload: unknown): LiveDrop[] => (payload as { item: { all: LiveDrop[] } }).item.all

describe('the handshake', () => {
  it('refuses a page of another origin, on both transports', async () => {
    await expect(connected(null, { origin: 'http://evil.test' })).rejects.toThrow()
    await expect(connected(null, { origin: 'http://evil.test', transport: 'polling' })).rejects.toThrow()
    expect(realtime.onlineCount()).toBe(0)
  })

  it('lets polling pages of our origin read the answers, with cookies', async () => {
    const answer = await fetch(`http://127.0.0.1:${realtime.port}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: ORIGIN },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('serves nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${realtime.port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${realtime.port}/socket.io/socket.io.js`)).status).toBe(400)
  })

  it('sends the count with its boost of 5 to a new client, and then to all', async () => {
    const first = client()
    const heard = ear(first)
    await vi.waitFor(() => expect(heardOf(heard, 'online')[0]).toBe(1 + 5))
    await connected()
    await vi.waitFor(() => expect(heardOf(heard, 'online').at(-1)).toBe(2 + 5), 3_000)
    expect(realtime.onlineCount()).toBe(2)
  })

  it('hands over token and cookies', async () => {
    const seen: string[] = []
    identify = async (token, cookieHeader) => {
      seen.push(token, cookieHeader)
      return null
    }
    await connected('some-token')
    expect(seen).toEqual(['some-token', 'companion=1'])
  })

  it.each(['unknown', '', 'x'.repeat(257)])('takes a visitor with the token %j for a guest', async (token) => {
    const socket = await connected(token)
    const heard = ear(socket)
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    realtime.publishDrops([drop('after')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(heardOf(heard, 'update user')).toEqual([])
  })

  it('takes a visitor for a guest when identifying fails, and logs why', async () => {
    identify = async () => Promise.reject(new Error('no database'))
    await connected('token-7')
    expect(logged.map(({ message }) => message)).toEqual(['A realtime connection could not be identified'])
  })
})

describe('what is told', () => {
  it('tells a player alone, on every device', async () => {
    const [desktop, phone, other, guest] = await Promise.all([
      connected('token-7'),
      connected('token-7-phone'),
      connected('token-8'),
      connected(),
    ])
    const ears = [desktop, phone, other, guest].map(ear)
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1250 })
    realtime.notifyPlayer(7, () => ({ type: 'success', message: 'Paid' }))
    realtime.publishDrops([drop('last')])
    await vi.waitFor(() => expect(ears.every((heard) => heardOf(heard, 'live').length === 1)).toBe(true))
    const privately = ears.map((heard) => heard.filter(({ event }) => event === 'update user' || event === 'notify'))
    expect(privately[0]).toEqual([
      { event: 'update user', payload: { id: 7, balance: 1250 } },
      { event: 'notify', payload: { id: 7, type: 'success', message: 'Paid' } },
    ])
    expect(privately[1]).toEqual(privately[0])
    expect(privately.slice(2)).toEqual([[], []])
  })

  it('notifies each device of a player in the language of its page', async () => {
    const heards = (
      await Promise.all([
        connected('token-7', { cookie: 'lang=RU' }),
        connected('token-7-phone', { cookie: 'lang=UK' }),
        connected('token-8', { cookie: 'lang=RU' }),
      ])
    ).map(ear)
    realtime.notifyPlayer(7, (language) => ({ type: 'success', message: language }))
    realtime.publishDrops([drop('last')])
    await vi.waitFor(() => expect(heards.every((heard) => heardOf(heard, 'live').length === 1)).toBe(true))
    expect(heards.map((heard) => heardOf(heard, 'notify'))).toEqual([
      [{ id: 7, type: 'success', message: 'ru' }],
      [{ id: 7, type: 'success', message: 'uk' }],
      [],
    ])
  })

  it('tells everyone of a drop, also the winner whose balance is told in the same turn', async () => {
    const heards = (await Promise.all([connected('token-7'), connected()])).map(ear)
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    realtime.publishDrops([drop('won')])
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 2 })
    await vi.waitFor(() => {
      for (const heard of heards)
        expect(heardOf(heard, 'live')).toEqual([{ item: { all: [{ id: 'won', price: 100 }] } }])
    })
  })

  it('gathers drops: at most five messages a second, 50 drops each, the most expensive in their order', async () => {
    const heard = ear(await connected())
    const all = Array.from({ length: 120 }, (_, index) => drop(`${index}`, index === 3 ? 9_999 : 100))
    const started = performance.now()
    realtime.publishDrops(all.slice(0, 60))
    realtime.publishDrops(all.slice(60))
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    for (let number = 0; number < 20; number++) {
      realtime.publishDrops([drop(`late ${number}`)])
      await turn()
    }
    await vi.waitFor(() => expect(dropsIn(heardOf(heard, 'live').at(-1)).at(-1)?.id).toBe('late 19'))
    const messages = heardOf(heard, 'live').map(dropsIn)
    expect(messages[0]).toHaveLength(50)
    expect(messages[0]?.slice(0, 4).map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
    expect(messages).toHaveLength(2)
    expect(messages[1]).toHaveLength(20)
    // The first message is sent after the start, the second 200 ms later; timers may ring a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(198)
  })

  it('gathers changed counters into one message', async () => {
    const heard = ear(await connected())
    realtime.publishStatistic({ cases: 1 })
    realtime.publishStatistic({ cases: 2, users: 3 })
    realtime.publishStatistic({ upgrades: 4 })
    await vi.waitFor(() => expect(heardOf(heard, 'stats')).toEqual([{ live: { cases: 2, users: 3, upgrades: 4 } }]))
  })

  it('ignores every event of a client, and disconnects one that sends much', async () => {
    const quiet = await connected()
    const heard = ear(quiet)
    const talker = await connected('token-8')
    const send = (event: string, payload: unknown): unknown => (talker as Socket).emit(event, payload)
    send('live', { item: { all: [drop('forged')] } })
    send('update user', { id: 7, balance: 1 })
    send('much', 'x'.repeat(10_000))
    await new Promise((resolve) => talker.on('disconnect', resolve))
    realtime.publishDrops([drop('true')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(
      heardOf(heard, 'live')
        .flatMap(dropsIn)
        .map(({ id }) => id),
    ).toEqual(['true'])
  })
})

describe('ending', () => {
  const ended = (socket: Client): Promise<unknown> => new Promise((resolve) => socket.on('disconnect', resolve))

  it('closes the sockets of one session and leaves the player’s others', async () => {
    const [desktop, phone] = await Promise.all([connected('token-7'), connected('token-7-phone')])
    const gone = ended(desktop)
    realtime.closeSession('a')
    await gone
    expect(phone.connected).toBe(true)
  })

  it('closes every socket of a player, and nobody else’s', async () => {
    const [desktop, phone, other] = await Promise.all([
      connected('token-7'),
      connected('token-7-phone'),
      connected('token-8'),
    ])
    const gone = Promise.all([ended(desktop), ended(phone)])
    realtime.closePlayer(7)
    await gone
    expect(other.connected).toBe(true)
  })

  it('lets nobody into a session that was closed while they were being identified', async () => {
    let answer: (identity: Identity) => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      identify = () => {
        resolve()
        return new Promise((settle) => {
          answer = settle
        })
      }
    })
    const late = client('token-7')
    const gone = ended(late)
    await asked
    realtime.closeSession('a')
    answer({ playerId: 7, sessionId: 'a' })
    await gone
    await vi.waitFor(() => expect(realtime.onlineCount()).toBe(0))
  })

  it('closes within two seconds, also with a client that no longer answers', async () => {
    await connected()
    const deaf = await stalled()
    const startedMs = performance.now()
    const gone = once(deaf, 'close')
    await realtime.close()
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    deaf.resume()
    await gone
  })

  it('says when its port is taken', async () => {
    const second = createRealtime({
      port: realtime.port,
      host: '127.0.0.1',
      allowedOrigin: () => true,
      identify: async () => null,
      languageOf: () => 'en',
      log: { warn: () => undefined, error: () => undefined },
      random: Math.random,
      now: Date.now,
      addressOf: () => '192.0.2.1',
      caps: { ofAddress: 3, inAll: 5 },
    })
    await expect(second.listen()).rejects.toThrow('EADDRINUSE')
    await second.close()
  })
})

/** A client that joins as player 7 by hand and then never reads again. */
async function stalled(): Promise<TcpSocket> {
  const socket = connectTcp(realtime.port, '127.0.0.1')
  raw.push(socket)
  const before = realtime.onlineCount()
  socket.on('error', () => undefined)
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: 127.0.0.1',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  // A masked text frame with a mask of zeros; 40 is Socket.IO's CONNECT.
  const text = Buffer.from('40{"token":"token-7"}')
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  await vi.waitFor(() => expect(realtime.onlineCount()).toBe(before + 1))
  socket.pause()
  return socket
}

describe('the caps', () => {
  it('refuse a further connection of an address, on both transports, until one ends', async () => {
    const from = '198.51.100.7'
    const [first] = [await connected(null, { from }), await connected(null, { from }), await connected(null, { from })]
    await expect(connected(null, { from })).rejects.toThrow()
    await expect(connected(null, { from, transport: 'polling' })).rejects.toThrow()
    await connected(null, { from: '198.51.100.8', transport: 'polling' })
    first.disconnect()
    await vi.waitFor(() => expect(realtime.onlineCount()).toBe(3))
    await connected(null, { from, transport: 'polling' })
  })

  it('count an IPv6 /64 as one address', async () => {
    for (const host of [1, 2, 3]) await connected(null, { from: `2001:db8::${host}` })
    await expect(connected(null, { from: '2001:db8::4' })).rejects.toThrow()
    await connected(null, { from: '2001:db8:0:1::4' })
  })

  it('refuse any further connection when all are taken', async () => {
    for (let taken = 0; taken < 5; taken++) await connected()
    await expect(connected()).rejects.toThrow()
    expect(realtime.onlineCount()).toBe(5)
  })

  it('hold when many connect at once', async () => {
    const from = '198.51.100.9'
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => connected(null, { from })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('a connection', () => {
  it('that sends an event is ended: browsers send none', async () => {
    const socket = await connected('token-7')
    const other = await connected('token-8')
    const ended = new Promise((resolve) => void socket.on('disconnect', resolve))
    ;(socket as unknown as { emit(event: string): void }).emit('join')
    expect(await ended).toBe('io server disconnect')
    expect(other.connected).toBe(true)
    expect(logged.map(({ message }) => message)).toEqual(['A client that sent an unknown event was disconnected'])
  })

  it('is in no room of a player before its token was checked', async () => {
    let check: ((identity: Identity | null) => void) | undefined
    identify = () => {
      const { promise, resolve } = Promise.withResolvers<Identity | null>()
      check = resolve
      return promise
    }
    const socket = client('token-7')
    const heard = ear(socket)
    await vi.waitFor(() => expect(check).toBeDefined())
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    check?.(null)
    await vi.waitFor(() => expect(socket.connected).toBe(true))
    realtime.emitToPlayer(7, 'update user', { id: 7, balance: 2 })
    realtime.publishDrops([drop('after')])
    await vi.waitFor(() => expect(heardOf(heard, 'live')).toHaveLength(1))
    expect(heardOf(heard, 'update user')).toEqual([])
  })

  it('with a token that cannot be one is a guest without a look-up', async () => {
    const asked: string[] = []
    identify = async (token) => {
      asked.push(token)
      return null
    }
    for (const token of ['a b', 'x'.repeat(101), "';--"]) await connected(token)
    expect(asked).toEqual([])
  })
})

describe('a client that stops reading', () => {
  const flood = (bytes: number): void =>
    realtime.notifyPlayer(7, () => ({ type: 'success', message: 'x'.repeat(bytes) }))

  it('is dropped when more than 1 MB waits for it, and nobody else is', async () => {
    const other = await connected('token-8')
    await stalled()
    for (let count = 0; count < 20; count++) flood(1_000_000)
    await vi.waitFor(() => expect(realtime.onlineCount()).toBe(1), 4_000)
    expect(logged.map(({ message }) => message)).toEqual(['A client that stopped reading was dropped'])
    expect(other.connected).toBe(true)
  })

  it('is never sent drops that it cannot take', async () => {
    await stalled()
    const reader = ear(await connected())
    for (let count = 1; count <= 10; count++) {
      realtime.publishDrops(Array.from({ length: 50 }, (_, index) => drop(`${count}-${index}-${'x'.repeat(18_000)}`)))
      await vi.waitFor(() => expect(heardOf(reader, 'live')).toHaveLength(count))
    }
    // Slow consumers are looked for before the new count is sent.
    await connected()
    await vi.waitFor(() => expect(heardOf(reader, 'online').at(-1)).toBe(3 + 5), 3_000)
    expect(realtime.onlineCount()).toBe(3)
    expect(logged).toEqual([])
  })
})
