import { Readable } from 'node:stream'
import { z } from 'zod'
import { formatDate } from '../../../i18n/format.ts'
import { textFor } from '../../../i18n/text.ts'
import { erasureBodySchema, erasureCancelBodySchema, erasureReplySchema } from '../../../protocol/account.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { logSecurity } from '../../http/security-log.ts'
import type { Routes } from '../routes.ts'

/** The player's rights over their data: a download of everything, and the erasure. */
export const personalDataRoutes: Routes = (api, { services: { erasures, playerData } }) => {
  // The stream is read as fast as the player receives it, and ends when they leave.
  api.get('/user/data.json', { schema: { response: { 200: z.any() } } }, (request, reply) => {
    const { player } = requireSession(request)
    logSecurity(request, 'data-download')
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="spacedrop-data-${day}.json"`)
      .send(Readable.from(playerData(player.id)))
  })

  const reply = { response: { 200: erasureReplySchema } }
  api.post('/user/erasure', { schema: { body: erasureBodySchema, ...reply } }, async (request) => {
    const { player } = requireSession(request)
    const erasure = await erasures.request(player.id)
    logSecurity(request, 'erasure', { due: new Date(erasure.due_at).toISOString() })
    const message = textFor(languageOf(request), 'replies')('erasureAsked', { date: formatDate(erasure.due_at) })
    return { success: true as const, message, erasure }
  })

  api.post('/user/erasure/cancel', { schema: { body: erasureCancelBodySchema, ...reply } }, async (request) => {
    const { player } = requireSession(request)
    await erasures.takeBack(player.id)
    logSecurity(request, 'erasure', { due: 'never' })
    const message = textFor(languageOf(request), 'replies')('erasureTakenBack')
    return { success: true as const, message, erasure: null }
  })
}
