// Signing in and out, by a passkey or an invitation; in a sandbox by one press.
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  assertionBodySchema,
  type FreshReply,
  type InvitationOptionsReply,
  invitationBodySchema,
  invitationParamsSchema,
  languageBodySchema,
  type OptionsReply,
  type SessionReply,
} from '../../../protocol/office/session.ts'
import { chainEnd } from '../../audit/chain.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { addressLimit } from '../../http/limits.ts'
import { logSecurity } from '../../http/security-log.ts'
import type { OfficeSession } from '../../services/office/sessions.ts'
import { sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Attempts a minute of one address. */
const SIGN_INS_PER_MINUTE = 30

const open = { verb: 'session' } as const

async function viewOf({ services, mode }: OfficeRouteParts, session: OfficeSession | null): Promise<SessionReply> {
  const rules = await services.rules()
  const common = { mode, timeZone: services.today.timeZone, alone: !rules.secondPerson, rules }
  if (session === null) {
    return { staff: null, freshUntil: null, endsAt: null, chain: null, needsSecondPasskey: false, ...common }
  }
  const { staff, freshUntil, expiresAt } = session
  const passkeys = (await services.passkeys.of(services.db.queries, staff.id)).length
  const end = await chainEnd(services.db)
  return {
    staff: { ...staff, passkeys },
    freshUntil: freshUntil > services.now() ? freshUntil : null,
    endsAt: expiresAt,
    chain: end === null ? null : { intactTo: end.sequence, at: end.at.getTime() },
    // Whoever pressed a button of the sandbox has none.
    needsSecondPasskey: passkeys === 1 || (passkeys === 0 && mode === 'live'),
    ...common,
  }
}

/** Sets the cookie of a session that was opened, and returns what it is. A session from before ends. */
async function begin(
  parts: OfficeRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<SessionReply> {
  const { sessions } = parts.services
  if (request.officeSession !== null) await sessions.end(request.officeSession.id)
  reply.setCookie(parts.jar.name, token, parts.jar.options)
  const session = await sessions.identify(token)
  if (session === null) throw new ProtocolError(401, 'sign-in-failed', 'The account is closed')
  logSecurity(request, 'sign-in', { staff: session.staff.id })
  return viewOf(parts, session)
}

/** Adds the calls about the own session. */
function ownSession(api: OfficeApi, parts: OfficeRouteParts): void {
  const { services, jar } = parts
  api.get('/session', { config: open }, (request) => viewOf(parts, request.officeSession))

  api.delete('/session', { config: { verb: 'session.end' } }, async (request, reply) => {
    const { id, staff } = sessionOf(request)
    await services.sessions.end(id)
    reply.clearCookie(jar.name, jar.options)
    logSecurity(request, 'sign-out', { staff: staff.id })
    return { done: true }
  })

  api.post(
    '/session/fresh',
    { config: { verb: 'session.fresh' }, schema: { body: assertionBodySchema } },
    async (request): Promise<FreshReply> => {
      const { id, staff } = sessionOf(request)
      const { staffId } = await services.passkeys.verifyAssertion(request.body)
      if (staffId !== staff.id) throw new ProtocolError(401, 'sign-in-failed', 'This passkey is of another person')
      return { freshUntil: await services.sessions.refresh(id) }
    },
  )

  api.put(
    '/session/language',
    { config: { verb: 'session.own' }, schema: { body: languageBodySchema } },
    async (request) => {
      await services.setLanguage(sessionOf(request).staff.id, request.body.language)
      return { done: true }
    },
  )
}

/** Adds what signs in. */
export function sessionRoutes(api: OfficeApi, parts: OfficeRouteParts): void {
  const { services, mode } = parts
  const { db, passkeys, sessions, invitations } = services
  ownSession(api, parts)
  const limited = { config: open, onRequest: addressLimit(api, 'office-sign-in', SIGN_INS_PER_MINUTE) }

  api.post('/session/options', limited, (): Promise<OptionsReply> => passkeys.assertionOptions())

  api.post('/session', { ...limited, schema: { body: assertionBodySchema } }, async (request, reply) => {
    const { staffId } = await passkeys.verifyAssertion(request.body)
    const token = await db.transaction((tx) => sessions.open(tx, staffId, request.ip))
    return begin(parts, request, reply, token)
  })

  if (mode === 'sandbox') {
    api.post('/session/sandbox', limited, async (request, reply) =>
      begin(parts, request, reply, await services.openSandboxSession(request.ip)),
    )
  }

  api.post(
    '/invitation/:token/options',
    { ...limited, schema: { params: invitationParamsSchema } },
    async ({ params }): Promise<InvitationOptionsReply> => {
      const invitation = await invitations.find(params.token)
      const { id, name, role } = invitation
      const made = await passkeys.registrationOptions('invitation', id, invitations.ownerOf(invitation))
      return { ...made, name, role }
    },
  )

  api.post(
    '/invitation/:token',
    { ...limited, schema: { params: invitationParamsSchema, body: invitationBodySchema } },
    async (request, reply) => {
      const { params, body, ip: address } = request
      const invitation = await invitations.find(params.token)
      const made = await passkeys.verifyAttestation('invitation', invitation.id, body)
      const as = { name: body.name ?? invitation.name, label: body.label, address }
      const token = await db.transaction(async (tx) =>
        sessions.open(tx, await invitations.accept(tx, invitation, made, as), address),
      )
      return begin(parts, request, reply, token)
    },
  )
}
