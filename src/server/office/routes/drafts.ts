// Drafts of the shop, which every room that changes it writes.
import { basename } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { ownReplies } from '../../../content/reply-words.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import {
  DRAFT_LENGTH_MAX,
  type DraftChangesReply,
  type DraftCheckReply,
  type DraftReply,
  type DraftsReply,
  draftBodySchema,
  draftCheckBodySchema,
  draftParamsSchema,
  draftPublishBodySchema,
  draftRecallBodySchema,
  draftsQuerySchema,
  draftVersionBodySchema,
  type MessagesReply,
  newDraftBodySchema,
  type PreviewReply,
  type ShopFilesReply,
  type ShopPictureReply,
  shopFilesQuerySchema,
  shopPictureQuerySchema,
  type WrittenDraft,
} from '../../../protocol/office/drafts.ts'
import { type EditionFileReply, editionFileQuerySchema } from '../../../protocol/office/editions.ts'
import { PICTURE_BODY_MOST, pictureBodySchema } from '../../../protocol/office/letters.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { draftPublish, draftRecall } from '../../services/office/drafts/acts.ts'
import { addShopPicture, shopPicture } from '../../services/office/drafts/pictures.ts'
import {
  draftState,
  readDraft,
  readDraftChanges,
  readDraftFile,
  readDrafts,
  readShopFiles,
} from '../../services/office/drafts/read.ts'
import { beginDraft, checkFiles, dropDraft, followEdition, saveDraft } from '../../services/office/drafts/write.ts'
import { inOfficeWords } from '../../services/office/letter-acts.ts'
import { actorOf, sessionOf } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = draftParamsSchema
const READ = { verb: 'drafts.read' } as const
const WRITE = { verb: 'drafts.write' } as const
const bodyLimit = DRAFT_LENGTH_MAX

/** Adds the calls. */
export function draftRoutes(api: OfficeApi, { services, preview }: OfficeRouteParts): void {
  const { db, shop, now } = services
  const writer = { db, now }
  const publish = draftPublish(shop, now)
  const facts = async (request: FastifyRequest) => ({
    state: await draftState(db.queries, params.parse(request.params).id),
  })

  api.get(
    '/shop/files',
    { config: READ, schema: { querystring: shopFilesQuerySchema } },
    ({ query }): Promise<ShopFilesReply> => readShopFiles(db.queries, query.begins),
  )

  api.get('/words/messages', { config: READ }, (): MessagesReply => ({ messages: ownReplies() }))

  api.get(
    '/drafts',
    { config: READ, schema: { querystring: draftsQuerySchema } },
    ({ query }): Promise<DraftsReply> => readDrafts(db.queries, query, now()),
  )

  api.post(
    '/drafts',
    { config: WRITE, schema: { body: newDraftBodySchema }, bodyLimit },
    (request): Promise<WrittenDraft> => beginDraft(writer, request.body, actorOf(request)),
  )

  api.post(
    '/drafts/check',
    { config: WRITE, schema: { body: draftCheckBodySchema }, bodyLimit },
    ({ body }): Promise<DraftCheckReply> => checkFiles(db.queries, shop, body, now()),
  )

  api.get(
    '/drafts/pictures',
    { config: READ, schema: { querystring: shopPictureQuerySchema } },
    async ({ query: { name } }, reply) => {
      const picture = await shopPicture(db.queries, name)
      if (picture === undefined) throw new ProtocolError(404, 'unknown', 'There is no such picture')
      return sendPicture(reply, basename(name, '.webp'), picture)
    },
  )

  api.post(
    '/drafts/pictures',
    { config: WRITE, schema: { body: pictureBodySchema }, bodyLimit: PICTURE_BODY_MOST },
    (request): Promise<ShopPictureReply> => {
      const file = Buffer.from(request.body.file, 'base64')
      return inOfficeWords(addShopPicture(services.letterPictures, sessionOf(request).staff.id, file))
    },
  )

  api.get(
    '/drafts/:id',
    { config: READ, schema: { params } },
    (request): Promise<DraftReply> => readDraft(db.queries, request.params.id, now()),
  )

  api.put(
    '/drafts/:id',
    { config: WRITE, schema: { params, body: draftBodySchema }, bodyLimit },
    (request): Promise<WrittenDraft> => saveDraft(writer, request.params.id, request.body, actorOf(request)),
  )

  api.get(
    '/drafts/:id/changes',
    { config: READ, schema: { params } },
    (request): Promise<DraftChangesReply> => readDraftChanges(db.queries, shop, request.params.id, now()),
  )

  api.get(
    '/drafts/:id/file',
    { config: READ, schema: { params, querystring: editionFileQuerySchema } },
    (request): Promise<EditionFileReply> => readDraftFile(db.queries, shop, request.params.id, request.query.name),
  )

  api.post(
    '/drafts/:id/follow',
    { config: WRITE, schema: { params, body: draftVersionBodySchema } },
    (request): Promise<WrittenDraft> =>
      followEdition(writer, request.params.id, request.body.version, actorOf(request)),
  )

  api.post(
    '/drafts/:id/drop',
    { config: WRITE, schema: { params, body: draftVersionBodySchema } },
    async (request): Promise<ActReply> => {
      await dropDraft(writer, request.params.id, request.body.version, actorOf(request))
      return { outcome: 'done' }
    },
  )

  api.post('/drafts/:id/preview', { config: READ, schema: { params } }, async (request): Promise<PreviewReply> => {
    const { id: draft } = request.params
    await draftState(db.queries, draft)
    return { href: preview({ draft, session: sessionOf(request).id }) }
  })

  api.post(
    '/drafts/:id/publish',
    { config: { verb: 'drafts.publish', facts }, schema: { params, body: draftPublishBodySchema } },
    (request): Promise<ActReply> => {
      const { reason, ...body } = request.body
      return runAct(services, request, publish, { ...body, id: request.params.id }, reason)
    },
  )

  api.post(
    '/drafts/:id/recall',
    { config: { verb: 'drafts.recall', facts }, schema: { params, body: draftRecallBodySchema } },
    (request): Promise<ActReply> => runAct(services, request, draftRecall, { id: request.params.id }, ''),
  )
}
