// A member's own channels, and the room Alerts: what was told to whom.
import {
  type AlertsReply,
  alertsQuerySchema,
  browserBodySchema,
  type CheckReply,
  type ConnectReply,
  type OwnAlertsReply,
  quietBodySchema,
} from '../../../protocol/office/alerts.ts'
import { idParamsSchema } from '../../../protocol/office/common.ts'
import { readAlerts } from '../../services/office/alerts/log.ts'
import { actorOf, sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

const own = { verb: 'alerts.own' } as const
const connect = { verb: 'alerts.connect' } as const

/** Adds the calls. */
export function alertRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, alertChannels: channels } = services

  api.get(
    '/alerts',
    { config: { verb: 'alerts.read' }, schema: { querystring: alertsQuerySchema } },
    (request): Promise<AlertsReply> => readAlerts(db, request.query),
  )

  api.get('/alerts/own', { config: own }, (request): Promise<OwnAlertsReply> => {
    const { id, role } = sessionOf(request).staff
    return channels.of(id, role)
  })

  api.post(
    '/alerts/own/telegram',
    { config: connect },
    (request): Promise<ConnectReply> => channels.connect(sessionOf(request).staff.id),
  )

  api.post('/alerts/own/telegram/check', { config: own }, async (request): Promise<CheckReply> => {
    return { outcome: await channels.check(sessionOf(request).staff.id, actorOf(request)) }
  })

  api.post('/alerts/own/browsers', { config: connect, schema: { body: browserBodySchema } }, async (request) => {
    await channels.addBrowser(sessionOf(request).staff.id, request.body, actorOf(request))
    return { done: true }
  })

  api.post(
    '/alerts/own/channels/:id/quiet',
    { config: own, schema: { params: idParamsSchema, body: quietBodySchema } },
    async (request) => {
      await channels.setQuiet(sessionOf(request).staff.id, request.params.id, request.body.quiet)
      return { done: true }
    },
  )

  api.post('/alerts/own/channels/:id/test', { config: own, schema: { params: idParamsSchema } }, async (request) => {
    await channels.test(sessionOf(request).staff.id, request.params.id)
    return { done: true }
  })

  api.delete('/alerts/own/channels/:id', { config: own, schema: { params: idParamsSchema } }, async (request) => {
    await channels.remove(sessionOf(request).staff.id, request.params.id, actorOf(request))
    return { done: true }
  })
}
