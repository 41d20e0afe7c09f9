import { Readable } from 'node:stream'
import { z } from 'zod'
import { textFor } from '../../../i18n/text.ts'
import {
  accountReplySchema,
  devicesReplySchema,
  endDeviceBodySchema,
  endDeviceReplySchema,
  historyQuerySchema,
  historyReplySchema,
  privacyBodySchema,
  privacyReplySchema,
  rollsQuerySchema,
  rollsReplySchema,
  tradeLinkBodySchema,
  tradeLinkReplySchema,
} from '../../../protocol/account.ts'
import { mirrorQuerySchema, mirrorReplySchema } from '../../../protocol/mirror.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { logSecurity } from '../../http/security-log.ts'
import type { Services } from '../../services/services.ts'
import type { Api, Routes } from '../routes.ts'

function readingRoutes(api: Api, { profiles, history, mirrorOf, rollsOf }: Services): void {
  api.get('/user/account', { schema: { response: { 200: accountReplySchema } } }, async (request) => ({
    success: true as const,
    ...(await profiles.account(requireSession(request).player.id)),
  }))

  api.get(
    '/user/history',
    { schema: { querystring: historyQuerySchema, response: { 200: historyReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, ...(await history.page(player.id, request.query, languageOf(request))) }
    },
  )

  // The stream is read as fast as the player receives it, and ends when they leave.
  api.get('/user/history.csv', { schema: { response: { 200: z.any() } } }, (request, reply) => {
    const { player } = requireSession(request)
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="history-${day}.csv"`)
      .send(Readable.from(history.table(player.id, languageOf(request))))
  })

  api.get(
    '/user/mirror',
    { schema: { querystring: mirrorQuerySchema, response: { 200: mirrorReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await mirrorOf(requireSession(request).player.id, request.query.days)),
    }),
  )

  api.get(
    '/user/rolls',
    { schema: { querystring: rollsQuerySchema, response: { 200: rollsReplySchema } } },
    async (request) => ({
      success: true as const,
      ...(await rollsOf(requireSession(request).player.id, request.query)),
    }),
  )
}

function deviceRoutes(api: Api, { sessions }: Services): void {
  api.get('/user/devices', { schema: { response: { 200: devicesReplySchema } } }, async (request) => ({
    success: true as const,
    devices: await sessions.devices(requireSession(request)),
  }))

  api.post(
    '/user/devices/end',
    { schema: { body: endDeviceBodySchema, response: { 200: endDeviceReplySchema } } },
    async (request) => {
      await sessions.endDevice(requireSession(request).player.id, request.body.id)
      logSecurity(request, 'sign-out', { session: request.body.id })
      return { success: true as const, message: textFor(languageOf(request), 'replies')('deviceEnded') }
    },
  )
}

/** The player's own account: totals, history, rolls, devices and settings. */
export const accountRoutes: Routes = (api, { services }) => {
  readingRoutes(api, services)
  deviceRoutes(api, services)
  const { account } = services

  api.post(
    '/user/trade-link',
    { schema: { body: tradeLinkBodySchema, response: { 200: tradeLinkReplySchema } } },
    async (request) => {
      const tradeLink = await account.setTradeLink(requireSession(request).player.id, request.body.tradeLink)
      logSecurity(request, 'trade-link', { set: tradeLink !== null })
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t(tradeLink === null ? 'tradeLinkGone' : 'tradeLinkKept'), tradeLink }
    },
  )

  api.post(
    '/user/privacy',
    { schema: { body: privacyBodySchema, response: { 200: privacyReplySchema } } },
    async (request) => {
      const { hidden } = request.body
      const { player } = requireSession(request)
      await account.setHidden(player.id, hidden)
      services.leaderboards.changed(player.id, hidden)
      const t = textFor(languageOf(request), 'replies')
      return { success: true as const, message: t(hidden ? 'nowHidden' : 'nowShown'), hidden }
    },
  )
}
