// Security headers of every response. They do not change while the server runs, so they are made once.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../base/config.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Features that neither the site nor a frame in it uses. Bluetooth is not listed: browsers without it log a warning on every page, and
 * browsers with it ask the user first.
 */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Returns the headers that helmet sets on a response. */
export function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const write = helmet({
    // Documents have a policy of their own; everything else may load nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: mode === 'live' ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Browsers of our floor ignore these, do the same without them, or read `frame-ancestors` instead: 190 bytes of every response.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  write(response.req, response, (error) => {
    if (error !== undefined) throw error
  })
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS }
}

/** Sets headers on every response of an app; a route may replace them. */
export function setHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
