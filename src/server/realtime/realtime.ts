// Sends events to browsers over Socket.IO on its own port. Nothing depends on it: the API is the truth, delivery is at most once,
// and a page that missed something asks GET /live.
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type ServerOptions } from 'socket.io'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { BattleEvent } from '../../protocol/battle.ts'
import type { ServerEvents } from '../../protocol/realtime.ts'
import { growingCache } from '../base/growing-cache.ts'
import { createLimitedServer, refuseConnection } from '../http/limited-server.ts'
import { createResponseHeaders, headersFor, type ResponseHeaders } from '../http/response-headers.ts'
import { LISTEN_BACKLOG } from '../network/listen-backlog.ts'
import { firstAddress, listenAtSecondAddress, type SecondAddress } from '../network/listen-host.ts'
import { networksOf } from '../network/networks.ts'
import { type Broadcast, type BroadcastOptions, createBroadcast } from './broadcast.ts'
import { CONNECTION_BUDGET, type FloodReason, limitPackets, limitRawBytes } from './connection-budget.ts'
import { type Admission, CONNECTION_CAPS, type ConnectionCaps, capConnections } from './connection-caps.ts'
import { throttleConnections } from './connection-throttle.ts'
import { limitRequests } from './request-limit.ts'
import {
  battleRoom,
  type Handshake,
  type InstanceScope,
  type Io,
  identifySockets,
  joinTopics,
  languageRoom,
  playerRoom,
  sessionRoom,
} from './rooms.ts'
import { dropSlowConsumers, watchConnections } from './slow-consumers.ts'

/** How often slow consumers are looked for and a changed online count is sent. */
const INTERVAL_MS = 1_000
/** Browsers send their token and what their page watches, and nothing else. */
const INCOMING_BYTES = 4_096
const CONNECT_TIMEOUT_MS = 10_000
/** Connections that do not end in this time are cut. */
const CLOSE_MS = 1_000

export interface RealtimeOptions extends Handshake, BroadcastOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly host: string
  /** Tells whether a page of this origin may connect; undefined when the client sent none, as no browser does. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Whether players reach it over TLS only. */
  readonly secure?: boolean
  /** Reads the balance of a player, in cents; none leaves it to the page to ask. */
  readonly balanceOf?: (playerId: number) => Promise<number | null>
  /** Returns the address of a caller; the one that is connected by default. */
  readonly addressOf?: (request: IncomingMessage) => string
  /** How many connections may be open. */
  readonly caps?: ConnectionCaps
  /** Connects the rooms of several instances; none for a single instance. */
  readonly adapter?: ServerOptions['adapter']
}

type PlayerEvent = 'update user' | 'order' | 'withdrawal' | 'exclusion'

/** A toast without its player. */
type Toast = Omit<Parameters<ServerEvents['notify']>[0], 'id'>

export interface Realtime
  extends Pick<Broadcast, 'publishDrops' | 'publishStatistic' | 'publishBattles' | 'onlineCount'> {
  /** @throws when the port is taken */
  listen(): Promise<void>
  /** The port that it listens on. */
  readonly port: number
  /** Sends an event to one player, on every device. */
  emitToPlayer<Event extends PlayerEvent>(
    playerId: number,
    event: Event,
    payload: Parameters<ServerEvents[Event]>[0],
  ): void
  /** Sends an event to the spectators of its battle. */
  emitToBattle(event: BattleEvent): void
  /** Sends a toast to one player, each device in its own language. */
  notifyPlayer(playerId: number, wordsIn: (language: Language) => Toast): void
  /** Ends the connections of a session, at every instance or only `here`. */
  closeSession(sessionId: string, reach?: InstanceScope): void
  /** Returns the sessions of connections at this instance. */
  openSessions(): string[]
  closePlayer(playerId: number): void
  /** Returns counts since the start: batches of drops, connections dropped for not reading, and those cut for sending too much. */
  counts(): {
    readonly live: number
    readonly slowConsumers: number
    readonly cut: Readonly<Record<FloodReason, number>>
  }
  /**
   * Stops listening, and ends each connection at a moment of its own within a time: browsers connect again, to another instance, and not
   * all at once.
   */
  drain(ms: number): void
  /** Ends all connections and stops listening, within two seconds. */
  close(): Promise<void>
}

/** Makes Socket.IO on a server, with an origin check, caps, and a small limit on incoming messages. */
function createSocketServer(http: HttpServer, { allowedOrigin, adapter }: RealtimeOptions, { admit }: Admission): Io {
  const mayConnect = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    allowedOrigin(headers.origin, headers.host)
  return new Server(http, {
    serveClient: false,
    httpCompression: false,
    perMessageDeflate: false,
    maxHttpBufferSize: INCOMING_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(adapter === undefined ? {} : { adapter }),
    allowRequest: (request, answer) => answer(null, mayConnect(request) && admit(request)),
    // Polling is a cross-origin request to another port; a WebSocket needs no CORS.
    cors: (request, answer) =>
      answer(null, { origin: mayConnect(request) && request.headers.origin, credentials: true }),
  })
}

/**
 * Sets the headers on every response. To be called after all other listeners are attached.
 *
 * Engine.IO writes the refusal of a WebSocket to its connection, without headers: it is answered here before.
 */
function setResponseHeaders(http: HttpServer, io: Io, all: ResponseHeaders): void {
  http.prependListener('request', ({ headers }, response) => {
    response.setHeaders(new Map(Object.entries(headersFor(all, headers))))
  })
  io.engine.on('connection_error', ({ req }: { req: IncomingMessage }) => {
    if (req.headers.upgrade !== undefined) refuseConnection(req.socket, 400, headersFor(all, req.headers))
  })
}

/** Sends each new connection its state. Registered after the rooms: what happens after the reading is sent to the rooms. */
function sendStates(io: Io, broadcast: Broadcast, { balanceOf, log }: RealtimeOptions): void {
  io.on('connection', async (socket) => {
    // A page that connects again asks for everything anyway.
    if (socket.handshake.auth.again === true) return
    const { playerId: player = null } = socket.data
    let balance: number | null = null
    try {
      if (player !== null) balance = (await balanceOf?.(player)) ?? null
    } catch (cause) {
      log.error({ err: cause }, 'The balance of a connection could not be read')
    }
    socket.emit('state', { player, balance, drops: [...broadcast.newestDrops()] })
  })
}

/** Ends connections that send an event: browsers send none, and each would cost a dispatch. */
function endSenders(io: Io, { log }: RealtimeOptions): void {
  io.on('connection', (socket) => {
    socket.onAny(() => {
      log.warn({ connection: socket.id }, 'A client that sent an unknown event was disconnected')
      socket.disconnect(true)
    })
  })
}

/** A network that is cut again and again is named in the log once in this time. */
const NAMED_AGAIN_MS = 60_000
const NAMED_MAX = 10_000

interface Floods {
  /** Looks at what each TCP connection sent; to be called every second. */
  check(): void
  readonly cut: Readonly<Record<FloodReason, number>>
}

/** Cuts connections that send too much, and refuses requests of networks that ask too often. */
function limitFloods(
  http: HttpServer,
  io: Io,
  { addressOf, headers, log }: Pick<Required<RealtimeOptions>, 'addressOf' | 'log'> & { headers: ResponseHeaders },
): Floods {
  const cut: Record<FloodReason, number> = { connects: 0, packets: 0, bytes: 0, foreign: 0, requests: 0 }
  const named = growingCache<string, true>(NAMED_MAX, NAMED_AGAIN_MS)
  const count = (reason: FloodReason, address: string): void => {
    cut[reason]++
    const { network } = networksOf(address)
    if (named.has(network)) return
    named.set(network, true)
    log.warn({ reason, network }, 'A client that sends too much was cut off')
  }
  limitPackets(io, CONNECTION_BUDGET, ({ request }, reason) => count(reason, addressOf(request)))
  limitRequests(http, addressOf, {
    request(request, response) {
      count('requests', addressOf(request))
      response.writeHead(429, { 'retry-after': '10', connection: 'close' }).end()
    },
    upgrade(request, socket) {
      count('requests', addressOf(request))
      refuseConnection(socket, 429, { ...headersFor(headers, request.headers), 'retry-after': '10' })
    },
  })
  const check = limitRawBytes(http, CONNECTION_BUDGET, ({ remoteAddress = '' }) => count('bytes', remoteAddress))
  return { check, cut }
}

/** Creates the server without listening. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const headers = createResponseHeaders(options.secure === true ? 'live' : 'sandbox')
  const http = createLimitedServer((_, response) => response.writeHead(404).end(), { headers })
  const { caps = CONNECTION_CAPS, addressOf = ({ socket }) => socket.remoteAddress ?? '' } = options
  const admission = capConnections(caps, addressOf)
  const shutDoor = throttleConnections(http)
  const io = createSocketServer(http, options, admission)
  admission.watch(io)
  const floods = limitFloods(http, io, { addressOf, headers, log: options.log })
  setResponseHeaders(http, io, headers)
  const open = watchConnections(io)
  const closeRoom = identifySockets(io, options)
  joinTopics(io)
  const broadcast = createBroadcast(io, options)
  sendStates(io, broadcast, options)
  endSenders(io, options)
  let slowConsumers = 0
  let second: SecondAddress | undefined
  const round = setInterval(() => {
    floods.check()
    slowConsumers += dropSlowConsumers(open, options.log)
    broadcast.publishOnline()
  }, INTERVAL_MS)
  round.unref()

  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject)
        http.listen({ port: options.port, host: firstAddress(options.host), backlog: LISTEN_BACKLOG }, () => {
          http.off('error', reject)
          resolve()
        })
      })
      second = await listenAtSecondAddress(http, options.host)
    },
    get port() {
      return (http.address() as AddressInfo | null)?.port ?? options.port
    },
    publishDrops: broadcast.publishDrops,
    publishStatistic: broadcast.publishStatistic,
    publishBattles: broadcast.publishBattles,
    onlineCount: broadcast.onlineCount,
    emitToPlayer(playerId, event, payload) {
      const room = io.to(playerRoom(playerId))
      // The parameters of the events differ; the signature has matched them already.
      ;(room.emit as (event: string, payload: unknown) => void).call(room, event, payload)
    },
    emitToBattle: (event) => void io.to(battleRoom(event.id)).emit('battle', event),
    notifyPlayer(playerId, wordsIn) {
      for (const language of LANGUAGES) {
        io.to(languageRoom(playerId, language)).emit('notify', { id: playerId, ...wordsIn(language) })
      }
    },
    closeSession: (sessionId, reach) => closeRoom(sessionRoom(sessionId), reach),
    openSessions: () => [...new Set([...io.of('/').sockets.values()].flatMap(({ data }) => data.sessionId ?? []))],
    closePlayer: (playerId) => closeRoom(playerRoom(playerId)),
    counts: () => ({ live: broadcast.liveCount(), slowConsumers, cut: { ...floods.cut } }),
    drain(ms) {
      second?.stop()
      http.close()
      for (const { conn } of io.of('/').sockets.values()) setTimeout(() => conn.close(), Math.random() * ms).unref()
    },
    async close() {
      second?.stop()
      shutDoor()
      clearInterval(round)
      broadcast.stop()
      const left = [...open]
      const cut = setTimeout(() => {
        for (const connection of left) connection.transport.socket?.terminate()
        http.closeAllConnections()
      }, CLOSE_MS)
      await io.close()
      clearTimeout(cut)
    },
  }
}
