import { rewardsReplySchema } from '../../../protocol/rewards.ts'
import { requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

/** The rewards that the player can claim now. */
export const rewardsRoutes: Routes = (api, { services: { rewards } }) => {
  api.get('/rewards', { schema: { response: { 200: rewardsReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await rewards.waitingFor(requireSession(request).player.id)),
  }))
}
