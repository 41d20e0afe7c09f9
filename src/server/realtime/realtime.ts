// Sends events to browsers over Socket.IO on its own port. Nothing depends on it: the API is the truth, delivery is at most once,
// and a page that missed something asks GET /live.
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupWorker as receiveFromPrimary } from '@socket.io/sticky'
import { Server, type ServerOptions } from 'socket.io'
import { LANGUAGES, type Language } from '../../game/language.ts'
import type { BattleEvent } from '../../protocol/battle.ts'
import type { ServerEvents } from '../../protocol/realtime.ts'
import { CONNECTION_LIMITS, limitConnections } from '../base/connection-limits.ts'
import { LISTEN_BACKLOG } from '../base/listen-backlog.ts'
import { type Broadcast, type BroadcastOptions, createBroadcast } from './broadcast.ts'
import { type Admission, CONNECTION_CAPS, type ConnectionCaps, capConnections } from './connection-caps.ts'
import { throttleConnections } from './connection-throttle.ts'
import { setGuardHeaders } from './guard-headers.ts'
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
  /** True for a worker: the primary listens, and hands each connection to one worker. */
  readonly isWorker?: boolean
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
  /** Returns counts since the start: batches of drops, and connections dropped for not reading. */
  counts(): { readonly live: number; readonly slowConsumers: number }
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

/** Creates the server without listening. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const http = createServer(CONNECTION_LIMITS, (_, response) => response.writeHead(404).end())
  limitConnections(http, CONNECTION_LIMITS)
  const { caps = CONNECTION_CAPS, addressOf = ({ socket }) => socket.remoteAddress ?? '' } = options
  const admission = capConnections(caps, addressOf)
  const shutDoor = throttleConnections(http)
  const io = createSocketServer(http, options, admission)
  admission.watch(io)
  setGuardHeaders(http, options.secure === true)
  const open = watchConnections(io)
  const closeRoom = identifySockets(io, options)
  joinTopics(io)
  const broadcast = createBroadcast(io, options)
  sendStates(io, broadcast, options)
  endSenders(io, options)
  let slowConsumers = 0
  const round = setInterval(() => {
    slowConsumers += dropSlowConsumers(open, options.log)
    broadcast.publishOnline()
  }, INTERVAL_MS)
  round.unref()

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        if (options.isWorker === true) {
          receiveFromPrimary(io)
          resolve()
          return
        }
        http.once('error', reject)
        http.listen({ port: options.port, host: options.host, backlog: LISTEN_BACKLOG }, () => {
          http.off('error', reject)
          resolve()
        })
      }),
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
    counts: () => ({ live: broadcast.liveCount(), slowConsumers }),
    drain(ms) {
      http.close()
      for (const { conn } of io.of('/').sockets.values()) setTimeout(() => conn.close(), Math.random() * ms).unref()
    },
    async close() {
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
