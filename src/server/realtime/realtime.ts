// Tells browsers what happens, over Socket.IO on a port of its own. Nothing is asked here and nothing depends on it: the API is
// the truth, delivery is at most once, and a page that missed something asks GET /live.
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type ServerOptions } from 'socket.io'
import type { ServerEvents } from '../../contract/realtime.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { WAITING_CONNECTIONS } from '../http/waiting-connections.ts'
import { type Broadcast, type BroadcastOptions, createBroadcast } from './broadcast.ts'
import { guardAnswers } from './guard-headers.ts'
import { dropLaggards, watchConnections } from './laggards.ts'
import { type Handshake, type Io, identifySockets, languageRoom, playerRoom, type Reach, sessionRoom } from './rooms.ts'
import { letInByTurns } from './turns-at-the-door.ts'

/** How often laggards are looked for and a changed online count is told. */
const ROUND_MS = 1_000
/** Browsers send their token and nothing else. */
const INCOMING_BYTES = 4_096
const CONNECT_TIMEOUT_MS = 10_000
/** Connections that do not end by themselves in this time are cut. */
const CLOSE_MS = 1_000

export interface RealtimeOptions extends Handshake, BroadcastOptions {
  /** 0 for any that is free. */
  readonly port: number
  readonly host: string
  /** Whether a page of this origin may connect; undefined where the client sent none, as no browser does. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Whether players reach it over TLS alone. */
  readonly secure?: boolean
  /** What lets rooms reach over instances; none where this is the only one. */
  readonly adapter?: ServerOptions['adapter']
}

type PlayerEvent = 'update user' | 'order' | 'withdrawal' | 'exclusion'

/** A toast, before it is known for whom. */
type Toast = Omit<Parameters<ServerEvents['notify']>[0], 'id'>

export interface Realtime extends Pick<Broadcast, 'publishDrops' | 'publishStatistic' | 'onlineCount'> {
  /** @throws when the port is taken */
  listen(): Promise<void>
  /** The port that it listens on. */
  readonly port: number
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
  /** Ends all connections and stops listening, within two seconds. */
  close(): Promise<void>
}

/** Socket.IO on a server, for pages that may connect and messages no larger than they have to be. */
function speakOn(http: HttpServer, { allowedOrigin, adapter }: RealtimeOptions): Io {
  const mayConnect = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    allowedOrigin(headers.origin, headers.host)
  return new Server(http, {
    serveClient: false,
    httpCompression: false,
    perMessageDeflate: false,
    maxHttpBufferSize: INCOMING_BYTES,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(adapter === undefined ? {} : { adapter }),
    allowRequest: (request, answer) => answer(null, mayConnect(request)),
    // Polling crosses to another port; a WebSocket needs no such leave.
    cors: (request, answer) =>
      answer(null, { origin: mayConnect(request) && request.headers.origin, credentials: true }),
  })
}

/** Makes the server; it listens once told. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const http = createServer((_, response) => response.writeHead(404).end())
  const shutDoor = letInByTurns(http)
  const io = speakOn(http, options)
  guardAnswers(http, options.secure === true)
  const open = watchConnections(io)
  const closeRoom = identifySockets(io, options)
  const broadcast = createBroadcast(io, options)
  let laggards = 0
  const round = setInterval(() => {
    laggards += dropLaggards(open, options.log)
    broadcast.tellOnline()
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
    publishDrops: broadcast.publishDrops,
    publishStatistic: broadcast.publishStatistic,
    onlineCount: broadcast.onlineCount,
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
    counts: () => ({ live: broadcast.liveCount(), laggards }),
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
