// One field that finds everything.
import { type FindReply, findQuerySchema } from '../../../protocol/office/find.ts'
import { find } from '../../services/office/find.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the call. */
export function findRoutes(api: OfficeApi, { services: { db } }: OfficeRouteParts): void {
  api.get(
    '/find',
    { config: { verb: 'players.read' }, schema: { querystring: findQuerySchema } },
    async ({ query }): Promise<FindReply> => ({ found: await find(db.queries, query.q) }),
  )
}
