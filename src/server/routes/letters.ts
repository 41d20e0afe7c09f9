// Letters between the player and the shop. They stay open during exclusions: nothing is staked, and a player may always write.

import { z } from 'zod'
import { PICTURE_BYTES_MOST, PICTURE_TYPES } from '../../game/letters/letters.ts'
import {
  letterParamsSchema,
  letterReplySchema,
  lettersQuerySchema,
  lettersReplySchema,
  openLetterBodySchema,
  pictureReplySchema,
  settleBodySchema,
  writeLetterBodySchema,
  writtenReplySchema,
} from '../../protocol/letters.ts'
import { ProtocolError, RefusalError } from '../base/refusal.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { requireSession } from '../http/identity.ts'
import { playerLimit } from '../http/limits.ts'
import { sendPicture } from '../http/send-picture.ts'
import type { Routes } from './routes.ts'

/** Pictures that a player sends: decoding one takes up to a second of a processor, and what is refused is in no count of the day. */
const PICTURES_PER_MINUTE = 12

const DONE = { success: true as const }

/** Letters of a player. */
export const letterRoutes: Routes = (api, { services: { letters, letterPictures } }) => {
  const params = letterParamsSchema

  api.get(
    '/letters',
    { schema: { querystring: lettersQuerySchema, response: { 200: lettersReplySchema } } },
    async (request) => ({
      ...DONE,
      ...(await letters.list(requireSession(request).player.id, request.query.cursor)),
    }),
  )

  api.get('/letters/:id', { schema: { params, response: { 200: letterReplySchema } } }, async (request) => ({
    ...DONE,
    letter: await letters.thread(requireSession(request).player.id, request.params.id),
  }))

  api.post(
    '/letters',
    { schema: { body: openLetterBodySchema, response: { 200: writtenReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { ...DONE, letter: await letters.open(player.id, request.body, idempotencyKeyIn(request, player.id)) }
    },
  )

  const written = { params, body: writeLetterBodySchema, response: { 200: writtenReplySchema } }

  api.post('/letters/:id/answer', { schema: written }, async (request) => {
    const { player } = requireSession(request)
    const key = idempotencyKeyIn(request, player.id)
    return { ...DONE, letter: await letters.answer(player.id, request.params.id, request.body, key) }
  })

  api.post('/letters/:id/appeal', { schema: written }, async (request) => {
    const { player } = requireSession(request)
    const key = idempotencyKeyIn(request, player.id)
    return { ...DONE, letter: await letters.appeal(player.id, request.params.id, request.body, key) }
  })

  const settled = { params, body: settleBodySchema, response: { 200: writtenReplySchema } }

  api.post('/letters/:id/settle', { schema: settled }, async (request) => {
    const { player } = requireSession(request)
    return { ...DONE, letter: await letters.settle(player.id, request.params.id, idempotencyKeyIn(request, player.id)) }
  })

  api.get('/letters/pictures/:id', { schema: { params, response: { 200: z.any() } } }, async (request, reply) => {
    const { id } = request.params
    const picture = await letterPictures.find(requireSession(request).player.id, id)
    if (picture === undefined) throw new ProtocolError(404, 'unknown', 'There is no such picture')
    return sendPicture(reply, id, picture)
  })

  // The one call whose body is a file: within this plugin alone, and nothing of it is read for a guest or beyond the limit.
  api.register(async (uploads) => {
    const limit = playerLimit(api, 'letter-pictures', PICTURES_PER_MINUTE)
    uploads.addHook('onRequest', async (request, reply) => {
      requireSession(request)
      await limit(request, reply)
    })
    uploads.removeContentTypeParser('application/json')
    uploads.addContentTypeParser(
      [...PICTURE_TYPES],
      { parseAs: 'buffer', bodyLimit: PICTURE_BYTES_MOST },
      (_request, body, done) => done(null, body),
    )
    const options = {
      bodyLimit: PICTURE_BYTES_MOST,
      config: { takes: 'a JPEG, PNG or WebP picture' },
      schema: { response: { 200: pictureReplySchema } },
    }
    uploads.post('/letters/pictures', options, async (request) => {
      const { player } = requireSession(request)
      if (!Buffer.isBuffer(request.body)) throw new RefusalError('picture-kind')
      return { ...DONE, picture: await letterPictures.add(player.id, request.body) }
    })
  })
}
