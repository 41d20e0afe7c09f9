import { z } from 'zod'
import {
  addBotBodySchema,
  battleMoveReplySchema,
  battleParamsSchema,
  battleProofReplySchema,
  battleReplySchema,
  battlesQuerySchema,
  battlesReplySchema,
  botRecordReplySchema,
  createBattleBodySchema,
  emoteBodySchema,
  emoteReplySchema,
  emptyBodySchema,
  historyPageSchema,
  joinBattleBodySchema,
} from '../../../protocol/battle.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import { spanLimit } from '../../http/limits.ts'
import { playerIdIn } from '../player-id.ts'
import type { Routes } from '../routes.ts'
import { battleSerializerCompiler as serializerCompiler } from './battle-serializer.ts'

/** Between two emotes of a player. */
const EMOTE_SPAN_MS = 2_000

/** Reading battles: the lobby and each battle for everyone, and histories. */
const readingRoutes: Routes = (api, { services: { battles }, now }) => {
  const { lists, views, proofs, botRecord } = battles

  api.get(
    '/battles',
    { schema: { querystring: battlesQuerySchema, response: { 200: battlesReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await lists.lobby(request.query, request.session?.player.id ?? null)),
    }),
  )

  api.get('/battles/bots', { schema: { response: { 200: botRecordReplySchema } } }, async () => ({
    success: true as const,
    bots: await botRecord(),
  }))

  api.get(
    '/battles/:id',
    { schema: { params: battleParamsSchema, response: { 200: battleReplySchema } }, serializerCompiler },
    async (request) => ({
      success: true as const,
      now: now(),
      battle: await views.view(request.params.id.toLowerCase(), request.session?.player.id ?? null),
    }),
  )

  api.get(
    '/battles/:id/proof',
    { schema: { params: battleParamsSchema, response: { 200: battleProofReplySchema } } },
    async (request) => {
      const proof = await proofs.of(request.params.id.toLowerCase(), request.session?.player.id ?? null)
      if (proof === undefined) throw new ProtocolError(404, 'unknown-battle')
      return { success: true as const, ...proof }
    },
  )

  api.get(
    '/user/battles',
    { schema: { querystring: historyPageSchema, response: { 200: battlesReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await lists.own(requireSession(request).player.id, request.query.cursor)),
    }),
  )

  api.get(
    '/user/:id/battles',
    {
      schema: {
        params: z.object({ id: z.string() }),
        querystring: historyPageSchema,
        response: { 200: battlesReplySchema },
      },
    },
    async (request) => {
      const viewerId = request.session?.player.id ?? null
      const page = await lists.ofPlayer(playerIdIn(request.params.id), request.query.cursor, viewerId)
      return { success: true as const, ...page }
    },
  )
}

/** Moves of players. All but emotes move money. */
const moveRoutes: Routes = (api, { services: { battles } }) => {
  const { creating, joining, leaving, emotes } = battles
  const response = { 200: battleMoveReplySchema }

  api.post(
    '/battles',
    { config: { part: 'battle' }, schema: { body: createBattleBodySchema, response }, serializerCompiler },
    async (request) => {
      const { player } = requireSession(request)
      const move = await creating.create(player.id, request.body, idempotencyKeyIn(request, player.id))
      return { success: true as const, ...move }
    },
  )

  api.post(
    '/battles/:id/join',
    {
      config: { part: 'battle' },
      schema: { params: battleParamsSchema, body: joinBattleBodySchema, response },
      serializerCompiler,
    },
    async (request) => {
      const { player } = requireSession(request)
      const id = request.params.id.toLowerCase()
      const move = await joining.join(player.id, id, request.body, idempotencyKeyIn(request, player.id))
      return { success: true as const, ...move }
    },
  )

  api.post(
    '/battles/:id/bot',
    {
      config: { part: 'battle' },
      schema: { params: battleParamsSchema, body: addBotBodySchema, response },
      serializerCompiler,
    },
    async (request) => {
      const { player } = requireSession(request)
      const id = request.params.id.toLowerCase()
      const move = await joining.addBot(player.id, id, request.body.slot, idempotencyKeyIn(request, player.id))
      return { success: true as const, ...move }
    },
  )

  for (const name of ['leave', 'cancel'] as const) {
    api.post(
      `/battles/:id/${name}`,
      { schema: { params: battleParamsSchema, body: emptyBodySchema, response }, serializerCompiler },
      async (request) => {
        const { player } = requireSession(request)
        const id = request.params.id.toLowerCase()
        const move = await leaving[name](player.id, id, idempotencyKeyIn(request, player.id))
        return { success: true as const, ...move }
      },
    )
  }

  api.post(
    '/battles/:id/emote',
    {
      schema: { params: battleParamsSchema, body: emoteBodySchema, response: { 200: emoteReplySchema } },
      preHandler: spanLimit(api, 'emote', EMOTE_SPAN_MS),
    },
    async (request) => {
      const { player } = requireSession(request)
      await emotes.show(player.id, request.params.id.toLowerCase(), request.body.emote)
      return { success: true as const }
    },
  )
}

/** Battles: what everyone sees of them, and the moves of players. */
export const battleRoutes: Routes = (api, parts) => {
  readingRoutes(api, parts)
  moveRoutes(api, parts)
}
