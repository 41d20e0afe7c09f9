// What every answer tells browsers not to do. The headers never change while the server runs, so they are made once.
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Nothing here looks, listens, locates or pays through the browser, and nothing that is framed may. Bluetooth is not named: browsers
 * that lack it warn of that on every page, and those that have it ask before they use it.
 */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The headers, as helmet writes them on an answer that nobody gets. */
function headersIn(mode: Config['mode']): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const write = helmet({
    // Documents bring a policy of their own; everything else may do nothing at all.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: mode === 'live' ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  write(response.req, response, (error) => {
    if (error !== undefined) throw error
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS }
}

/** Puts them on every answer of an app; a route may replace them. */
export function secureHeaders(app: FastifyInstance, mode: Config['mode']): void {
  const headers = headersIn(mode)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
