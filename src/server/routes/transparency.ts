import { transparencyQuerySchema, transparencyReplySchema } from '../../protocol/transparency.ts'
import type { Routes } from './routes.ts'

/** Published days, for everyone. The files of all days are documents: documents/transparency-files.ts. */
export const transparencyRoutes: Routes = (api, { services: { published } }) => {
  api.get(
    '/transparency',
    { schema: { querystring: transparencyQuerySchema, response: { 200: transparencyReplySchema } } },
    async (request) => ({ success: true as const, ...(await published.page(request.query)) }),
  )
}
