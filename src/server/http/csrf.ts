// Cross-site request forgery: OWASP's signed double submit, bound to the session (or to the browser of a guest), and the Origin.
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ProtocolError } from '../refusal.ts'
import { isSameSecret } from '../same-secret.ts'
import { type CookieJar, XSRF_COOKIE } from './cookies.ts'

/** What changes nothing. */
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

/** True when `token` was signed for `binding`. */
function isSigned(secret: string, binding: string, token: string | undefined): boolean {
  const [random, signature, ...rest] = (token ?? '').split('.')
  if (random === undefined || signature === undefined || rest.length > 0) return false
  return isSameSecret(signature, sign(secret, binding, random))
}

function bindingOf(request: FastifyRequest, jar: CookieJar): string | null {
  if (request.session !== null) return `session:${request.session.id}`
  const visitor = request.cookies[jar.visitor]
  return visitor !== undefined && VISITOR.test(visitor) ? `visitor:${visitor}` : null
}

/** Gives the browser a token bound to `binding`, or to itself when it is a guest without a name yet. */
export function giveCsrfToken(reply: FastifyReply, options: CsrfOptions, binding: string | null): void {
  let bound = binding
  if (bound === null) {
    const visitor = randomBytes(16).toString('base64url')
    reply.setCookie(options.jar.visitor, visitor, options.jar.hidden)
    bound = `visitor:${visitor}`
  }
  const random = randomBytes(16).toString('base64url')
  reply.setCookie(XSRF_COOKIE, `${random}.${sign(options.secret, bound, random)}`, options.jar.readable)
}

/** What the token of a call was signed for, as far as it was checked: nobody has to compute the signature twice. */
const checked = new WeakMap<FastifyRequest, string>()

/** Why a call is not the site's own; undefined when it is. */
function faultOf(request: FastifyRequest, options: CsrfOptions): ProtocolError | undefined {
  const origin = request.headers.origin
  if (origin === undefined || !options.originAllowed(origin, request.headers.host)) {
    return new ProtocolError(403, 'origin', 'This call has to come from the site itself')
  }
  const header = request.headers['x-xsrf-token']
  const cookie = request.cookies[XSRF_COOKIE]
  const binding = bindingOf(request, options.jar)
  if (
    typeof header !== 'string' ||
    header !== cookie ||
    binding === null ||
    !isSigned(options.secret, binding, header)
  ) {
    return new ProtocolError(
      403,
      'csrf',
      'The X-XSRF-TOKEN header is missing or stale: read the XSRF-TOKEN cookie again',
    )
  }
  checked.set(request, binding)
  return undefined
}

/** Whether the browser that called holds a token for what it is now. */
function isProvided(request: FastifyRequest, binding: string, secret: string): boolean {
  return checked.get(request) === binding || isSigned(secret, binding, request.cookies[XSRF_COOKIE])
}

function keepToken(request: FastifyRequest, reply: FastifyReply, options: CsrfOptions): void {
  // Of a call that was turned away at the door or failed nobody may have looked whose it was: a guest's token would take the
  // place of a player's own, and his next call would be refused.
  if (reply.statusCode === 429 || reply.statusCode >= 500 || reply.hasHeader('set-cookie')) return
  const binding = bindingOf(request, options.jar)
  if (binding === null || !isProvided(request, binding, options.secret)) giveCsrfToken(reply, options, binding)
}

/** Checks every call that changes something, and keeps a valid token with every browser that calls. */
export const csrf = fp<CsrfOptions>(
  async (app, options) => {
    app.addHook('onRequest', (request, _reply, done) => {
      done(SAFE_METHODS.has(request.method) ? undefined : faultOf(request, options))
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      keepToken(request, reply, options)
      done(null, payload)
    })
  },
  { name: 'csrf', dependencies: ['identity'] },
)
