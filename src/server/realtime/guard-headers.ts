// What every answer of the realtime port tells browsers: there is nothing here to guess, to frame or to run.
import type { Server } from 'node:http'

/** A year, as the site itself says it. */
const HSTS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

const HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
] as const

/**
 * Puts the headers on whatever a server answers, refusals too. To be called when all others listen to it already.
 *
 * @param secure whether the site is reached over TLS alone
 */
export function guardAnswers(server: Server, secure: boolean): void {
  const headers = new Map<string, string>(secure ? [...HEADERS, HSTS] : HEADERS)
  server.prependListener('request', (_request, response) => void response.setHeaders(headers))
}
