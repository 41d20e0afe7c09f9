// Serves the metrics on their own port, which players never reach: they reveal what the shop earns.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsSettings } from '../config/config.ts'
import { listenError } from '../network/listen-error.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Answers GET /metrics, and 404 to everything else.
 *
 * @returns null when the default port is taken: a second site on one machine runs without metrics
 * @throws when a port that the operator set is taken
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host, isAsked }: MetricsSettings,
  log: Log,
): Promise<MetricsServer | null> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || isAsked)
      throw listenError(error, { portSetting: 'METRICS_PORT', hostSetting: 'METRICS_HOST', port, host })
    log.warn({ port }, 'the port of the metrics is taken, so this process has none: give it another METRICS_PORT')
    return null
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
