import {
  contractBodySchema,
  contractPreviewBodySchema,
  contractPreviewReplySchema,
  contractReplySchema,
} from '../../../protocol/contract.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

export const contractRoutes: Routes = (api, { services: { contract } }) => {
  api.post(
    '/contract/preview',
    { schema: { body: contractPreviewBodySchema, response: { 200: contractPreviewReplySchema } } },
    async (request) => ({
      success: true as const,
      table: await contract.preview(requireSession(request).player.id, request.body.ids),
    }),
  )

  api.post(
    '/contract',
    { config: { part: 'contract' }, schema: { body: contractBodySchema, response: { 200: contractReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return contract.sign(player, request.body, idempotencyKeyIn(request, player.id))
    },
  )
}
