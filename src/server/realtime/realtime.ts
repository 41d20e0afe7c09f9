// Tells browsers what happens, over Socket.IO on a port of its own. Nothing is asked here and nothing depends on it: the API is
// the truth, delivery is at most once, and a page that missed something asks GET /live.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DefaultEventsMap, Server } from 'socket.io'
import type { LiveDrop, Statistic } from '../../contract/live.ts'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { createGathering } from './gathering.ts'
import { type Connection, drop, lags, waitingFor } from './laggards.ts'
import { createOnlineBoost } from './online-boost.ts'

/** Five `live` messages a second at most, each with so many drops at most; a strip of ten could not show more. */
const LIVE_EVERY_MS = 200
const LIVE_DROPS = 50
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
  /** From 0 to below 1. */
  random(): number
  /** Milliseconds since 1970. */
  now(): number
}

type PlayerEvent = 'update user' | 'order' | 'withdrawal' | 'exclusion'

/** A toast, before it is known for whom. */
type Toast = Omit<Parameters<ServerEvents['notify']>[0], 'id'>

export interface Realtime {
  /** @throws when the port is taken */
  listen(): Promise<void>
  /** The port that it listens on. */
  readonly port: number
  /** Tells everyone of new drops, oldest first, gathered; a client that cannot take them right now never hears of them. */
  publishDrops(drops: readonly LiveDrop[]): void
  /** Tells everyone of changed counters, gathered. */
  publishStatistic(part: Partial<Statistic>): void
  /** Tells one player alone, on every device. */
  tellPlayer<Event extends PlayerEvent>(
    playerId: number,
    event: Event,
    payload: Parameters<ServerEvents[Event]>[0],
  ): void
  /** Tells one player alone, each device in its own language. */
  notifyPlayer(playerId: number, wordsIn: (language: Language) => Toast): void
  closeSession(sessionId: string): void
  closePlayer(playerId: number): void
  /** Open connections, without the boost that the counter shows. */
  onlineCount(): number
  /** Ends all connections and stops listening, within two seconds. */
  close(): Promise<void>
}

interface SocketFields {
  /** The rooms of its player and session; none for a guest. */
  rooms?: string[]
}

const playerRoom = (playerId: number): string => `player:${playerId}`
const languageRoom = (playerId: number, language: Language): string => `player:${playerId}:${language}`
const sessionRoom = (sessionId: string): string => `session:${sessionId}`

/** The dearest drops in their order, where there are more than one message holds. */
function foremost(drops: readonly LiveDrop[]): LiveDrop[] {
  if (drops.length <= LIVE_DROPS) return [...drops]
  const chosen = new Set(drops.toSorted((one, other) => other.price - one.price).slice(0, LIVE_DROPS))
  return drops.filter((candidate) => chosen.has(candidate))
}

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
function identifySockets(io: Io, { identify, languageOf, log }: RealtimeOptions): (room: string) => void {
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

  return (room) => {
    if (pending > 0) closed.add(room)
    io.in(room).disconnectSockets(true)
  }
}

function dropLaggards(open: ReadonlySet<Connection>, log: RealtimeOptions['log']): void {
  for (const connection of open) {
    if (!lags(connection)) continue
    log.warn({ connection: connection.id, ...waitingFor(connection) }, 'A client that stopped reading was dropped')
    drop(connection)
  }
}

/** Makes the server; it listens once told. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { allowedOrigin, log } = options
  const mayConnect = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    allowedOrigin(headers.origin, headers.host)
  const http = createServer((_, response) => response.writeHead(404).end())
  const io: Io = new Server(http, {
    serveClient: false,
    httpCompression: false,
    perMessageDeflate: false,
    maxHttpBufferSize: INCOMING_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request, answer) => answer(null, mayConnect(request)),
    // Polling crosses to another port; a WebSocket needs no such leave.
    cors: (request, answer) =>
      answer(null, { origin: mayConnect(request) && request.headers.origin, credentials: true }),
  })
  const open = watchConnections(io)
  const closeRoom = identifySockets(io, options)
  const boost = createOnlineBoost(options)
  const onlineCount = (): number => io.of('/').sockets.size
  const shown = (): number => onlineCount() + boost()
  let told = 0

  io.on('connection', (socket) => {
    socket.emit('online', shown())
  })

  const drops = createGathering<LiveDrop>(LIVE_EVERY_MS, (all) => {
    io.volatile.emit('live', { item: { all: foremost(all) } })
  })
  const statistics = createGathering<Partial<Statistic>>(STATISTIC_EVERY_MS, (parts) => {
    io.emit('stats', { live: Object.assign({}, ...parts) as Partial<Statistic> })
  })
  const round = setInterval(() => {
    dropLaggards(open, log)
    if (shown() === told) return
    told = shown()
    io.emit('online', told)
  }, ROUND_MS)
  round.unref()

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        http.once('error', reject)
        http.listen(options.port, options.host, () => {
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
    closeSession: (sessionId) => closeRoom(sessionRoom(sessionId)),
    closePlayer: (playerId) => closeRoom(playerRoom(playerId)),
    onlineCount,
    async close() {
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
