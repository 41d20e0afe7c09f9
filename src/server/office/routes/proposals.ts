// Proposals: what waits for a second person.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { idParamsSchema, reasonBodySchema } from '../../../protocol/office/common.ts'
import { type ApproveReply, proposalsQuerySchema } from '../../../protocol/office/proposals.ts'
import type { OfficeSession } from '../../services/office/sessions.ts'
import { actorOf, type Facts, sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function proposalRoutes(api: OfficeApi, { services: { proposals }, office }: OfficeRouteParts): void {
  const facts = ({ params }: FastifyRequest, session: OfficeSession): Promise<Facts> =>
    proposals.factsOf((params as z.output<typeof idParamsSchema>).id, session)
  const about = (verb: Verb) => ({ verb, facts })
  const decider = (request: FastifyRequest) => ({ session: sessionOf(request), by: actorOf(request) })
  const params = idParamsSchema

  api.get(
    '/proposals',
    { config: { verb: 'proposals.read' }, schema: { querystring: proposalsQuerySchema } },
    (request) => proposals.list({ ...request.query, role: sessionOf(request).staff.role }),
  )

  api.get('/proposals/:id', { config: { verb: 'proposals.read' }, schema: { params } }, (request) =>
    proposals.one(request.params.id, sessionOf(request).staff.role),
  )

  api.post(
    '/proposals/:id/approve',
    { config: about('proposals.approve'), schema: { params } },
    async (request): Promise<ApproveReply> => {
      const { path } = await proposals.approve(request.params.id, decider(request))
      return path === undefined ? { done: true } : { done: true, link: `${office.url}${path}` }
    },
  )

  api.post(
    '/proposals/:id/refuse',
    { config: about('proposals.refuse'), schema: { params, body: reasonBodySchema } },
    async (request) => {
      await proposals.refuse(request.params.id, decider(request), request.body.reason)
      return { done: true }
    },
  )

  api.post('/proposals/:id/withdraw', { config: about('proposals.withdraw'), schema: { params } }, async (request) => {
    await proposals.withdraw(request.params.id, decider(request))
    return { done: true }
  })
}
