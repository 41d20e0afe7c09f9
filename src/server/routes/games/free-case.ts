import { z } from 'zod'
import {
  freeCaseReplySchema,
  freeOpenBodySchema,
  freeOpenReplySchema,
  freeTierSchema,
} from '../../../protocol/free-case.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

const params = z.object({ tier: freeTierSchema })

/** Free cases: their required deposits and contents, also for guests, and opening one. */
export const freeCaseRoutes: Routes = (api, { services: { freeCases } }) => {
  api.get('/free_case', { schema: { response: { 200: freeCaseReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await freeCases.overview(request.session?.player.id ?? null)),
  }))

  api.post(
    '/free_case/:tier/open',
    {
      config: { part: 'free_case' },
      schema: { params, body: freeOpenBodySchema, response: { 200: freeOpenReplySchema } },
    },
    async (request) => {
      const { player } = requireSession(request)
      return freeCases.open(player, request.params.tier, idempotencyKeyIn(request, player.id))
    },
  )
}
