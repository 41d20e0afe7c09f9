import { z } from 'zod'
import {
  freeCaseReplySchema,
  freeOpenBodySchema,
  freeOpenReplySchema,
  freeTierSchema,
} from '../../contract/free-case.ts'
import { clickIn } from '../http/click.ts'
import { signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

const params = z.object({ tier: freeTierSchema })

/** Free cases: what they ask for and hold, for guests too, and opening one. */
export const freeCaseRoutes: Routes = (api, { freeCases }) => {
  api.get('/free_case', { schema: { response: { 200: freeCaseReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await freeCases.standingOf(request.session?.player.id ?? null)),
  }))

  api.post(
    '/free_case/:tier/open',
    { schema: { params, body: freeOpenBodySchema, response: { 200: freeOpenReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      return freeCases.open(player, request.params.tier, clickIn(request, player.id))
    },
  )
}
