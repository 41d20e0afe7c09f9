// What a connection may send. Browsers send their token, answers to pings, and one packet on leaving. A connection that sends more is cut
// before Socket.IO reads its packets, because each one takes time from everyone else.
import type { Server as HttpServer } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { Io } from './rooms.ts'
import { type Connection, dropConnection } from './slow-consumers.ts'

/** Why a connection was cut, or a request refused. */
export type FloodReason = 'connects' | 'packets' | 'bytes' | 'foreign' | 'requests'

export interface ConnectionBudget {
  /** In this time. */
  readonly spanMs: number
  /** A connection and a change of transport take six; a ping has one answer in 25 seconds. */
  readonly packets: number
  /** Four times the largest packet, of which browsers send one. */
  readonly bytes: number
  /** In all. Browsers connect to one namespace, once. */
  readonly connects: number
  /** In a second, with all that HTTP and WebSocket add: long polling takes 10 KB, and a proxy may pass on that of some dozens by one connection. */
  readonly rawBytesPerSecond: number
}

export const CONNECTION_BUDGET: ConnectionBudget = {
  spanMs: 10_000,
  packets: 40,
  bytes: 16_384,
  connects: 3,
  rawBytesPerSecond: 524_288,
}

/** A packet of Engine.IO, as far as it is read here. */
interface Packet {
  readonly type: string
  readonly data?: unknown
}

/** The first letters of the messages that a client of Socket.IO sends to a server of ours: connect, disconnect, an event. */
const [CONNECT, DISCONNECT, EVENT] = ['0', '1', '2']

/** Tells whether a message is one that no client of ours sends: an acknowledgement, an error or an attachment. */
function isForeign(data: unknown): boolean {
  return typeof data !== 'string' || ![CONNECT, DISCONNECT, EVENT].includes(data.charAt(0))
}

function bytesOf(data: unknown): number {
  if (typeof data === 'string') return Buffer.byteLength(data)
  return data instanceof Uint8Array ? data.byteLength : 0
}

/**
 * Returns a count of one connection's packets, which says why it is to be cut; null while it may go on.
 *
 * @param nowMs a clock that never goes back
 */
export function countPackets(
  budget: ConnectionBudget,
  nowMs: () => number = () => performance.now(),
): (packet: Packet) => FloodReason | null {
  let endsMs = 0
  let packets = 0
  let bytes = 0
  let connects = 0
  return ({ type, data }) => {
    const now = nowMs()
    if (now >= endsMs) {
      endsMs = now + budget.spanMs
      packets = 0
      bytes = 0
    }
    packets++
    bytes += bytesOf(data)
    if (type === 'message') {
      if (isForeign(data)) return 'foreign'
      if ((data as string).startsWith(CONNECT ?? '')) connects++
    }
    if (connects > budget.connects) return 'connects'
    if (bytes > budget.bytes) return 'bytes'
    return packets > budget.packets ? 'packets' : null
  }
}

/** The parts of a connection of Engine.IO that its types hide. */
interface WatchedSocket extends Connection {
  on(event: 'packet', listener: (packet: Packet) => void): void
  on(event: 'upgrade', listener: () => void): void
  readonly transport: Connection['transport'] & {
    readonly socket?: { on(event: 'ping' | 'pong', listener: () => void): void }
  }
}

/** Cuts connections whose packets exceed their budget. `onCut` hears of each once. */
export function limitPackets(
  io: Io,
  budget: ConnectionBudget,
  onCut: (connection: Connection, reason: FloodReason) => void,
): void {
  io.engine.on('connection', (socket) => {
    const connection = socket as unknown as WatchedSocket
    const count = countPackets(budget)
    let isCut = false
    const watch = (packet: Packet): void => {
      if (isCut) return
      const reason = count(packet)
      if (reason === null) return
      isCut = true
      dropConnection(connection)
      onCut(connection, reason)
    }
    // WebSocket has pings of its own, which its library answers.
    const watchTransport = (): void => {
      for (const event of ['ping', 'pong'] as const)
        connection.transport.socket?.on(event, () => watch({ type: event }))
    }
    connection.on('packet', watch)
    connection.on('upgrade', watchTransport)
    watchTransport()
  })
}

/**
 * Returns a check of all TCP connections of a server, to be called every second. It closes those that sent too many bytes since the last
 * call.
 */
export function limitRawBytes(
  http: HttpServer,
  budget: ConnectionBudget,
  onCut: (socket: TcpSocket) => void,
): () => void {
  const read = new Map<TcpSocket, number>()
  http.on('connection', (socket: TcpSocket) => {
    read.set(socket, 0)
    socket.once('close', () => read.delete(socket))
  })
  return () => {
    for (const [socket, before] of read) {
      if (socket.bytesRead - before > budget.rawBytesPerSecond) {
        read.delete(socket)
        socket.destroy()
        onCut(socket)
      } else {
        read.set(socket, socket.bytesRead)
      }
    }
  }
}
