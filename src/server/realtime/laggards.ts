// Finds the clients that stopped reading, and drops them. What waits for them is memory of ours: 20 of them took a server from 62 to
// 559 MB.
import type { Io } from './rooms.ts'

const WAITING_BYTES = 1_048_576
const WAITING_PACKETS = 500

/** What we look at of a connection of Engine.IO, whose types leave it out. */
export interface Connection {
  readonly id: string
  /** Packets that no transport has taken yet. */
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: {
    /** Only a WebSocket has it; a polling client takes all that waits with its next request, or times out. */
    readonly socket?: { readonly bufferedAmount: number; terminate(): void }
  }
  close(discard: boolean): void
}

/** What waits for a client: packets, and bytes that its transport holds or will have to. */
export function waitingFor({ writeBuffer, transport }: Connection): { packets: number; bytes: number } {
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) if (typeof data === 'string') bytes += Buffer.byteLength(data)
  return { packets: writeBuffer.length, bytes }
}

/** Whether more waits for a client than it may leave waiting. */
export function lags(connection: Connection): boolean {
  const { packets, bytes } = waitingFor(connection)
  return packets > WAITING_PACKETS || bytes > WAITING_BYTES
}

/** Ends a connection at once. A WebSocket's closing handshake would keep what waits until the client answers, so it gets none. */
export function drop(connection: Connection): void {
  connection.transport.socket?.terminate()
  connection.close(true)
}

/** All open connections of Engine.IO, whose own list is hidden. */
export function watchConnections(io: Io): ReadonlySet<Connection> {
  const open = new Set<Connection>()
  io.engine.on('connection', (socket) => {
    const connection = socket as unknown as Connection
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  })
  return open
}

/** Drops those among open connections that lag; answers how many there were. */
export function dropLaggards(
  open: ReadonlySet<Connection>,
  log: { warn(fields: object, message: string): void },
): number {
  let dropped = 0
  for (const connection of open) {
    if (!lags(connection)) continue
    log.warn({ connection: connection.id, ...waitingFor(connection) }, 'A client that stopped reading was dropped')
    drop(connection)
    dropped++
  }
  return dropped
}
