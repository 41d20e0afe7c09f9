import {
  joinBodySchema,
  joinParamsSchema,
  joinReplySchema,
  raffleParamsSchema,
  raffleProofReplySchema,
  rafflesReplySchema,
} from '../../contract/raffle.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import { ProtocolError } from '../refusal.ts'
import type { Routes } from './routes.ts'

/** Raffles, for everyone to see, and for players to join. */
export const raffleRoutes: Routes = (api, { raffles, joining }) => {
  api.get('/raffle', { schema: { response: { 200: rafflesReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await raffles.all(request.session?.player.id ?? null)),
  }))

  api.get(
    '/raffle/:id',
    { schema: { params: raffleParamsSchema, response: { 200: raffleProofReplySchema } } },
    async (request) => {
      const raffle = await raffles.proof(request.params.id.toLowerCase())
      if (raffle === undefined) throw new ProtocolError(404, 'unknown-raffle', 'There is no raffle with this id')
      return { success: true as const, raffle }
    },
  )

  api.post(
    '/raffle/:id/join',
    { schema: { params: joinParamsSchema, body: joinBodySchema, response: { 200: joinReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      const joined = await joining.join(player.id, request.params.id.toLowerCase(), clickIn(request, player.id))
      const message = textFor(languageOf(request), 'replies')('raffleJoined')
      return { success: true as const, message, ...joined }
    },
  )
}
