// Throttles new connections: after a restart all clients reconnect at once. A few connections are accepted at a time, so that
// other work waits for a few handshakes, not for thousands.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many connections are accepted at once. */
export const ACCEPT_BATCH = 8
/** The delay until the next ones; together 800 a second, more than one process can serve. */
const EVERY_MS = 10

/**
 * Accepts connections in batches, in the order of their arrival. A connection that arrives while none is waiting is accepted at
 * once.
 *
 * @returns stops accepting: waiting and new connections are closed
 */
export function throttleConnections(server: Server): () => void {
  const through = server.listeners('connection')
  server.removeAllListeners('connection')
  const waiting: Socket[] = []
  let places = ACCEPT_BATCH
  let timer: NodeJS.Timeout | undefined
  let isShut = false

  function accept(socket: Socket): void {
    places--
    for (const listener of through) listener.call(server, socket)
  }

  function acceptNext(): void {
    places = ACCEPT_BATCH
    // Those that closed while waiting take no place.
    while (places > 0) {
      const socket = waiting.shift()
      if (socket === undefined) break
      if (!socket.destroyed) accept(socket)
    }
    // Nobody came since the last time, and nobody waits.
    timer = places === ACCEPT_BATCH ? undefined : setTimeout(acceptNext, EVERY_MS)
  }

  server.on('connection', (socket: Socket) => {
    if (isShut) {
      socket.destroy()
      return
    }
    if (places > 0 && waiting.length === 0) accept(socket)
    else {
      // Nobody else listens to it yet: a client that resets it would end the process.
      socket.on('error', () => socket.destroy())
      waiting.push(socket)
    }
    timer ??= setTimeout(acceptNext, EVERY_MS)
  })
  return () => {
    isShut = true
    clearTimeout(timer)
    for (const socket of waiting.splice(0)) socket.destroy()
  }
}
