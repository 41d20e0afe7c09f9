// A realtime server with real clients over loopback, new for each test of a file.
import { once } from 'node:events'
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { negotiateLanguage } from '../../../src/i18n/language.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { ClientEvents, ServerEvents } from '../../../src/protocol/realtime.ts'
import { createRealtime, type Realtime } from '../../../src/server/realtime/realtime.ts'
import type { Identity } from '../../../src/server/realtime/rooms.ts'

export const ORIGIN = 'http://shop.test'
const SESSIONS: Readonly<Record<string, Identity>> = {
  'token-7': { playerId: 7, sessionId: 'a' },
  'token-7-phone': { playerId: 7, sessionId: 'b' },
  'token-8': { playerId: 8, sessionId: 'c' },
}

export type Client = Socket<ServerEvents, ClientEvents>

interface ClientOptions {
  readonly origin?: string
  readonly transport?: 'polling'
  readonly cookie?: string
  readonly from?: string
  /** What its page watches. */
  readonly topic?: unknown
}

export interface RealtimeFixture {
  /** The server of the running test. */
  readonly realtime: Realtime
  readonly logged: readonly { readonly fields: object; readonly message: string }[]
  /** How the server identifies a token; a test may replace it. */
  identify: (token: string, cookieHeader: string) => Promise<Identity | null>
  /** Creates a client, which connects from an address of its own. */
  client(token?: string | null, options?: ClientOptions): Client
  /** The same, once it is connected. */
  connected(token?: string | null, options?: ClientOptions): Promise<Client>
  /** A client that joins as player 7 by hand and then never reads again. */
  stalled(): Promise<TcpSocket>
}

/** Starts a server before each test of a file. */
export function openRealtimeFixture(): RealtimeFixture {
  let realtime: Realtime
  let logged: { fields: object; message: string }[] = []
  let addresses = 0
  const clients: Client[] = []
  const raw: TcpSocket[] = []

  function client(token: string | null = null, options: ClientOptions = {}): Client {
    const socket: Client = io(`http://127.0.0.1:${realtime.port}`, {
      transports: [options.transport ?? 'websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token, topic: options.topic },
      extraHeaders: {
        origin: options.origin ?? ORIGIN,
        cookie: options.cookie ?? 'companion=1',
        'x-from': options.from ?? `192.0.2.${++addresses}`,
      },
    })
    clients.push(socket)
    return socket
  }

  async function connected(token?: string | null, options?: ClientOptions): Promise<Client> {
    const socket = client(token, options)
    await Promise.race([
      new Promise<void>((resolve) => socket.on('connect', () => resolve())),
      new Promise<never>((_, reject) => socket.on('connect_error', reject)),
    ])
    return socket
  }

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

  const fixture: RealtimeFixture = {
    get realtime() {
      return realtime
    },
    get logged() {
      return logged
    },
    identify: async () => null,
    client,
    connected,
    stalled,
  }

  beforeEach(async () => {
    logged = []
    fixture.identify = async (token) => SESSIONS[token] ?? null
    const log = (fields: object, message: string): void => void logged.push({ fields, message })
    realtime = createRealtime({
      port: 0,
      host: '127.0.0.1',
      allowedOrigin: (origin) => origin === undefined || origin === ORIGIN,
      identify: (token, cookieHeader) => fixture.identify(token, cookieHeader),
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
    for (const socket of clients.splice(0)) socket.disconnect()
    for (const socket of raw.splice(0)) socket.destroy()
    await realtime.close()
  })

  return fixture
}

/** Everything that a client hears, in order. */
export function ear(socket: Client): { event: string; payload: unknown }[] {
  const heard: { event: string; payload: unknown }[] = []
  socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
  return heard
}

export const heardOf = (heard: ReturnType<typeof ear>, event: string): unknown[] =>
  heard.filter((entry) => entry.event === event).map(({ payload }) => payload)

export const drop = (id: string, price = 100): LiveDrop => ({ id, price }) as LiveDrop
