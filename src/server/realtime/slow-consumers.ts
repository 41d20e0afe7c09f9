// Finds slow consumers, clients that stopped reading, and drops them. Their pending messages fill our memory: 20 of them took a
// server from 62 to 559 MB.
import type { IncomingMessage } from 'node:http'
import type { Io } from './rooms.ts'

const WAITING_BYTES = 1_048_576
const WAITING_PACKETS = 500

/** The parts of an Engine.IO connection that we read; its types leave them out. */
export interface Connection {
  readonly id: string
  /** The request that it began with. */
  readonly request: IncomingMessage
  /** Packets that no transport has taken yet. */
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: {
    /** Only a WebSocket has it; a polling client takes all pending packets with its next request, or times out. */
    readonly socket?: { readonly bufferedAmount: number; terminate(): void }
  }
  close(discard: boolean): void
}

/** Returns what is pending for a client: packets, and bytes that its transport holds or will hold. */
export function pendingFor({ writeBuffer, transport }: Connection): { packets: number; bytes: number } {
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += Buffer.byteLength(data)
  return { packets: writeBuffer.length, bytes }
}

/** Tells whether more is pending for a client than the limit. */
export function isSlow(connection: Connection): boolean {
  const { packets, bytes } = pendingFor(connection)
  return packets > WAITING_PACKETS || bytes > WAITING_BYTES
}

/**
 * Ends a connection at once. A WebSocket's closing handshake would keep the pending messages until the client answers, so there
 * is none.
 */
export function dropConnection(connection: Connection): void {
  connection.transport.socket?.terminate()
  connection.close(true)
}

/** Returns all open connections of Engine.IO, whose own list is hidden. */
export function watchConnections(io: Io): ReadonlySet<Connection> {
  const open = new Set<Connection>()
  io.engine.on('connection', (socket) => {
    const connection = socket as unknown as Connection
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  })
  return open
}

/** Drops the slow consumers among open connections; returns how many there were. */
export function dropSlowConsumers(
  open: ReadonlySet<Connection>,
  log: { warn(fields: object, message: string): void },
): number {
  let dropped = 0
  for (const connection of open) {
    if (!isSlow(connection)) continue
    log.warn({ connection: connection.id, ...pendingFor(connection) }, 'A client that stopped reading was dropped')
    dropConnection(connection)
    dropped++
  }
  return dropped
}
