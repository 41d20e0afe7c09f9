// Closing a port resets the connections that the system has accepted and Node has not: their calls would get no answer.
import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** New connections may arrive all the time. */
const MOST_MS = 1_000

/**
 * Takes the connections that wait at a port, so that closing it does not reset them. Node takes one in a turn of its event loop (libuv,
 * uv__server_io); the queue is empty after a turn without one.
 *
 * @returns resolves right after that turn: what closes the port now leaves microseconds in which a connection may arrive unseen
 */
export async function takeWaitingConnections(server: Server): Promise<void> {
  let taken = 0
  const count = (): void => {
    taken++
  }
  server.on('connection', count)
  const untilMs = performance.now() + MOST_MS
  // Of this turn only the end may be left, which takes none.
  await nextTurn()
  do {
    taken = 0
    await nextTurn()
  } while (taken > 0 && performance.now() < untilMs)
  server.off('connection', count)
}
