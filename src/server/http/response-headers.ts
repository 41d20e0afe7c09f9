// The security and language headers of every response. One set for each language is made at the start.
import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import { offeredLanguages } from '../../i18n/text.ts'
import type { Config } from '../config/config.ts'
import { languageFrom } from './identity.ts'

const YEAR_SECONDS = 31_536_000

/** What the choice of a language depends on. */
export const LANGUAGE_VARY = 'Cookie, Accept-Language'

/**
 * Features that neither the site nor a frame in it uses. Bluetooth is not listed: browsers without it log a warning on every page, and
 * browsers with it ask the user first.
 */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Returns the headers that helmet sets on a response, and ours. */
function securityHeaders(mode: Config['mode']): Readonly<Record<string, string>> {
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

/** The headers of every response, by its language. */
export type ResponseHeaders = Readonly<Record<Language, Readonly<Record<string, string>>>>

/** Makes the headers of a mode. */
export function createResponseHeaders(mode: Config['mode']): ResponseHeaders {
  const security = securityHeaders(mode)
  const headersIn = (language: Language) => ({ ...security, 'content-language': language, vary: LANGUAGE_VARY })
  const all: [Language, Readonly<Record<string, string>>][] = LANGUAGES.map((name) => [name, headersIn(name)])
  return Object.fromEntries(all) as Record<Language, Readonly<Record<string, string>>>
}

/** Returns the headers of the response to a request with these headers; to none, those in English. */
export function headersFor(all: ResponseHeaders, request: IncomingHttpHeaders = {}): Readonly<Record<string, string>> {
  return all[languageFrom(request)]
}

/**
 * Sets the headers on every response of an app; a route may replace them.
 *
 * @param offered the languages of its responses: for players those that the shop offers
 */
export function setResponseHeaders(
  app: FastifyInstance,
  all: ResponseHeaders,
  offered: () => readonly Language[] = offeredLanguages,
): void {
  app.decorateRequest('language', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.language = languageFrom(request.headers, offered())
    reply.headers(all[request.language])
    done()
  })
}
