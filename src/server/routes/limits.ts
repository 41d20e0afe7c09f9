import {
  excludeBodySchema,
  excludeReplySchema,
  limitsBodySchema,
  limitsChangedSchema,
  limitsReplySchema,
  realityBodySchema,
  realityReplySchema,
  visitQuerySchema,
  visitReplySchema,
} from '../../contract/limits.ts'
import { textFor } from '../../i18n/text.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** What a player sets against himself: deposit limits, time-outs, self-exclusion, the reminder of time and money. */
export const limitsRoutes: Routes = (api, { protection, reality }) => {
  api.get('/limits', { schema: { response: { 200: limitsReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await protection.limitsOf(signedIn(request).player.id)),
  }))

  api.post(
    '/limits',
    { schema: { body: limitsBodySchema, response: { 200: limitsChangedSchema } } },
    async (request) => {
      const { body } = request
      const standing = await protection.setLimits(signedIn(request).player.id, body)
      const waits = standing.limits.some(({ window, pending }) => body[window] !== undefined && pending !== null)
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t(waits ? 'limitsWaiting' : 'limitsKept'), ...standing }
    },
  )

  api.post(
    '/limits/self-exclude',
    { schema: { body: excludeBodySchema, response: { 200: excludeReplySchema } } },
    async (request) => {
      const exclusion = await protection.exclude(signedIn(request).player.id, request.body.days)
      return { success: true as const, message: textFor(languageOf(request), 'replies')('excludedNow'), exclusion }
    },
  )

  api.post(
    '/limits/reality',
    { schema: { body: realityBodySchema, response: { 200: realityReplySchema } } },
    async (request) => {
      const { minutes } = request.body
      await reality.setInterval(signedIn(request).player.id, minutes)
      const words = minutes === null ? 'realityOff' : 'realityKept'
      return { success: true as const, message: textFor(languageOf(request), 'replies')(words), minutes }
    },
  )

  api.get(
    '/limits/visit',
    { schema: { querystring: visitQuerySchema, response: { 200: visitReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await reality.resultOf(signedIn(request).player.id, request.query.lasted)),
    }),
  )
}
