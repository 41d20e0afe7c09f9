// Who asks: the session behind the bearer token and its companion cookie, and the language of the answer.
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Language } from '../../game/language.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '../../i18n/language.ts'
import { ProtocolError } from '../refusal.ts'
import { bannedRefusal } from '../services/bans.ts'
import type { Session, Sessions } from '../services/sessions.ts'
import type { CookieJar } from './cookies.ts'
import { SAFE_METHODS } from './csrf.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a guest. Known for calls below /api only. */
    session: Session | null
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? '')
  return match?.[1]
}

/** The language that the visitor behind a request reads, where the app has not seen it: a socket's, or one answered ahead of it. */
export function languageFrom({ cookie, 'accept-language': wishes }: IncomingHttpHeaders): Language {
  return negotiateLanguage(cookie === undefined ? undefined : parseCookie(cookie)[LANGUAGE_COOKIE], wishes)
}

/** The language that the visitor reads. */
export function languageOf(request: FastifyRequest): Language {
  return negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
}

/** The session of a call that guests cannot make. Throws 401 for a guest. */
export function signedIn(request: FastifyRequest): Session {
  if (request.session === null) throw new ProtocolError(401, 'signed-out', 'Sign in first')
  return request.session
}

/** Finds out who asks, before anything else looks at a request. Whoever is banned reads as a guest, and is told why when he acts. */
export const identity = fp<{ sessions: Sessions; jar: CookieJar }>(
  async (app, { sessions, jar }) => {
    app.decorateRequest('session', null)
    app.addHook('onRequest', async (request) => {
      const held = [bearerToken(request), request.cookies[jar.companion]] as const
      request.session = await sessions.identify(...held)
      if (request.session !== null || SAFE_METHODS.has(request.method)) return
      const ban = await sessions.banBehind(...held)
      if (ban !== null) throw bannedRefusal(ban)
    })
  },
  { name: 'identity' },
)
