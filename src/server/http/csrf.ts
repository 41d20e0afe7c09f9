// Protection against cross-site request forgery: OWASP's signed double submit bound to the session (or to a guest's browser), and Origin.
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ProtocolError } from '../base/refusal.ts'
import { isTimingSafeEqual } from '../base/timing-safe-equal.ts'
import type { Session } from '../services/account/sessions.ts'
import { type CookieJar, TOKEN_COOKIE, XSRF_COOKIE } from './cookies.ts'

/** Methods that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const VISITOR = /^[A-Za-z0-9_-]{22}$/

export interface CsrfOptions {
  readonly secret: string
  readonly jar: CookieJar
  readonly originAllowed: (origin: string, host: string | undefined) => boolean
}

function sign(secret: string, binding: string, random: string): string {
  return createHmac('sha256', secret).update(`csrf:${binding}:${random}`).digest('base64url')
}

/** Tells whether a token was signed for a binding. */
function isSigned(secret: string, binding: string, token: string): boolean {
  const [random, signature, ...rest] = token.split('.')
  if (random === undefined || signature === undefined || rest.length > 0) return false
  return isTimingSafeEqual(signature, sign(secret, binding, random))
}

function bindingOf(request: FastifyRequest, session: Session | null, jar: CookieJar): string | null {
  if (session !== null) return `session:${session.id}`
  const visitor = request.cookies[jar.visitor]
  return visitor !== undefined && VISITOR.test(visitor) ? `visitor:${visitor}` : null
}

/** Sets a token bound to `binding`, or to a new visitor cookie where a guest's browser has none yet. */
export function setCsrfToken(reply: FastifyReply, options: CsrfOptions, binding: string | null): void {
  let bound = binding
  if (bound === null) {
    const visitor = randomBytes(16).toString('base64url')
    reply.setCookie(options.jar.visitor, visitor, options.jar.hidden)
    bound = `visitor:${visitor}`
  }
  const random = randomBytes(16).toString('base64url')
  reply.setCookie(XSRF_COOKIE, `${random}.${sign(options.secret, bound, random)}`, options.jar.readable)
}

/** The last token of each session that was verified, so that its signature is computed once. */
const verified = new WeakMap<Session, string>()

/** Tells whether a token was signed for the session of a call, or for the browser of a guest. */
function isValid(secret: string, session: Session | null, binding: string, token: string | undefined): boolean {
  const known = session === null ? undefined : verified.get(session)
  if (known !== undefined && token !== undefined && isTimingSafeEqual(known, token)) return true
  if (token === undefined || !isSigned(secret, binding, token)) return false
  if (session !== null) verified.set(session, token)
  return true
}

/** Returns the error of a call that does not come from the site itself; undefined for one that does. */
function forgeryIn(request: FastifyRequest, options: CsrfOptions): ProtocolError | undefined {
  const origin = request.headers.origin
  if (origin === undefined || !options.originAllowed(origin, request.headers.host)) {
    return new ProtocolError(403, 'origin', 'This call has to come from the site itself')
  }
  const header = request.headers['x-xsrf-token']
  const cookie = request.cookies[XSRF_COOKIE]
  const binding = bindingOf(request, request.session, options.jar)
  if (
    typeof header !== 'string' ||
    header !== cookie ||
    binding === null ||
    !isValid(options.secret, request.session, binding, header)
  ) {
    return new ProtocolError(
      403,
      'csrf',
      'The X-XSRF-TOKEN header is missing or stale: read the XSRF-TOKEN cookie again',
    )
  }
  return undefined
}

/** Tells whether the sign-in of a browser was answered, and its script has not stored the bearer token yet. */
function isSigningIn({ method, cookies, session }: FastifyRequest, jar: CookieJar): boolean {
  const isGuestsRead = session === null && SAFE_METHODS.has(method)
  return isGuestsRead && cookies[jar.companion] !== undefined && cookies[TOKEN_COOKIE] === undefined
}

function refreshToken(request: FastifyRequest, reply: FastifyReply, options: CsrfOptions): void {
  // A call that was throttled or failed may not have been identified: a guest's token would replace the player's own, and the
  // player's next call would be refused.
  if (reply.statusCode === 429 || reply.statusCode >= 500 || reply.hasHeader('set-cookie')) return
  // A read of a guest that is under way meanwhile must not replace the token of the session that begins.
  if (isSigningIn(request, options.jar)) return
  // A call without the bearer token, like a download, must not replace the token of the browser's session by a guest's.
  const binding = bindingOf(request, request.browserSession, options.jar)
  const token = request.cookies[XSRF_COOKIE]
  if (binding === null || !isValid(options.secret, request.browserSession, binding, token))
    setCsrfToken(reply, options, binding)
}

/** Checks every call that changes something, and sets a valid token for every browser that calls. */
export const csrf = fp<CsrfOptions>(
  async (app, options) => {
    app.addHook('onRequest', (request, _reply, done) => {
      done(SAFE_METHODS.has(request.method) ? undefined : forgeryIn(request, options))
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      refreshToken(request, reply, options)
      done(null, payload)
    })
  },
  { name: 'csrf', dependencies: ['identity'] },
)
