// The room Safer play: who plays in a way that a person should look at, limits, exclusions, conversations.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import { playerParamsSchema } from '../../../protocol/office/players.ts'
import {
  conversationBodySchema,
  type ExclusionRowsReply,
  type LimitRowsReply,
  lookBodySchema,
  type MonthsReply,
  type SaferPlayerReply,
  type SignalsReply,
  saferPlayQuerySchema,
  shopExcludeBodySchema,
} from '../../../protocol/office/safer-play.ts'
import { createMirror } from '../../services/fairness/mirror.ts'
import { playerOf, playerState } from '../../services/office/player-acts.ts'
import {
  exclusionRows,
  limitRows,
  saferPlayer,
  saferPlayMonthRows,
  waitingSignals,
} from '../../services/office/safer-play.ts'
import type { Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = playerParamsSchema

/** Adds the calls. */
export function saferPlayRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, saferPlay } = services
  const mirror = createMirror({ db, now })
  const config = { verb: 'saferPlay.read' } as const
  const read = { config, schema: { querystring: saferPlayQuerySchema } }

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    await playerOf(db.queries, id)
    return { state: await playerState(db.queries, id) }
  }
  const about = (verb: Verb) => ({ verb, facts })

  api.get(
    '/safer-play/signals',
    read,
    (request): Promise<SignalsReply> => waitingSignals(db, now(), request.query.cursor),
  )

  api.get('/safer-play/limits', read, (request): Promise<LimitRowsReply> => limitRows(db, request.query.cursor))

  api.get(
    '/safer-play/exclusions',
    read,
    (request): Promise<ExclusionRowsReply> => exclusionRows(db, request.query.cursor),
  )

  api.get('/safer-play/months', { config }, (): Promise<MonthsReply> => saferPlayMonthRows(db))

  api.get(
    '/safer-play/players/:id',
    { config, schema: { params } },
    (request): Promise<SaferPlayerReply> =>
      saferPlayer(request.params.id, { db, nowMs: now(), mirror, words: [...saferPlay.words()] }),
  )

  api.post(
    '/safer-play/players/:id/conversations',
    { config: about('saferPlay.note'), schema: { params, body: conversationBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, saferPlay.acts.note, { playerId: request.params.id, ...request.body }, ''),
  )

  api.post(
    '/safer-play/players/:id/look',
    { config: about('saferPlay.look'), schema: { params, body: lookBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, saferPlay.acts.look, { playerId: request.params.id, ...request.body }, ''),
  )

  api.post(
    '/safer-play/players/:id/exclude',
    { config: about('saferPlay.exclude'), schema: { params, body: shopExcludeBodySchema } },
    (request): Promise<ActReply> => {
      const { reason, ...body } = request.body
      return runAct(services, request, saferPlay.acts.exclude, { playerId: request.params.id, ...body }, reason)
    },
  )
}
