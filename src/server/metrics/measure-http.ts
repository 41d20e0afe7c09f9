// Counts requests by the route as it was declared, never by the address that was asked for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { Ahead } from '../documents/ahead.ts'
import type { Metrics } from './metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** What no route was declared for: documents and addresses that are not there. */
const OTHER = 'other'

/** Counts every request that an app answers, and how long it took. */
export function measureHttp(app: FastifyInstance, { requests, durations }: Metrics): void {
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const method = METHODS.has(request.method) ? request.method : OTHER
    const route = request.routeOptions.url ?? OTHER
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}

/** Counts what is answered from memory before any route: read when somebody asks, for a page costs less than to count it here. */
export function measureAhead({ registry }: Metrics, ahead: Ahead): void {
  new Counter({
    name: 'spacedrop_documents_from_memory_total',
    help: 'Documents and assets answered from memory, past every route',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(ahead.answered())
    },
  })
}
