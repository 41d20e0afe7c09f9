// Security headers of every response of the realtime port: no sniffing, no framing, no scripts.
import type { Server } from 'node:http'

/** A year, as on the site itself. */
const HSTS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

const HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
] as const

/**
 * Sets the headers on every response of a server, refusals too. To be called after all other listeners are attached.
 *
 * @param secure whether the site is reached over TLS only
 */
export function setGuardHeaders(server: Server, secure: boolean): void {
  const headers = new Map<string, string>(secure ? [...HEADERS, HSTS] : HEADERS)
  server.prependListener('request', (_request, response) => void response.setHeaders(headers))
}
