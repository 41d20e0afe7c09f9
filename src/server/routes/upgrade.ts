import { upgradeBodySchema, upgradeReplySchema } from '../../contract/upgrade.ts'
import { clickIn } from '../http/click.ts'
import { signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const upgradeRoutes: Routes = (api, { upgrade }) => {
  api.post(
    '/upgrade',
    { schema: { body: upgradeBodySchema, response: { 200: upgradeReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      return upgrade.play(player, request.body, clickIn(request, player.id))
    },
  )
}
