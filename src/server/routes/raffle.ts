import { textFor } from '../../i18n/text.ts'
import {
  joinBodySchema,
  joinParamsSchema,
  joinReplySchema,
  raffleParamsSchema,
  raffleProofReplySchema,
  rafflesReplySchema,
} from '../../protocol/raffle.ts'
import { ProtocolError } from '../base/refusal.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** Raffles: the list for everyone, and joining for players. */
export const raffleRoutes: Routes = (api, { services: { raffles, joining } }) => {
  api.get('/raffle', { schema: { response: { 200: rafflesReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await raffles.all(request.session?.player.id ?? null)),
  }))

  api.get(
    '/raffle/:id',
    { schema: { params: raffleParamsSchema, response: { 200: raffleProofReplySchema } } },
    async (request) => {
      const proof = await raffles.proof(request.params.id.toLowerCase(), request.session?.player.id ?? null)
      if (proof === undefined) throw new ProtocolError(404, 'unknown-raffle')
      return { success: true as const, ...proof }
    },
  )

  api.post(
    '/raffle/:id/join',
    {
      config: { part: 'raffle' },
      schema: { params: joinParamsSchema, body: joinBodySchema, response: { 200: joinReplySchema } },
    },
    async (request) => {
      const { player } = requireSession(request)
      const joined = await joining.join(
        player.id,
        request.params.id.toLowerCase(),
        idempotencyKeyIn(request, player.id),
      )
      const message = textFor(languageOf(request), 'replies')('raffleJoined')
      return { success: true as const, message, ...joined }
    },
  )
}
