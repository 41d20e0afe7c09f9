// The room Promo codes and partners.
import type { FastifyRequest } from 'fastify'
import { dayAt } from '../../../game/base/site-time.ts'
import {
  type CampaignPlayersReply,
  type CampaignsReply,
  campaignPlayersQuerySchema,
  campaignsQuerySchema,
  campaignsTableQuerySchema,
} from '../../../protocol/office/campaigns.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import {
  batchParamsSchema,
  codeParamsSchema,
  type PartnerReply,
  type PartnersReply,
  type PromoBatchesReply,
  type PromoBatchReply,
  type PromoCasesReply,
  type PromoCheckReply,
  type PromoCodeReply,
  type PromoCodesReply,
  type PromoMadeReply,
  type PromoUsesReply,
  partnerParamsSchema,
  partnerQuerySchema,
  partnersQuerySchema,
  promoBatchesQuerySchema,
  promoBodySchema,
  promoCasesQuerySchema,
  promoCodesQuerySchema,
  promoUsesQuerySchema,
} from '../../../protocol/office/promo.ts'
import { campaignPlayers, campaignsTable, listCampaigns } from '../../services/office/promo/campaigns.ts'
import { listBatches, listCodes } from '../../services/office/promo/lists.ts'
import { listPartners, readPartner } from '../../services/office/promo/partners.ts'
import { batchFile, readBatch, readBatchUses, readCode, readCodeUses } from '../../services/office/promo/read.ts'
import { actorOf, sessionOf } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const READ = { verb: 'promo.read' } as const
const END = { verb: 'promo.end' } as const

/** Adds the calls. */
export function promoRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, promo } = services
  const at = (): Date => new Date(now())

  api.get(
    '/promo/codes',
    { config: READ, schema: { querystring: promoCodesQuerySchema } },
    ({ query }): Promise<PromoCodesReply> => listCodes(db.queries, query, at()),
  )

  api.get(
    '/promo/codes/:id',
    { config: READ, schema: { params: codeParamsSchema } },
    ({ params }): Promise<PromoCodeReply> => readCode(db.queries, params.id, at()),
  )

  api.get(
    '/promo/codes/:id/uses',
    { config: READ, schema: { params: codeParamsSchema, querystring: promoUsesQuerySchema } },
    ({ params, query }): Promise<PromoUsesReply> => readCodeUses(db.queries, params.id, query.cursor),
  )

  api.get(
    '/promo/batches',
    { config: READ, schema: { querystring: promoBatchesQuerySchema } },
    ({ query }): Promise<PromoBatchesReply> => listBatches(db.queries, query, at()),
  )

  api.get(
    '/promo/batches/:id',
    { config: READ, schema: { params: batchParamsSchema } },
    ({ params }): Promise<PromoBatchReply> => readBatch(db.queries, params.id, at()),
  )

  api.get(
    '/promo/batches/:id/uses',
    { config: READ, schema: { params: batchParamsSchema, querystring: promoUsesQuerySchema } },
    ({ params, query }): Promise<PromoUsesReply> => readBatchUses(db.queries, params.id, query.cursor),
  )

  api.get(
    '/promo/partners',
    { config: READ, schema: { querystring: partnersQuerySchema } },
    ({ query }): Promise<PartnersReply> => listPartners(db.queries, query.cursor, at()),
  )

  api.get(
    '/promo/partners/:id',
    { config: READ, schema: { params: partnerParamsSchema, querystring: partnerQuerySchema } },
    ({ params, query }): Promise<PartnerReply> => {
      const parts = { queries: db.queries, timeZone: services.today.timeZone, atMs: now(), rewards: promo.rewards() }
      return readPartner(parts, params.id, query)
    },
  )

  const campaigns = () => ({
    queries: db.queries,
    timeZone: services.today.timeZone,
    today: dayAt(now(), services.today.timeZone),
  })

  api.get(
    '/promo/campaigns',
    { config: READ, schema: { querystring: campaignsQuerySchema } },
    ({ query }): Promise<CampaignsReply> => listCampaigns(campaigns(), query),
  )

  api.get(
    '/promo/campaigns/players',
    { config: READ, schema: { querystring: campaignPlayersQuerySchema } },
    ({ query }): Promise<CampaignPlayersReply> => campaignPlayers(campaigns(), query),
  )

  // Sums without people, as on the screen.
  api.get(
    '/promo/campaigns/table',
    { config: READ, schema: { querystring: campaignsTableQuerySchema } },
    async ({ query }, reply) => {
      const { period, text } = await campaignsTable(campaigns(), query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="campaigns-${period.first}-${period.last}.csv"`)
        .send(text)
    },
  )

  api.get(
    '/promo/cases',
    { config: READ, schema: { querystring: promoCasesQuerySchema } },
    async ({ query }): Promise<PromoCasesReply> => ({ cases: promo.cases(query.q) }),
  )

  // Changes nothing: it is asked while somebody types.
  api.post(
    '/promo/check',
    { config: READ, schema: { body: promoBodySchema } },
    ({ body }): Promise<PromoCheckReply> => promo.check(db.queries, body, at()),
  )

  api.post(
    '/promo',
    { config: { verb: 'promo.create' }, schema: { body: promoBodySchema } },
    async (request): Promise<PromoMadeReply | ActReply> => {
      const [session, by] = [sessionOf(request), actorOf(request)]
      const done = await services.act({ act: promo.create, body: request.body, reason: '', session, by })
      if (done.outcome !== 'done') return done
      return { outcome: 'done', code: done.promo?.code ?? null, batch: done.promo?.batch ?? null }
    },
  )

  const act = (request: FastifyRequest, which: 'endCode' | 'endBatch' | 'codes', body: object): Promise<ActReply> =>
    runAct(services, request, promo[which], body, '')

  api.post(
    '/promo/codes/:id/end',
    { config: END, schema: { params: codeParamsSchema } },
    (request): Promise<ActReply> => act(request, 'endCode', { code: request.params.id }),
  )

  api.post(
    '/promo/batches/:id/end',
    { config: END, schema: { params: batchParamsSchema } },
    (request): Promise<ActReply> => act(request, 'endBatch', request.params),
  )

  api.post(
    '/promo/batches/:id/codes',
    { config: { verb: 'promo.codes' }, schema: { params: batchParamsSchema } },
    async (request, reply) => {
      const { id } = request.params
      const text = await batchFile(db.queries, id)
      await act(request, 'codes', request.params)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="codes-${id}.csv"`)
        .send(text)
    },
  )
}
