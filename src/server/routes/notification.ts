import { z } from 'zod'
import { notificationsReplySchema, readBodySchema } from '../../protocol/notification.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

export const notificationRoutes: Routes = (api, { services: { notifications } }) => {
  api.get('/notification/get', { schema: { response: { 200: notificationsReplySchema } } }, (request) =>
    notifications.of(requireSession(request).player.id, languageOf(request)),
  )

  const schema = { body: readBodySchema, response: { 200: z.object({ success: z.literal(true) }) } }
  api.post('/notification/read', { schema }, async (request) => {
    await notifications.read(requireSession(request).player.id, request.body.ids)
    return { success: true as const }
  })
}
