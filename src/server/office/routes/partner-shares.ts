// Shares of partners' own: what one would have cost, and the calls that set and end one.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ActReply } from '../../../protocol/office/common.ts'
import {
  type PartnerSharePreview,
  partnerShareBodySchema,
  partnerShareQuerySchema,
} from '../../../protocol/office/partner-share.ts'
import { partnerParamsSchema as params } from '../../../protocol/office/promo.ts'
import { playerOf, playerState } from '../../services/office/player-acts.ts'
import { partnerSharePreview } from '../../services/office/promo/partner-share.ts'
import type { Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

/** Adds the calls. */
export function partnerShareRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, promo, partners } = services

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    await playerOf(db.queries, id)
    return { state: await playerState(db.queries, id) }
  }

  api.get(
    '/promo/partners/:id/share',
    { config: { verb: 'promo.read' }, schema: { params, querystring: partnerShareQuerySchema } },
    ({ params: { id }, query }): Promise<PartnerSharePreview> => {
      const { timeZone } = services.today
      return partnerSharePreview(
        { queries: db.queries, timeZone, atMs: now(), rewards: promo.rewards() },
        id,
        query.percent,
      )
    },
  )

  api.post(
    '/promo/partners/:id/share',
    { config: { verb: 'partners.share', facts }, schema: { params, body: partnerShareBodySchema } },
    (request): Promise<ActReply> => {
      const { reason, ...share } = request.body
      return runAct(services, request, partners.acts.set, { playerId: request.params.id, ...share }, reason)
    },
  )

  api.post(
    '/promo/partners/:id/share/end',
    { config: { verb: 'partners.end' }, schema: { params } },
    (request): Promise<ActReply> => runAct(services, request, partners.acts.end, { playerId: request.params.id }, ''),
  )
}
