// Notices to a group of players, in the room Announcements.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ActReply, idParamsSchema } from '../../../protocol/office/common.ts'
import {
  type GroupSizeReply,
  groupQuerySchema,
  type NoticesReply,
  noticeSendBodySchema,
  noticesQuerySchema,
  noticeTestBodySchema,
  type OfficeNotice,
} from '../../../protocol/office/notices.ts'
import {
  noticeSend,
  noticeStateOf,
  noticeStop,
  noticeTest,
  readGroupSize,
  readNotice,
  readNotices,
} from '../../services/office/notice-acts.ts'
import type { Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = idParamsSchema
const READ = { verb: 'announcements.read' } as const

/** Adds the calls. */
export function noticeRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, shop, now } = services
  const [send, test] = [noticeSend(shop), noticeTest(shop)]

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof idParamsSchema>
    return { state: await noticeStateOf(db.queries, id) }
  }

  api.get(
    '/notices',
    { config: READ, schema: { querystring: noticesQuerySchema } },
    ({ query }): Promise<NoticesReply> => readNotices(db.queries, query.cursor),
  )

  api.get(
    '/notices/size',
    { config: READ, schema: { querystring: groupQuerySchema } },
    ({ query: { kind, days } }): Promise<GroupSizeReply> =>
      readGroupSize(db.queries, { kind, days: days ?? null }, { links: shop, now: now() }),
  )

  api.get(
    '/notices/:id',
    { config: READ, schema: { params } },
    (request): Promise<OfficeNotice> => readNotice(db.queries, request.params.id),
  )

  api.post(
    '/notices',
    { config: { verb: 'notices.send' }, schema: { body: noticeSendBodySchema } },
    (request): Promise<ActReply> => {
      const { reason, ...body } = request.body
      return runAct(services, request, send, body, reason)
    },
  )

  api.post(
    '/notices/test',
    { config: { verb: 'notices.test' }, schema: { body: noticeTestBodySchema } },
    (request): Promise<ActReply> => runAct(services, request, test, request.body, ''),
  )

  api.post(
    '/notices/:id/stop',
    { config: { verb: 'notices.stop', facts }, schema: { params } },
    (request): Promise<ActReply> => runAct(services, request, noticeStop, { id: request.params.id }, ''),
  )
}
