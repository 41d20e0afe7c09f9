// Errors of the office's calls: `code`, words for developers, and `why` where the table of verbs refuses. The screens have words of their own.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { OfficeFault } from '../../protocol/office/common.ts'
import { ProtocolError } from '../base/refusal.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { logSecurity, type SecurityEvent } from '../http/security-log.ts'
import { PreviewBusy } from '../services/calls/dry-run.ts'
import { NotAllowed } from '../services/office/refusal.ts'

const SECURITY_EVENTS: Readonly<Record<string, SecurityEvent>> = {
  csrf: 'forged-call',
  'too-many': 'limit',
  'signed-out': 'not-allowed',
  'sign-in-failed': 'sign-in-refused',
  'passkey-failed': 'sign-in-refused',
  'invitation-over': 'sign-in-refused',
}

function describe(error: FastifyError, request: FastifyRequest): { status: number; body: OfficeFault } {
  if (error instanceof NotAllowed) {
    return { status: 403, body: { code: 'not-allowed', message: `Not allowed: ${error.why}`, why: error.why } }
  }
  if (error instanceof ProtocolError) {
    const { code, message, facts } = error
    const most = typeof facts.most === 'number' ? { most: facts.most } : {}
    const field = typeof facts.field === 'string' ? { field: facts.field } : {}
    return { status: error.status, body: { code, message, ...most, ...field } }
  }
  if (error instanceof PreviewBusy) return { status: 409, body: { code: 'preview-busy', message: error.message } }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    const field = `${error.validationContext ?? 'body'}${first?.instancePath ?? ''}`
    return { status: 400, body: { code: 'invalid', message: `${field}: ${first?.message ?? 'is not valid'}` } }
  }
  const status = error.statusCode ?? 500
  if (status < 500) return { status, body: { code: 'invalid', message: error.message } }
  if (isDatabaseUnavailable(error)) return { status: 503, body: { code: 'away', message: 'The database is away' } }
  return { status: 500, body: { code: 'fault', message: `Something is broken; the log has it under ${request.id}` } }
}

/** Tells whether somebody tried what they have no right to: a page of the office does not offer it. */
const isBypass = ({ why }: OfficeFault): boolean => why === 'role' || why === 'second'

/** Sets the error handler of the office. */
export function handleOfficeErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = describe(error, request)
    const event = SECURITY_EVENTS[body.code] ?? (isBypass(body) ? 'not-allowed' : undefined)
    const staff = request.officeSession?.staff.id
    if (event !== undefined) logSecurity(request, event, { code: body.why ?? body.code, ...(staff && { staff }) })
    if (status >= 500) request.log.error({ err: error }, 'a call of the office failed')
    else request.log.info({ code: body.code, why: body.why }, 'a call of the office was refused')
    return reply.code(status).send(body)
  })
}
