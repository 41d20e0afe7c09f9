// Identifies the caller: the session of the bearer token and its companion cookie, and the language of the response.
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Language } from '../../game/base/language.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '../../i18n/language.ts'
import { offeredLanguages } from '../../i18n/text.ts'
import { ProtocolError } from '../base/refusal.ts'
import { bannedRefusal } from '../services/account/bans.ts'
import type { Session, Sessions } from '../services/account/sessions.ts'
import { type CookieJar, TOKEN_COOKIE } from './cookies.ts'
import { SAFE_METHODS } from './csrf.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the visitor, once it was asked for. */
    language: Language | null
    /** Null for a guest. Set for calls below /api only. */
    session: Session | null
    /** The session of the browser's cookies, where a call has no bearer token: it only binds the CSRF token. */
    browserSession: Session | null
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? '')
  return match?.[1]
}

/**
 * Returns the language of the visitor who sent a request with these headers.
 *
 * @param offered what to choose from: for players what the shop offers
 */
export function languageFrom(
  { cookie, 'accept-language': acceptLanguage }: IncomingHttpHeaders,
  offered: readonly Language[] = offeredLanguages(),
): Language {
  const chosen = cookie === undefined ? undefined : parseCookie(cookie)[LANGUAGE_COOKIE]
  return negotiateLanguage(chosen, acceptLanguage, offered)
}

/** Returns the visitor's language. */
export function languageOf(request: FastifyRequest): Language {
  request.language ??= languageFrom(request.headers)
  return request.language
}

/** Returns the session of a call that guests cannot make. Throws 401 for a guest. */
export function requireSession(request: FastifyRequest): Session {
  if (request.session === null) throw new ProtocolError(401, 'signed-out')
  return request.session
}

/** Identifies the caller before any other hook. Banned players read as guests, and are refused with the reason when they act. */
export const identity = fp<{ sessions: Sessions; jar: CookieJar }>(
  async (app, { sessions, jar }) => {
    app.decorateRequest('session', null)
    app.decorateRequest('browserSession', null)
    app.addHook('onRequest', async (request) => {
      const companion = request.cookies[jar.companion]
      const bearer = bearerToken(request)
      const credentials = [bearer, companion] as const
      request.session = await sessions.identify(...credentials)
      request.browserSession =
        bearer === undefined ? await sessions.identify(request.cookies[TOKEN_COOKIE], companion) : request.session
      if (request.session !== null || SAFE_METHODS.has(request.method)) return
      const ban = await sessions.banOf(...credentials)
      if (ban !== null) throw bannedRefusal(ban)
    })
  },
  { name: 'identity' },
)
