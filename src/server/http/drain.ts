// What an instance does between the signal to stop and its end, so that no call behind a balancer fails. First it is not ready, and ends
// each connection with its response: balancers with health checks turn away. Then nginx, which checks nothing in Debian's build, is sent
// to the other instance, so that nothing arrives any more when the port closes.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** By this header a proxy says that it repeats a call at another instance when this one answers 502 (deploy/nginx.conf.template). */
export const REPEATS_ELSEWHERE = 'x-repeats-elsewhere'

/** The part of the time after which the proxy is sent away: before, balancers with health checks notice. */
const SERVING_PART = 0.5

const CHECKS = new Set(['/health', '/ready'])

export interface Drain {
  /** True from the start of the drain of a whole instance on. */
  isLeaving(): boolean
  /**
   * Prepares a response: during the drain its connection ends with it.
   *
   * @returns true when the call was answered, to be repeated at another instance
   */
  redirects(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Starts the drain; resolves when its time is over.
   *
   * @param isWhole false for a worker whose instance goes on: balancers know the instance, which is ready, and have no other address for it
   */
  start(ms: number, isWhole?: boolean): Promise<void>
}

/** Creates the drain of an instance. */
export function createDrain(): Drain {
  let redirectsFromMs = Number.POSITIVE_INFINITY
  let isOn = false
  return {
    isLeaving: () => redirectsFromMs !== Number.POSITIVE_INFINITY,
    redirects(request, response) {
      if (!isOn) return false
      response.shouldKeepAlive = false
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const isRepeated = isRead && request.headers[REPEATS_ELSEWHERE] !== undefined && !CHECKS.has(request.url ?? '')
      if (!isRepeated || performance.now() < redirectsFromMs) return false
      response.writeHead(502, { 'retry-after': '1' }).end()
      return true
    },
    async start(ms, isWhole = true) {
      isOn = true
      if (isWhole) redirectsFromMs = performance.now() + ms * SERVING_PART
      await new Promise((resolve) => setTimeout(resolve, ms))
    },
  }
}
