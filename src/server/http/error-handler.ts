// Errors by their audience: refusals for players, faults for clients that broke the protocol, ids for operators. Never a stack.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { RESOURCES } from '../../i18n/resources.ts'
import { textFor } from '../../i18n/text.ts'
import type { Fault, Refusal } from '../../protocol/common.ts'
import { ProtocolError, RefusalError } from '../base/refusal.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { sendDocument } from '../stand-in/replies.ts'
import { errorPage } from './error-page.ts'
import { languageOf } from './identity.ts'
import { refusalWords } from './refusal-words.ts'
import { logSecurity, type SecurityEvent } from './security-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body of a call is, where it is not JSON. */
    takes?: string
  }
}

/** By then a silent connection has timed out, and a new one is open if the database is available. */
const RETRY_AFTER_SECONDS = 5

/** Returns a refusal in the player's language. */
function refusalFor(error: RefusalError, request: FastifyRequest): Refusal {
  return { success: false, code: error.code, message: refusalWords(error, languageOf(request)) }
}

function fault(request: FastifyRequest, code: string, message: string, field?: string): Fault {
  return { success: false, code, message, ...(field === undefined ? {} : { field }), id: request.id }
}

/** Faults that players can see. */
type ShownFault = keyof typeof RESOURCES.en.replies.fault

const isShown = (code: string): code is ShownFault => Object.hasOwn(RESOURCES.en.replies.fault, code)

/** Returns the words of a fault in the player's language. */
function wordsFor(code: ShownFault, request: FastifyRequest, facts: ProtocolError['facts'] = {}): string {
  return textFor(languageOf(request), 'replies')(`fault.${code}`, { id: request.id, ...facts })
}

interface Described {
  readonly status: number
  readonly body: Fault
}

function describe(error: FastifyError, request: FastifyRequest): Described {
  if (error instanceof ProtocolError) {
    const { status, code, message, facts } = error
    return { status, body: fault(request, code, isShown(code) ? wordsFor(code, request, facts) : message) }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    const field = `${error.validationContext ?? 'body'}${first?.instancePath ?? ''}`.replace(/\/$/, '')
    return { status: 400, body: fault(request, 'invalid', `${field}: ${first?.message ?? 'is not valid'}`, field) }
  }
  const status = error.statusCode ?? 500
  if (status === 413) {
    const message = `The body is larger than ${Math.floor(request.routeOptions.bodyLimit / 1024)} KB`
    return { status, body: fault(request, 'too-large', message, 'body') }
  }
  if (status === 415) {
    const { takes = 'JSON. Files are not accepted' } = request.routeOptions.config
    return { status, body: fault(request, 'invalid', `A body has to be ${takes}.`, 'body') }
  }
  if (status === 429) return { status, body: fault(request, 'too-many', error.message) }
  if (status < 500) return { status, body: fault(request, 'invalid', error.message, 'body') }
  if (isDatabaseUnavailable(error)) {
    return { status: 503, body: fault(request, 'away', wordsFor('away', request)) }
  }
  return { status: 500, body: fault(request, 'fault', wordsFor('fault', request)) }
}

/** Tells whether a browser shows the response as a page; calls accept JSON or anything. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true
}

/** Errors that point to an attack or a misbehaving client, with their events in the security log. */
const SECURITY_EVENTS: Readonly<Record<string, SecurityEvent>> = {
  csrf: 'forged-call',
  origin: 'forged-call',
  'too-many': 'limit',
  busy: 'limit',
  'signed-out': 'not-allowed',
  'another-player': 'not-allowed',
  banned: 'not-allowed',
}

/**
 * Sets the error handler of an app.
 *
 * @param onError called with the code of every refusal and fault, and with its error
 */
export function handleErrors(app: FastifyInstance, onError: (code: string, error: unknown) => void): void {
  app.setErrorHandler<FastifyError>((error, request, reply): FastifyReply => {
    if (error instanceof RefusalError) {
      onError(error.code, error)
      const event = SECURITY_EVENTS[error.code]
      if (event !== undefined) logSecurity(request, event, { code: error.code })
      return reply.code(200).send(refusalFor(error, request))
    }
    const { status, body } = describe(error, request)
    onError(body.code, error)
    const event = SECURITY_EVENTS[body.code]
    if (event !== undefined) logSecurity(request, event, { code: body.code })
    else if (status >= 500) request.log.error({ err: error }, 'a request failed')
    else request.log.info({ code: body.code, field: body.field }, 'a request was refused')
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    reply.code(status)
    if (!isNavigation(request)) return reply.send(body)
    const language = languageOf(request)
    reply.header('cache-control', 'no-store')
    return sendDocument(reply, errorPage(language, body.message))
  })
}
