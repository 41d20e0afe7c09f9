// A limit for requests to the realtime port: handshakes, polls and changes of transport, before Engine.IO looks at them.
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { growingCache } from '../base/growing-cache.ts'
import { networkSteps } from '../network/networks.ts'

/** In ten seconds a network of fifty visitors connects twice after an outage; nginx passes fewer on. */
const REQUESTS = { spanMs: 10_000, most: 300 } as const
const NETWORKS_MAX = 50_000

/** Refuses with status 429. */
export interface Refuse {
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex): void
}

/** Returns a count of requests by network, in this process. True for one that is within the limit of each of its networks. */
function countRequests(): (address: string) => boolean {
  const windows = growingCache<string, { count: number; endsMs: number }>(NETWORKS_MAX)
  const isWithin = (network: string, most: number): boolean => {
    const nowMs = performance.now()
    const known = windows.get(network)
    const window = known !== undefined && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + REQUESTS.spanMs }
    window.count++
    windows.set(network, window)
    return window.count <= most
  }
  // A network that is refused does not use up what its neighbours have.
  return (address) => networkSteps(address).every(({ network, share }) => isWithin(network, REQUESTS.most * share))
}

/**
 * Puts the limit before all listeners of a server.
 *
 * @param addressOf returns the address of a caller
 */
export function limitRequests(http: HttpServer, addressOf: (request: IncomingMessage) => string, refuse: Refuse): void {
  const isWithin = countRequests()
  const requests = http.listeners('request') as RequestListener[]
  const upgrades = http.listeners('upgrade') as ((...given: unknown[]) => void)[]
  http.removeAllListeners('request').removeAllListeners('upgrade')
  http.on('request', (request, response) => {
    if (!isWithin(addressOf(request))) refuse.request(request, response)
    else for (const listener of requests) listener.call(http, request, response)
  })
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWithin(addressOf(request))) refuse.upgrade(request, socket)
    else for (const listener of upgrades) listener.call(http, request, socket, head)
  })
}
