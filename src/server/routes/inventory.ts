import { itemsQuerySchema, itemsReplySchema, targetsQuerySchema, targetsReplySchema } from '../../protocol/inventory.ts'
import { requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const inventoryRoutes: Routes = (api, { inventory }) => {
  api.get(
    '/user/items',
    { schema: { querystring: itemsQuerySchema, response: { 200: itemsReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await inventory.items(player.id, request.query)) }
    },
  )

  api.get(
    '/upgrade/targets',
    { schema: { querystring: targetsQuerySchema, response: { 200: targetsReplySchema } } },
    async (request) => ({ success: true as const, ...inventory.targets(request.query) }),
  )
}
