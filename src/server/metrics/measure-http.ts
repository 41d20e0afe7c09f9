// Counts requests by their declared route, never by the requested URL.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

interface RequestLabels {
  readonly method: string
  readonly route: string
  readonly status: string
}

/** Requests without a declared route: documents and unknown URLs. */
const OTHER = 'other'

/** Counts every request of an app, and how long it took. */
export function measureHttp(app: FastifyInstance, { requests, durations }: Metrics): void {
  const seriesOf = ({ method, route, status }: RequestLabels) => ({
    requests: requests.labels({ method, route, status }),
    durations: durations.labels({ method, route }),
  })
  /** By labels: the library would look a series up by its labels twice for every request. */
  const known = new Map<string, ReturnType<typeof seriesOf>>()
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const method = METHODS.has(request.method) ? request.method : OTHER
    const route = request.routeOptions.url ?? OTHER
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const key = `${method} ${status} ${route}`
    const series = known.get(key) ?? seriesOf({ method, route, status })
    known.set(key, series)
    series.requests.inc()
    series.durations.observe(reply.elapsedTime / 1000)
    done()
  })
}
