import { z } from 'zod'
import { profileReplySchema } from '../../protocol/account.ts'
import { ProtocolError } from '../base/refusal.ts'
import type { Routes } from './routes.ts'

const ID = /^[1-9]\d{0,9}$/
/** The largest id that the database can hold. */
const MOST_ID = 2_147_483_647

/** The public profile of a player. Other calls below /user/ take precedence. */
export const profileRoutes: Routes = (api, { profiles }) => {
  api.get(
    '/user/:id',
    { schema: { params: z.object({ id: z.string() }), response: { 200: profileReplySchema } } },
    async (request) => {
      const { id } = request.params
      const profile = ID.test(id) && Number(id) <= MOST_ID ? await profiles.profile(Number(id)) : undefined
      if (profile === undefined) throw new ProtocolError(404, 'unknown-player')
      return { success: true as const, profile }
    },
  )
}
