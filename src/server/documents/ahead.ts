// What is kept in memory is answered before Fastify routes a request: its routing and hooks cost more than the answer itself.
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Kept, readyAnswer } from './kept-answer.ts'
import { answerOnWire } from './wire.ts'

/** Looks for the answer to a request among what is kept. */
export type FindKept = (path: string, headers: IncomingHttpHeaders) => Kept | undefined

/** The path of an address, without its query. */
export function pathOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? address : address.slice(0, query)
}

/** Takes the place of an event's listeners; what it returns calls them. */
function stepBefore<Arguments extends unknown[]>(
  server: Server,
  event: string,
  listener: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const through = server.listeners(event)
  server.removeAllListeners(event)
  server.on(event, listener as (...given: unknown[]) => void)
  return (...given) => {
    for (const next of through) next.apply(server, given)
  }
}

/** What stands ahead of an app. */
export interface Ahead {
  /** How many requests it has answered. */
  answered(): number
}

/**
 * Puts shelves of kept files ahead of an app: the first that knows a path answers. A file goes through the app once, and from then
 * on leaves with the headers that the app gave it. The first requests of a connection are even answered ahead of Node's HTTP.
 */
export function answerAhead(app: FastifyInstance, shelves: readonly FindKept[]): Ahead {
  const server = app.server as Server
  const open = new Set<Socket>()
  let closing = false
  let answered = 0

  function find(address: string, headers: IncomingHttpHeaders): ReturnType<typeof readyAnswer> {
    const path = pathOf(address)
    for (const shelf of shelves) {
      const kept = shelf(path, headers)
      if (kept === undefined) continue
      const ready = readyAnswer(headers, kept)
      if (ready !== null) answered++
      return ready
    }
    return null
  }

  const routeRequest = stepBefore(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    const asks = request.method === 'GET' || request.method === 'HEAD'
    // While it closes, Fastify ends connections with each answer.
    const ready = asks && !closing ? find(request.url ?? '/', request.headers) : null
    if (ready === null) return routeRequest(request, response)
    response.writeHead(ready.status, ready.head)
    if (ready.body === null || request.method === 'HEAD') response.end()
    else response.end(ready.body)
  })

  const readHttp = stepBefore(server, 'connection', (socket: Socket) => {
    if (closing) return readHttp(socket)
    open.add(socket)
    answerOnWire(socket, {
      find,
      idleMs: server.keepAliveTimeout,
      handOn: () => {
        open.delete(socket)
        readHttp(socket)
      },
      gone: () => open.delete(socket),
    })
  })

  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) socket.destroySoon()
  })
  return { answered: () => answered }
}
