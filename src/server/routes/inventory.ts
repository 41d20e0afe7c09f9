import { itemsQuerySchema, itemsReplySchema, targetsQuerySchema, targetsReplySchema } from '../../protocol/inventory.ts'
import { itemPriceQuerySchema, itemPriceReplySchema } from '../../protocol/item-price.ts'
import { outcomeQuerySchema, outcomeReplySchema } from '../../protocol/outcome.ts'
import { requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const inventoryRoutes: Routes = (api, { services: { inventory, itemPrice, outcomeOf } }) => {
  api.get(
    '/user/items',
    { schema: { querystring: itemsQuerySchema, response: { 200: itemsReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await inventory.items(player.id, request.query)) }
    },
  )

  api.get(
    '/user/outcome',
    { schema: { querystring: outcomeQuerySchema, response: { 200: outcomeReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await outcomeOf(player.id, request.query.key)) }
    },
  )

  api.get(
    '/items/price',
    { schema: { querystring: itemPriceQuerySchema, response: { 200: itemPriceReplySchema } } },
    async (request) => ({ success: true as const, price: await itemPrice(request.query.id) }),
  )

  api.get(
    '/upgrade/targets',
    { schema: { querystring: targetsQuerySchema, response: { 200: targetsReplySchema } } },
    async (request) => ({ success: true as const, ...inventory.targets(request.query) }),
  )
}
