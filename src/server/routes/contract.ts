import {
  contractBodySchema,
  contractPreviewBodySchema,
  contractPreviewReplySchema,
  contractReplySchema,
} from '../../contract/contract.ts'
import { clickIn } from '../http/click.ts'
import { signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const contractRoutes: Routes = (api, { contract }) => {
  api.post(
    '/contract/preview',
    { schema: { body: contractPreviewBodySchema, response: { 200: contractPreviewReplySchema } } },
    async (request) => ({
      success: true as const,
      table: await contract.preview(signedIn(request).player.id, request.body.ids),
    }),
  )

  api.post(
    '/contract',
    { schema: { body: contractBodySchema, response: { 200: contractReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      return contract.sign(player, request.body, clickIn(request, player.id))
    },
  )
}
