import { textFor } from '../../../i18n/text.ts'
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
} from '../../../protocol/limits.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

/** Limits that players set themselves: deposit limits, time-outs, self-exclusion, the reality check. */
export const limitsRoutes: Routes = (api, { services: { protection, realityCheck } }) => {
  api.get('/limits', { schema: { response: { 200: limitsReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await protection.limitsOf(requireSession(request).player.id)),
  }))

  api.post(
    '/limits',
    { schema: { body: limitsBodySchema, response: { 200: limitsChangedSchema } } },
    async (request) => {
      const { body } = request
      const status = await protection.setLimits(requireSession(request).player.id, body)
      const waits = status.limits.some(({ window, pending }) => body[window] !== undefined && pending !== null)
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t(waits ? 'limitsWaiting' : 'limitsKept'), ...status }
    },
  )

  api.post(
    '/limits/self-exclude',
    { schema: { body: excludeBodySchema, response: { 200: excludeReplySchema } } },
    async (request) => {
      const exclusion = await protection.exclude(requireSession(request).player.id, request.body.days)
      return { success: true as const, message: textFor(languageOf(request), 'replies')('excludedNow'), exclusion }
    },
  )

  api.post(
    '/limits/reality',
    { schema: { body: realityBodySchema, response: { 200: realityReplySchema } } },
    async (request) => {
      const { minutes } = request.body
      await realityCheck.setInterval(requireSession(request).player.id, minutes)
      const words = minutes === null ? 'realityOff' : 'realityKept'
      return { success: true as const, message: textFor(languageOf(request), 'replies')(words), minutes }
    },
  )

  api.get(
    '/limits/visit',
    { schema: { querystring: visitQuerySchema, response: { 200: visitReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await realityCheck.resultOf(requireSession(request).player.id, request.query.lasted)),
    }),
  )
}
