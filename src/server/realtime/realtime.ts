// Tells browsers what happens, over Socket.IO on a port of its own. Nothing is asked here and nothing depends on it: the API is
// the truth, delivery is at most once, and a page that missed something asks GET /live.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DefaultEventsMap, Server, type ServerOptions } from 'socket.io'
import type { LiveDrop, Statistic } from '../../contract/live.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { WAITING_CONNECTIONS } from '../http/waiting-connections.ts'
import { foremost } from './foremost.ts'
import { createGathering } from './gathering.ts'
import { guardAnswers } from './guard-headers.ts'
import { type Connection, drop, lags, waitingFor } from './laggards.ts'
import { createOnlineBoost } from './online-boost.ts'
import { letInByTurns } from './turns-at-the-door.ts'

/** Five `live` messages a second at most. */
const LIVE_EVERY_MS = 200
const STATISTIC_EVERY_MS = 1_000
/** How often laggards are looked for and a changed online count is told. */
const ROUND_MS = 1_000
/** Browsers send their token and nothing else. */
const INCOMING_BYTES = 4_096
const TOKEN_LENGTH = 256
const CONNECT_TIMEOUT_MS = 10_000
/** Connections that do not end by themselves in this time are cut. */
const CLOSE_MS = 1_000

/** Whose connection it is. */
export interface Identity {
  readonly playerId: number
  readonly sessionId: string
}

export interface RealtimeOptions {
  /** 0 for any that is free. */
  readonly port: number
  readonly host: string
  /** Whether a page of this origin may connect; undefined where the client sent none, as no browser does. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean
  /** Whose token this is; null where token and companion cookie do not make a session. */
  identify(token: string, cookieHeader: string): Promise<Identity | null>
  /** The language that the page of a connection is in. */
  languageOf(headers: IncomingMessage['headers']): Language
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Whether players reach it over TLS alone. */
  readonly secure?: boolean
  /** From 0 to below 1; the same on every instance for one place in time. */
  random(place: number): number
  /** Milliseconds since 1970. */
  now(): number
  /** What lets rooms reach over instances; none where this is the only one. */
  readonly adapter?: ServerOptions['adapter']
  /** Connections at other instances. */
  onlineElsewhere?(): number
}

type Reach = 'everywhere' | 'here'

type PlayerEvent = 'update user' | 'order' | 'withdrawal' | 'exclusion'

/** A toast, before it is known for whom. */
type Toast = Omit<Parameters<ServerEvents['notify']>[0], 'id'>

export interface Realtime {
  /** @throws when the port is taken */
  listen(): Promise<void>
  /** The port that it listens on. */
  readonly port: number
  /** Tells everyone at this instance of new drops, oldest first, gathered; a client that cannot take them right now never hears of them. */
  publishDrops(drops: readonly LiveDrop[]): void
  /** Tells everyone at this instance of changed counters, gathered. */
  publishStatistic(part: Partial<Statistic>): void
  /** Tells one player alone, on every device. */
  tellPlayer<Event extends PlayerEvent>(
    playerId: number,
    event: Event,
    payload: Parameters<ServerEvents[Event]>[0],
  ): void
  /** Tells one player alone, each device in its own language. */
  notifyPlayer(playerId: number, wordsIn: (language: Language) => Toast): void
  /** Ends the connections of a session, at every instance or only `here`. */
  closeSession(sessionId: string, reach?: Reach): void
  /** The sessions of connections at this instance. */
  openSessions(): string[]
  closePlayer(playerId: number): void
  /** What was done since the start: gathered messages of drops, and connections dropped for not reading. */
  counts(): { readonly live: number; readonly laggards: number }
  /** Open connections at this instance, without the boost that the counter shows. */
  onlineCount(): number
  /** Ends all connections and stops listening, within two seconds. */
  close(): Promise<void>
}

interface SocketFields {
  /** None for a guest. */
  sessionId?: string
  /** The rooms of its player and session; none for a guest. */
  rooms?: string[]
}

const playerRoom = (playerId: number): string => `player:${playerId}`
const languageRoom = (playerId: number, language: Language): string => `player:${playerId}:${language}`
const sessionRoom = (sessionId: string): string => `session:${sessionId}`

type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketFields>

/** All open connections of Engine.IO, whose own list is hidden. */
function watchConnections(io: Io): ReadonlySet<Connection> {
  const open = new Set<Connection>()
  io.engine.on('connection', (socket) => {
    const connection = socket as unknown as Connection
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  })
  return open
}

/** The handshake: whoever has a session joins its rooms, everyone else is a guest. Returns what ends a room's sockets. */
function identifySockets(
  io: Io,
  { identify, languageOf, log }: RealtimeOptions,
): (room: string, reach?: Reach) => void {
  /** Rooms that were closed while somebody was being identified, by an answer that may be older than the closing. */
  const closed = new Set<string>()
  let pending = 0

  io.use(async (socket, next) => {
    const { auth, headers } = socket.handshake
    const { token } = auth
    if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH) return next()
    pending++
    try {
      const identity = await identify(token, headers.cookie ?? '')
      if (identity !== null) {
        const { playerId, sessionId } = identity
        socket.data.sessionId = sessionId
        socket.data.rooms = [playerRoom(playerId), sessionRoom(sessionId), languageRoom(playerId, languageOf(headers))]
      }
    } catch (cause) {
      log.error({ err: cause }, 'A realtime connection could not be identified')
    }
    next()
    // Not before the socket is connected and has joined.
    setImmediate(() => {
      if (--pending === 0) closed.clear()
    })
  })

  io.on('connection', (socket) => {
    const { rooms = [] } = socket.data
    if (rooms.some((room) => closed.has(room))) socket.disconnect(true)
    else void socket.join(rooms)
  })

  return (room, reach) => {
    if (pending > 0) closed.add(room)
    const where = reach === 'here' ? io.local : io
    where.in(room).disconnectSockets(true)
  }
}

/** Answers how many there were. */
function dropLaggards(open: ReadonlySet<Connection>, log: RealtimeOptions['log']): number {
  let dropped = 0
  for (const connection of open) {
    if (!lags(connection)) continue
    log.warn({ connection: connection.id, ...waitingFor(connection) }, 'A client that stopped reading was dropped')
    drop(connection)
    dropped++
  }
  return dropped
}

/** Makes the server; it listens once told. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { allowedOrigin, log } = options
  const mayConnect = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    allowedOrigin(headers.origin, headers.host)
  const http = createServer((_, response) => response.writeHead(404).end())
  const shutDoor = letInByTurns(http)
  const io: Io = new Server(http, {
    serveClient: false,
    httpCompression: false,
    perMessageDeflate: false,
    maxHttpBufferSize: INCOMING_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(options.adapter === undefined ? {} : { adapter: options.adapter }),
    allowRequest: (request, answer) => answer(null, mayConnect(request)),
    // Polling crosses to another port; a WebSocket needs no such leave.
    cors: (request, answer) =>
      answer(null, { origin: mayConnect(request) && request.headers.origin, credentials: true }),
  })
  guardAnswers(http, options.secure === true)
  const open = watchConnections(io)
  const closeRoom = identifySockets(io, options)
  const boost = createOnlineBoost(options)
  const onlineCount = (): number => io.of('/').sockets.size
  const shown = (): number => onlineCount() + (options.onlineElsewhere?.() ?? 0) + boost()
  let told = 0
  const counts = { live: 0, laggards: 0 }

  io.on('connection', (socket) => {
    socket.emit('online', shown())
  })

  const drops = createGathering<LiveDrop>(LIVE_EVERY_MS, (all) => {
    counts.live++
    io.local.volatile.emit('live', { item: { all: foremost(all) } })
  })
  const statistics = createGathering<Partial<Statistic>>(STATISTIC_EVERY_MS, (parts) => {
    io.local.emit('stats', { live: Object.assign({}, ...parts) as Partial<Statistic> })
  })
  const round = setInterval(() => {
    counts.laggards += dropLaggards(open, log)
    if (shown() === told) return
    told = shown()
    io.local.emit('online', told)
  }, ROUND_MS)
  round.unref()

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        http.once('error', reject)
        http.listen({ port: options.port, host: options.host, backlog: WAITING_CONNECTIONS }, () => {
          http.off('error', reject)
          resolve()
        })
      }),
    get port() {
      return (http.address() as AddressInfo | null)?.port ?? options.port
    },
    publishDrops: (list) => drops.add(list),
    publishStatistic: (part) => statistics.add([part]),
    tellPlayer(playerId, event, payload) {
      const room = io.to(playerRoom(playerId))
      // The parameters of the events differ; the signature has matched them already.
      ;(room.emit as (event: string, payload: unknown) => void).call(room, event, payload)
    },
    notifyPlayer(playerId, wordsIn) {
      for (const language of LANGUAGES) {
        io.to(languageRoom(playerId, language)).emit('notify', { id: playerId, ...wordsIn(language) })
      }
    },
    closeSession: (sessionId, reach) => closeRoom(sessionRoom(sessionId), reach),
    openSessions: () => [...new Set([...io.of('/').sockets.values()].flatMap(({ data }) => data.sessionId ?? []))],
    closePlayer: (playerId) => closeRoom(playerRoom(playerId)),
    counts: () => counts,
    onlineCount,
    async close() {
      shutDoor()
      clearInterval(round)
      drops.stop()
      statistics.stop()
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
