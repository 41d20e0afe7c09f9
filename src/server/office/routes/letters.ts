// The room Letters: what players wrote, the answers, and the pictures in them.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { type ActReply, idParamsSchema } from '../../../protocol/office/common.ts'
import {
  answerBodySchema,
  closeBodySchema,
  lettersQuerySchema,
  type OfficeLettersReply,
  type OfficePictureReply,
  type OfficeThread,
  type OpenReply,
  openBodySchema,
  PICTURE_BODY_MOST,
  pictureBodySchema,
} from '../../../protocol/office/letters.ts'
import { playerParamsSchema } from '../../../protocol/office/players.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { addStaffPicture, pictureOfLetter } from '../../services/letters/pictures.ts'
import { inOfficeWords, letterAnswer, letterClose, letterFacts, letterOpen } from '../../services/office/letter-acts.ts'
import { lettersOfPlayer, readLetters, readThread } from '../../services/office/letters.ts'
import { actorOf, type Facts, sessionOf } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = idParamsSchema

/** Adds the calls. */
export function letterRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db } = services
  const read = { verb: 'letters.read' } as const

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    const { state, deciders } = await letterFacts(db.queries, id)
    return { state, hasDecided: deciders.includes(sessionOf(request).staff.id) }
  }
  const about = (verb: Verb) => ({ verb, facts })

  api.get(
    '/letters',
    { config: read, schema: { querystring: lettersQuerySchema } },
    (request): Promise<OfficeLettersReply> => readLetters(db, request.query, sessionOf(request).staff.id),
  )

  api.get(
    '/players/:id/letters',
    { config: { verb: 'players.read' }, schema: { params: playerParamsSchema } },
    async (request): Promise<Pick<OfficeLettersReply, 'letters'>> => ({
      letters: await lettersOfPlayer(db, request.params.id),
    }),
  )

  api.get(
    '/letters/:id',
    { config: read, schema: { params } },
    (request): Promise<OfficeThread> => readThread(db, request.params.id, sessionOf(request).staff.id),
  )

  api.get('/letters/pictures/:id', { config: read, schema: { params } }, async (request, reply) => {
    const picture = await pictureOfLetter(db.queries, request.params.id)
    if (picture === undefined) throw new ProtocolError(404, 'unknown', 'There is no such picture')
    return sendPicture(reply, request.params.id, picture)
  })

  api.post(
    '/letters',
    { config: { verb: 'letters.open' }, schema: { body: openBodySchema } },
    async (request): Promise<OpenReply> => {
      const { player: playerId, about: subject, text } = request.body
      const done = await services.act({
        act: letterOpen,
        body: { playerId, about: subject, text },
        reason: '',
        session: sessionOf(request),
        by: actorOf(request),
      })
      if (done.outcome !== 'done' || done.letter === undefined) throw new Error('A letter asks for no second person')
      return { letter: done.letter }
    },
  )

  api.post(
    '/letters/:id/pictures',
    {
      bodyLimit: PICTURE_BODY_MOST,
      config: about('letters.answer'),
      schema: { params, body: pictureBodySchema },
    },
    async (request): Promise<OfficePictureReply> => {
      const sender = { letterId: request.params.id, staffId: sessionOf(request).staff.id }
      const file = Buffer.from(request.body.file, 'base64')
      return { picture: await inOfficeWords(addStaffPicture(services.letterPictures, sender, file)) }
    },
  )

  api.post(
    '/letters/:id/answer',
    { config: about('letters.answer'), schema: { params, body: answerBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, letterAnswer, { letterId: request.params.id, ...request.body }, ''),
  )

  api.post(
    '/letters/:id/close',
    { config: about('letters.close'), schema: { params, body: closeBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, letterClose, { letterId: request.params.id, ...request.body }, ''),
  )
}
