import { rewardsReplySchema } from '../../contract/rewards.ts'
import { signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** What the signed-in player can claim now. */
export const rewardsRoutes: Routes = (api, { rewards }) => {
  api.get('/rewards', { schema: { response: { 200: rewardsReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await rewards.waitingFor(signedIn(request).player.id)),
  }))
}
