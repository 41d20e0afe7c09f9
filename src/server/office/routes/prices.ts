// Prices: the items and what they cost, what is held, lists, and drafts of other prices.
import type { ActReply } from '../../../protocol/office/common.ts'
import type { WrittenDraft } from '../../../protocol/office/drafts.ts'
import { DRAFT_LENGTH_MAX, draftParamsSchema } from '../../../protocol/office/drafts.ts'
import {
  acceptBodySchema,
  type EffectsReply,
  effectsBodySchema,
  type HeldReply,
  LIST_LENGTH_MAX,
  type ListReply,
  listBodySchema,
  listParamsSchema,
  listPublishBodySchema,
  type PriceDraftReply,
  type PriceItemReply,
  type PriceSourceReply,
  type PricesReply,
  priceDraftBodySchema,
  priceItemParamsSchema,
  pricesQuerySchema,
  type RebalanceReply,
  rebalanceBodySchema,
  rebalanceParamsSchema,
  rebalanceQuerySchema,
  renewBodySchema,
} from '../../../protocol/office/prices.ts'
import { readPriceItem } from '../../services/office/prices/item.ts'
import { listHeld, listPrices } from '../../services/office/prices/list.ts'
import { lookAtList } from '../../services/office/prices/look.ts'
import { shopInForce } from '../../services/office/prices/reading.ts'
import { draftRebalance, readRebalance } from '../../services/office/prices/rebalance.ts'
import { readEffects, readPriceDraft, writePriceDraft } from '../../services/office/prices/typed.ts'
import { actorOf, sessionOf } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const READ = { verb: 'prices.read' } as const
const WRITE = { verb: 'drafts.write' } as const
const IMPORT = { verb: 'prices.import' } as const

const mapOf = (prices: Readonly<Record<string, number>>): ReadonlyMap<string, number> => new Map(Object.entries(prices))

/** Adds the calls. */
export function priceRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, prices, now } = services
  const { desk, acts } = prices
  const inForce = () => shopInForce(db, desk.shop)

  api.get(
    '/prices',
    { config: READ, schema: { querystring: pricesQuerySchema } },
    async ({ query }): Promise<PricesReply> => listPrices((await inForce()).reading, query, now()),
  )

  api.get('/prices/held', { config: READ }, async (): Promise<HeldReply> => listHeld((await inForce()).reading))

  api.get('/prices/source', { config: READ }, async (): Promise<PriceSourceReply> => ({ name: desk.source().name }))

  api.get(
    '/prices/items/:id',
    { config: READ, schema: { params: priceItemParamsSchema } },
    async ({ params }): Promise<PriceItemReply> => readPriceItem(db.queries, await inForce(), params.id),
  )

  api.post(
    '/prices/effects',
    { config: READ, schema: { body: effectsBodySchema } },
    ({ body }): Promise<EffectsReply> => readEffects(desk, mapOf(body.prices), body.draft),
  )

  api.get(
    '/prices/drafts/:id',
    { config: READ, schema: { params: draftParamsSchema } },
    ({ params }): Promise<PriceDraftReply> => readPriceDraft(desk, params.id),
  )

  api.post(
    '/prices/drafts',
    { config: WRITE, schema: { body: priceDraftBodySchema }, bodyLimit: DRAFT_LENGTH_MAX },
    (request): Promise<WrittenDraft> => {
      const { draft, title, prices: typed } = request.body
      const written = { draft, title: draft === null ? title : null, prices: mapOf(typed) }
      return writePriceDraft(desk, written, actorOf(request))
    },
  )

  api.post(
    '/prices/drafts/:id/renew',
    { config: WRITE, schema: { params: draftParamsSchema, body: renewBodySchema } },
    (request): Promise<WrittenDraft> => {
      const draft = { id: request.params.id, version: request.body.version }
      return writePriceDraft(desk, { draft, title: null, prices: new Map() }, actorOf(request))
    },
  )

  api.post(
    '/prices/accept',
    { config: { verb: 'prices.accept' }, schema: { body: acceptBodySchema } },
    (request): Promise<ActReply> => runAct(services, request, acts.accept, request.body, ''),
  )

  api.post(
    '/prices/lists',
    { config: IMPORT, schema: { body: listBodySchema }, bodyLimit: LIST_LENGTH_MAX * 2 },
    (request): Promise<ListReply> => lookAtList(desk, request.body, sessionOf(request).staff.id),
  )

  api.post(
    '/prices/lists/:id/publish',
    { config: IMPORT, schema: { params: listParamsSchema, body: listPublishBodySchema } },
    (request): Promise<ActReply> => {
      const body = { list: request.params.id, staffId: sessionOf(request).staff.id, ...request.body }
      return runAct(services, request, acts.importList, body, '')
    },
  )

  api.get(
    '/prices/rebalance',
    { config: READ, schema: { querystring: rebalanceQuerySchema } },
    ({ query }): Promise<RebalanceReply> => readRebalance(desk, query.to),
  )

  api.post(
    '/prices/rebalance/:id',
    { config: WRITE, schema: { params: rebalanceParamsSchema, body: rebalanceBodySchema } },
    (request): Promise<WrittenDraft> => {
      const wanted = { edition: request.params.id, ...request.body }
      return draftRebalance(desk, wanted, actorOf(request))
    },
  )
}
