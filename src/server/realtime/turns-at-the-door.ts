// After a restart everyone comes back at once. Connections are let in a few at a time, so that whatever else the process is asked
// meanwhile waits for a few handshakes, not for thousands.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many are let in at once. */
export const AT_ONCE = 8
/** Until the next; together 800 a second, which is more than one process can greet. */
const EVERY_MS = 10

/**
 * Lets connections in by turns, in the order in which they came. One that comes while nobody waits does not wait.
 *
 * @returns shuts the door: whoever waits is sent away, and so is whoever comes
 */
export function letInByTurns(server: Server): () => void {
  const through = server.listeners('connection')
  server.removeAllListeners('connection')
  const waiting: Socket[] = []
  let places = AT_ONCE
  let timer: NodeJS.Timeout | undefined
  let isShut = false

  function letIn(socket: Socket): void {
    places--
    for (const listener of through) listener.call(server, socket)
  }

  function nextTurn(): void {
    const isCalm = places === AT_ONCE
    places = AT_ONCE
    for (const socket of waiting.splice(0, AT_ONCE)) if (!socket.destroyed) letIn(socket)
    timer = isCalm ? undefined : setTimeout(nextTurn, EVERY_MS)
  }

  server.on('connection', (socket: Socket) => {
    if (isShut) {
      socket.destroy()
      return
    }
    if (places > 0 && waiting.length === 0) letIn(socket)
    else waiting.push(socket)
    timer ??= setTimeout(nextTurn, EVERY_MS)
  })
  return () => {
    isShut = true
    clearTimeout(timer)
    for (const socket of waiting.splice(0)) socket.destroy()
  }
}
