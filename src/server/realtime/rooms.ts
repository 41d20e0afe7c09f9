// The rooms of players and sessions, and how a connection joins and leaves them.
import type { IncomingMessage } from 'node:http'
import type { DefaultEventsMap, Server } from 'socket.io'
import type { Language } from '../../game/base/language.ts'
import type { ClientEvents, ServerEvents, Topic } from '../../protocol/realtime.ts'

/** A text that is no token is not looked up. */
const TOKEN = /^[\w-]{1,100}$/

/** The player and session of a connection. */
export interface Identity {
  readonly playerId: number
  readonly sessionId: string
}

interface SocketFields {
  /** None for a guest. */
  playerId?: number
  /** None for a guest. */
  sessionId?: string
  /** The rooms of its player and session; none for a guest. */
  rooms?: string[]
}

export type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketFields>

/** Every instance, or this one only. */
export type InstanceScope = 'everywhere' | 'here'

/** Every device of a player. */
export const playerRoom = (playerId: number): string => `player:${playerId}`

/** Every device of a player that shows the site in a language. */
export const languageRoom = (playerId: number, language: Language): string => `player:${playerId}:${language}`

/** Every connection that shows the lobby of battles. */
export const LOBBY_ROOM: Topic = 'battles'

/** Every connection that shows a battle. */
export const battleRoom = (battleId: string): Topic => `battle:${battleId}`

const BATTLE_TOPIC = /^battle:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the topic that a handshake names; null for none, and for what is none. */
function topicOf(named: unknown): Topic | null {
  if (named === LOBBY_ROOM) return LOBBY_ROOM
  return typeof named === 'string' && BATTLE_TOPIC.test(named) ? (named as Topic) : null
}

/** Every connection of a session. */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`

export interface Handshake {
  /** Returns the player and session of a token; null when token and companion cookie do not make a session. */
  identify(token: string, cookieHeader: string): Promise<Identity | null>
  /** Returns the language of a connection's page. */
  languageOf(headers: IncomingMessage['headers']): Language
  readonly log: { error(fields: object, message: string): void }
}

/** Joins connections to the room of what their page watches, with a session or without. Joining costs no reading. */
export function joinTopics(io: Io): void {
  io.on('connection', (socket) => {
    const topic = topicOf(socket.handshake.auth.topic)
    if (topic !== null) void socket.join(topic)
  })
}

/** Joins connections with a session to their rooms; all others are guests. Returns a function that ends a room's sockets. */
export function identifySockets(
  io: Io,
  { identify, languageOf, log }: Handshake,
): (room: string, reach?: InstanceScope) => void {
  /** Rooms that were closed while connections were being identified, whose identification may be older than the closing. */
  const closed = new Set<string>()
  let pending = 0

  io.use(async (socket, next) => {
    const { auth, headers } = socket.handshake
    const { token } = auth
    if (typeof token !== 'string' || !TOKEN.test(token)) return next()
    pending++
    try {
      const identity = await identify(token, headers.cookie ?? '')
      if (identity !== null) {
        const { playerId, sessionId } = identity
        socket.data.playerId = playerId
        socket.data.sessionId = sessionId
        socket.data.rooms = [playerRoom(playerId), sessionRoom(sessionId), languageRoom(playerId, languageOf(headers))]
      }
    } catch (cause) {
      log.error({ err: cause }, 'A realtime connection could not be identified')
    }
    next()
    // After the socket has connected and joined.
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
