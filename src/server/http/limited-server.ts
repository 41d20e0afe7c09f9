// The HTTP server of both ports: with limits of time, and with the headers of every response where no request ever came to be.
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../network/connection-limits.ts'
import { headersFor, type ResponseHeaders } from './response-headers.ts'

/** The statuses of errors of Node's parser and timers; any other is 400. */
const STATUSES: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers on a connection that has no response, without a body, and ends it. Does nothing where the other side has gone. */
export function refuseConnection(connection: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  // After an upgrade Node listens no more: a client that resets the connection would end the process.
  connection.on('error', () => connection.destroy())
  if (!connection.writable) return
  const all = { ...headers, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
}

export interface LimitedServerOptions {
  /** Of every response. */
  readonly headers: ResponseHeaders
  readonly limits?: ConnectionLimits
}

/** Makes a server. A request whose connection has closed is not handled: nobody reads its answer, and it has no address any more. */
export function createLimitedServer(
  handle: RequestListener,
  { headers, limits = CONNECTION_LIMITS }: LimitedServerOptions,
): Server {
  const handleOpen: RequestListener = (request, response) => {
    if (request.socket.remoteAddress !== undefined) handle(request, response)
  }
  const server = createServer(limits, handleOpen).setTimeout(limits.timeout)
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    refuseConnection(connection, STATUSES[error.code ?? ''] ?? 400, headersFor(headers))
    connection.destroy(error)
  })
  return server
}
