import { z } from 'zod'
import { profileReplySchema } from '../../../protocol/account.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { playerIdIn } from '../player-id.ts'
import type { Routes } from '../routes.ts'

/** The public profile of a player. Other calls below /user/ take precedence. */
export const profileRoutes: Routes = (api, { services: { profiles } }) => {
  api.get(
    '/user/:id',
    { schema: { params: z.object({ id: z.string() }), response: { 200: profileReplySchema } } },
    async (request) => {
      const profile = await profiles.profile(playerIdIn(request.params.id))
      if (profile === undefined) throw new ProtocolError(404, 'unknown-player')
      return { success: true as const, profile }
    },
  )
}
