// The room Players: one player, their time, notes, and what is done about them.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { type ActReply, reasonBodySchema } from '../../../protocol/office/common.ts'
import { correctionBodySchema, correctionQuerySchema } from '../../../protocol/office/corrections.ts'
import {
  banBodySchema,
  noteBodySchema,
  type PlayerReply,
  playerParamsSchema,
} from '../../../protocol/office/players.ts'
import { type TimelineReply, timelineQuerySchema } from '../../../protocol/office/timeline.ts'
import { playerData } from '../../services/account/player-data.ts'
import type { OfficeAct } from '../../services/office/acts.ts'
import { correctionPreview, playerCorrect } from '../../services/office/correction-act.ts'
import {
  playerBan,
  playerErase,
  playerExport,
  playerOf,
  playerSignOut,
  playerState,
  playerUnban,
  playerUnerase,
} from '../../services/office/player-acts.ts'
import { addNote, playerPage } from '../../services/office/player-page.ts'
import { timeline } from '../../services/office/timeline.ts'
import { actorOf, type Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = playerParamsSchema

/** Adds the calls. */
export function playerRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now } = services

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    await playerOf(db.queries, id)
    return { state: await playerState(db.queries, id) }
  }
  const about = (verb: Verb) => ({ verb, facts })
  const act = (request: FastifyRequest, wanted: OfficeAct, body: object, reason: string): Promise<ActReply> =>
    runAct(services, request, wanted, body, reason)

  api.get(
    '/players/:id',
    { config: { verb: 'players.read' }, schema: { params } },
    (request): Promise<PlayerReply> => playerPage(db, request.params.id, now()),
  )

  api.get(
    '/players/:id/timeline',
    { config: { verb: 'players.read' }, schema: { params, querystring: timelineQuerySchema } },
    async (request): Promise<TimelineReply> => {
      await playerOf(db.queries, request.params.id)
      return timeline(db, request.params.id, request.query)
    },
  )

  api.post(
    '/players/:id/notes',
    { config: { verb: 'players.note' }, schema: { params, body: noteBodySchema } },
    async (request) => {
      await db.transaction((tx) => addNote(tx, request.params.id, request.body.text, actorOf(request)))
      return { done: true }
    },
  )

  api.post('/players/:id/ban', { config: about('players.ban'), schema: { params, body: banBodySchema } }, (request) => {
    const { reason, keepsWithdrawals, days } = request.body
    return act(request, playerBan, { playerId: request.params.id, keepsWithdrawals, days }, reason)
  })

  api.post(
    '/players/:id/unban',
    { config: about('players.unban'), schema: { params, body: reasonBodySchema } },
    (request) => act(request, playerUnban, { playerId: request.params.id }, request.body.reason),
  )

  api.post('/players/:id/sign-out', { config: about('players.signOut'), schema: { params } }, (request) =>
    act(request, playerSignOut, { playerId: request.params.id }, ''),
  )

  api.get(
    '/players/:id/correction',
    { config: { verb: 'players.read' }, schema: { params, querystring: correctionQuerySchema } },
    (request) => correctionPreview(db, request.params.id, request.query.amount),
  )

  api.post(
    '/players/:id/correction',
    { config: about('players.correct'), schema: { params, body: correctionBodySchema } },
    (request) => {
      const { key, amount, reason } = request.body
      return act(request, playerCorrect, { playerId: request.params.id, key, amount }, reason)
    },
  )

  // The stream is read as fast as the office receives it, and ends with the page.
  api.post(
    '/players/:id/export',
    { config: about('players.export'), schema: { params, body: reasonBodySchema } },
    async (request, reply) => {
      const { id: playerId } = request.params
      await act(request, playerExport, { playerId }, request.body.reason)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="player-${playerId}.json"`)
        .send(Readable.from(playerData(db, playerId)))
    },
  )

  api.post(
    '/players/:id/erase',
    { config: about('players.erase'), schema: { params, body: reasonBodySchema } },
    (request) => act(request, playerErase, { playerId: request.params.id }, request.body.reason),
  )

  api.post(
    '/players/:id/unerase',
    { config: about('players.unerase'), schema: { params, body: reasonBodySchema } },
    (request) => act(request, playerUnerase, { playerId: request.params.id }, request.body.reason),
  )
}
