// What stands before every call of the office: who calls, from where, and whether the table of verbs allows it.
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { judge, type Situation } from '../../game/office/judge.ts'
import { isVerb, ruleOf, type Verb } from '../../game/office/verbs.ts'
import type { StaffActor } from '../audit/actor.ts'
import { ProtocolError } from '../base/refusal.ts'
import { NotAllowed } from '../services/office/refusal.ts'
import type { OfficeServices } from '../services/office/services.ts'
import type { OfficeSession } from '../services/office/sessions.ts'

/** What a route knows of its subject before its act is judged once more in its transaction. */
export type Facts = Partial<Pick<Situation, 'state' | 'amount' | 'isProposer' | 'proposed' | 'hasDecided'>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the staff; null for nobody who is signed in. Set for calls of the office only. */
    officeSession: OfficeSession | null
  }
  interface FastifyContextConfig {
    /** The verb of a route of the office. */
    verb?: Verb
    /** Reads the facts about its subject: each verb with states has it. */
    facts?: (request: FastifyRequest, session: OfficeSession) => Promise<Facts>
  }
}

/** The header that no form and no other site can send. */
const OWN_HEADER = 'x-office'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export interface GuardOptions {
  readonly services: Pick<OfficeServices, 'sessions' | 'rules' | 'now'>
  /** The office's origin. */
  readonly origin: string
  readonly cookie: string
}

/** Returns the session of a call whose verb asks for one. */
export function sessionOf({ officeSession }: FastifyRequest): OfficeSession {
  if (officeSession === null) throw new ProtocolError(401, 'signed-out', 'Sign in first')
  return officeSession
}

/** Returns the member who calls, for the audit. */
export function actorOf(request: FastifyRequest): StaffActor {
  const { id: sessionId, staff } = sessionOf(request)
  return { kind: 'staff', name: staff.name, staffId: staff.id, sessionId, address: request.ip }
}

/** Refuses a route that does not say what it does, so that none is open by mistake. */
export function requireVerbs(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const verb = config?.verb
    const named = `${String(method)} ${url}`
    if (verb === undefined || !isVerb(verb)) throw new Error(`${named} of the office declares no verb`)
    if (ruleOf(verb).states !== 'any' && config?.facts === undefined) {
      throw new Error(`${named} of the office declares ${verb}, and not where the state of its subject is read`)
    }
  })
}

/** Throws for a changing call that another site may have caused. */
function assertOwnCall(request: FastifyRequest, origin: string): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin: from, 'sec-fetch-site': site, [OWN_HEADER]: own } = request.headers
  if (from !== origin || (site !== undefined && site !== 'same-origin') || own !== '1') {
    throw new ProtocolError(403, 'csrf', 'This call does not come from the office')
  }
  if (request.headers['content-type']?.split(';')[0] !== 'application/json') {
    throw new ProtocolError(415, 'invalid', 'A body has to be JSON')
  }
}

function hasReason(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'reason' in body &&
    typeof body.reason === 'string' &&
    body.reason !== ''
  )
}

/** Guards all calls of an app: each is identified and its role is checked before anything of it is read, and judged before it is answered. */
export function guard(app: FastifyInstance, { services, origin, cookie }: GuardOptions): void {
  app.decorateRequest('officeSession', null)
  app.addHook('onRequest', async (request) => {
    const { verb } = request.routeOptions.config
    if (verb === undefined) throw new ProtocolError(404, 'unknown-call', 'There is no such call')
    assertOwnCall(request, origin)
    request.officeSession = await services.sessions.identify(request.cookies[cookie])
    if (verb === 'session') return
    const { staff } = sessionOf(request)
    if (!ruleOf(verb).roles.includes(staff.role)) throw new NotAllowed('role')
  })
  app.addHook('preHandler', judgeCall(services))
}

function judgeCall({ rules, now }: GuardOptions['services']): preHandlerAsyncHookHandler {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const { verb, facts } = request.routeOptions.config
    if (verb === undefined || verb === 'session') return
    const session = sessionOf(request)
    const subjectFacts = (await facts?.(request, session)) ?? {}
    const judgement = judge(verb, {
      role: session.staff.role,
      freshUntil: session.freshUntil,
      now: now(),
      hasReason: hasReason(request.body),
      rules: await rules(),
      ...subjectFacts,
    })
    if (!judgement.may) throw new NotAllowed(judgement.why)
  }
}
