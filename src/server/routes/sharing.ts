// Sharing: results that a player publishes, and the overlay of a player's stream.
import { z } from 'zod'
import { textFor } from '../../i18n/text.ts'
import {
  overlayBodySchema,
  overlayReplySchema,
  ownOverlayReplySchema,
  shareBodySchema,
  shareReplySchema,
  unshareReplySchema,
} from '../../protocol/sharing.ts'
import { ProtocolError } from '../base/refusal.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const sharingRoutes: Routes = (api, { services: { shares, overlays } }) => {
  api.post('/share', { schema: { body: shareBodySchema, response: { 200: shareReplySchema } } }, async (request) => {
    const { player } = requireSession(request)
    return { success: true as const, path: `/win/${await shares.publish(player.id, request.body.roll)}` }
  })

  api.post(
    '/share/end',
    { schema: { body: shareBodySchema, response: { 200: unshareReplySchema } } },
    async (request) => {
      await shares.takeBack(requireSession(request).player.id, request.body.roll)
      return { success: true as const, message: textFor(languageOf(request), 'replies')('unshared') }
    },
  )

  api.get('/user/overlay', { schema: { response: { 200: ownOverlayReplySchema } } }, async (request) => ({
    success: true as const,
    overlay: await overlays.of(requireSession(request).player.id),
  }))

  api.post(
    '/user/overlay',
    { schema: { body: overlayBodySchema, response: { 200: ownOverlayReplySchema } } },
    async (request) => ({
      success: true as const,
      overlay: await overlays.change(requireSession(request).player.id, request.body.action),
    }),
  )

  // The token is the permission: no session is read for it.
  api.get(
    '/overlay/:token',
    { schema: { params: z.object({ token: z.string() }), response: { 200: overlayReplySchema } } },
    async (request) => {
      const overlay = await overlays.state(request.params.token)
      if (overlay === undefined) throw new ProtocolError(404, 'unknown-overlay')
      return { success: true as const, overlay }
    },
  )
}
