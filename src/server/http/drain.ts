// What an instance does between the signal to stop and its end, so that no call behind a balancer fails. First it is not ready, and ends
// each connection with its response: balancers with health checks turn away. Then nginx, which checks nothing in Debian's build, is sent
// to the other instance, so that nothing arrives any more when the port closes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** By this header a proxy says that it repeats a call at another instance when this one answers 502 (deploy/nginx.conf.template). */
export const REPEATS_ELSEWHERE = 'x-repeats-elsewhere'

/** The part of the time after which the proxy is sent away: before, balancers with health checks notice. */
const SERVING_PART = 0.5

const CHECKS = new Set(['/health', '/ready'])

export interface Drain {
  /** True from the start of the drain on. */
  isLeaving(): boolean
  /**
   * Prepares a response: during the drain its connection ends with it.
   *
   * @returns true for a call to be repeated at another instance
   */
  redirects(request: FastifyRequest, reply: FastifyReply): boolean
  /** Starts the drain; resolves when its time is over. */
  start(ms: number): Promise<void>
}

/** Creates the drain of an instance. */
export function createDrain(): Drain {
  let redirectsFromMs = Number.POSITIVE_INFINITY
  const isLeaving = (): boolean => redirectsFromMs !== Number.POSITIVE_INFINITY
  return {
    isLeaving,
    redirects(request, reply) {
      if (!isLeaving()) return false
      reply.raw.shouldKeepAlive = false
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const isRepeated = isRead && request.headers[REPEATS_ELSEWHERE] !== undefined && !CHECKS.has(request.url)
      return isRepeated && performance.now() >= redirectsFromMs
    },
    async start(ms) {
      redirectsFromMs = performance.now() + ms * SERVING_PART
      await new Promise((resolve) => setTimeout(resolve, ms))
    },
  }
}

/** Lets an app hand over to other instances while it drains. */
export function drainApp(app: FastifyInstance, drain: Drain): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (drain.redirects(request, reply)) reply.code(502).header('retry-after', '1').send()
    else done()
  })
}
