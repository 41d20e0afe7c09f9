import { upgradeBodySchema, upgradeReplySchema } from '../../../protocol/upgrade.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

export const upgradeRoutes: Routes = (api, { services: { upgrade } }) => {
  api.post(
    '/upgrade',
    { config: { part: 'upgrade' }, schema: { body: upgradeBodySchema, response: { 200: upgradeReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return upgrade.play(player, request.body, idempotencyKeyIn(request, player.id))
    },
  )
}
