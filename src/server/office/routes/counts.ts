// The counts beside the names of the rooms.
import type { CountsReply } from '../../../protocol/office/counts.ts'
import { readCounts } from '../../services/office/counts.ts'
import { sessionOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the call. It counts only what the role of the member may read. */
export function countRoutes(api: OfficeApi, { services: { db, now, system } }: OfficeRouteParts): void {
  api.get(
    '/counts',
    { config: { verb: 'session.own' } },
    (request): Promise<CountsReply> => readCounts({ db, system }, sessionOf(request).staff.role, now()),
  )
}
