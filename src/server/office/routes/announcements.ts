// The room Announcements.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type AnnouncementLinksReply,
  type AnnouncementsReply,
  announcementsQuerySchema,
  type OfficeAnnouncement,
  publishBodySchema,
} from '../../../protocol/office/announcements.ts'
import { type ActReply, idParamsSchema } from '../../../protocol/office/common.ts'
import {
  announcementEnd,
  announcementPublish,
  announcementStateOf,
  readAnnouncement,
  readAnnouncements,
} from '../../services/office/announcement-acts.ts'
import { readLinks } from '../../services/office/links.ts'
import type { Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = idParamsSchema
const READ = { verb: 'announcements.read' } as const

/** Adds the calls. */
export function announcementRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, shop, now } = services
  const [publish, end] = [announcementPublish(shop), announcementEnd(now)]

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof idParamsSchema>
    return { state: await announcementStateOf(db.queries, id, now()) }
  }

  api.get(
    '/announcements',
    { config: READ, schema: { querystring: announcementsQuerySchema } },
    ({ query: { state, cursor } }): Promise<AnnouncementsReply> =>
      readAnnouncements(db.queries, { state, cursor, now: now() }),
  )

  api.get('/announcements/links', { config: READ }, async (): Promise<AnnouncementLinksReply> => readLinks(shop))

  api.get(
    '/announcements/:id',
    { config: READ, schema: { params } },
    (request): Promise<OfficeAnnouncement> => readAnnouncement(db.queries, request.params.id, now()),
  )

  api.post(
    '/announcements',
    { config: { verb: 'announcements.publish' }, schema: { body: publishBodySchema } },
    (request): Promise<ActReply> => runAct(services, request, publish, request.body, ''),
  )

  api.post(
    '/announcements/:id/end',
    { config: { verb: 'announcements.end', facts }, schema: { params } },
    (request): Promise<ActReply> => runAct(services, request, end, { id: request.params.id }, ''),
  )
}
