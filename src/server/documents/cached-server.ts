// Cached files are sent by Node's HTTP server before Fastify routes the request: its router and hooks cost more than the response.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { type ConnectionLimits, limitConnections } from '../base/connection-limits.ts'
import type { Drain } from '../http/drain.ts'
import { type CachedResponse, type FileResponse, responseMaker } from './cached-response.ts'

/** Looks a path up among the cached files; the query begins with its `?`, and is empty for most. */
export type FindCached = (path: string, headers: IncomingHttpHeaders, query: string) => FileResponse | undefined

/** Returns the path of an address, without its query. */
export function pathOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? address : address.slice(0, query)
}

/** Returns the query of an address with its `?`; empty where it has none. */
export function queryOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? '' : address.slice(query)
}

export interface CachedServerOptions extends ConnectionLimits {
  /** In the order of lookup; the first cache with the path responds. */
  readonly caches: readonly FindCached[]
  /** Headers that the app's hooks set on every response. */
  readonly headers: Readonly<Record<string, string>>
  /** What the server does before it closes. */
  readonly drain: Drain
}

export interface CachedServer {
  /** Makes the HTTP server of a Fastify app. */
  readonly serverFactory: FastifyServerFactory<Server>
  /** Sends everything through Fastify from now on, which ends connections with each response while it closes. */
  stop(): void
  /** How many requests were answered from the caches. */
  answered(): number
}

/** Creates an HTTP server that sends cached files itself and passes every other request to Fastify. */
export function createCachedServer({ caches, headers, drain, ...limits }: CachedServerOptions): CachedServer {
  const respond = responseMaker(headers)
  let isStopping = false
  let answered = 0

  function find(address: string, asked: IncomingHttpHeaders): CachedResponse | null {
    const path = pathOf(address)
    const query = queryOf(address)
    for (const cache of caches) {
      const cached = cache(path, asked, query)
      if (cached === undefined) continue
      const response = respond(asked, cached)
      // What has to be unpacked first is left to the app, which counts pages by address.
      return response.isAtHand() ? response : null
    }
    return null
  }

  return {
    serverFactory: (routeRequest) => {
      const server = createServer(limits, (request, response) => {
        if (drain.redirects(request, response)) return
        const isRead = request.method === 'GET' || request.method === 'HEAD'
        const cached = isRead && !isStopping ? find(request.url ?? '/', request.headers) : null
        if (cached === null) return routeRequest(request, response)
        answered++
        response.writeHead(cached.status, cached.head)
        if (cached.body === undefined || request.method === 'HEAD') response.end()
        else response.end(cached.body())
      })
      return limitConnections(server, limits)
    },
    stop: () => {
      isStopping = true
    },
    answered: () => answered,
  }
}
