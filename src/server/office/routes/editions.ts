// The room Editions.
import type { ActReply } from '../../../protocol/office/common.ts'
import {
  type BackReply,
  backBodySchema,
  type EditionFileReply,
  type EditionReply,
  type EditionsReply,
  editionFileQuerySchema,
  editionParamsSchema,
  editionsQuerySchema,
} from '../../../protocol/office/editions.ts'
import { editionBack, previewBack, previewBackFile } from '../../services/office/editions/back.ts'
import { readEdition, readEditionFile, readEditions } from '../../services/office/editions/read.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = editionParamsSchema
const querystring = editionFileQuerySchema
const READ = { verb: 'editions.read' } as const

/** Adds the calls. */
export function editionRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, shop } = services
  const back = editionBack(shop)

  api.get(
    '/editions',
    { config: READ, schema: { querystring: editionsQuerySchema } },
    ({ query }): Promise<EditionsReply> => readEditions(db.queries, query.cursor),
  )

  api.get(
    '/editions/:id',
    { config: READ, schema: { params } },
    (request): Promise<EditionReply> => readEdition(db.queries, request.params.id),
  )

  api.get(
    '/editions/:id/file',
    { config: READ, schema: { params, querystring } },
    (request): Promise<EditionFileReply> => readEditionFile(db.queries, request.params.id, request.query.name),
  )

  api.get(
    '/editions/:id/back',
    { config: READ, schema: { params } },
    (request): Promise<BackReply> => previewBack(db.queries, shop, request.params.id),
  )

  api.get(
    '/editions/:id/back/file',
    { config: READ, schema: { params, querystring } },
    (request): Promise<EditionFileReply> => previewBackFile(db.queries, shop, request.params.id, request.query.name),
  )

  api.post(
    '/editions/:id/back',
    { config: { verb: 'editions.back' }, schema: { params, body: backBodySchema } },
    (request): Promise<ActReply> => {
      const { base, reason } = request.body
      return runAct(services, request, back, { edition: request.params.id, base }, reason)
    },
  )
}
