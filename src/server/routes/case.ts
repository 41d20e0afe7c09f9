import { z } from 'zod'
import { caseReplySchema, casesReplySchema, openBodySchema, openReplySchema } from '../../protocol/case.ts'
import { RefusalError } from '../base/refusal.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { requireSession } from '../http/identity.ts'
import type { Routes } from './routes.ts'

const params = z.object({ url: z.string().max(100) })

export const caseRoutes: Routes = (api, { shop, opening }) => {
  api.get('/cases', { schema: { response: { 200: casesReplySchema } } }, async () => ({
    categories: [...shop.categories()],
  }))

  api.get('/case/:url', { schema: { params, response: { 200: caseReplySchema } } }, async (request) => {
    const found = shop.caseAt(request.params.url)
    if (found === undefined) throw new RefusalError('case-unknown')
    return { success: true as const, case: found }
  })

  api.post(
    '/case/:url/open',
    { schema: { params, body: openBodySchema, response: { 200: openReplySchema } } },
    async (request) => {
      const { count, demo, price } = request.body
      const { url } = request.params
      if (demo) return opening.demo(url, count)
      const { player } = requireSession(request)
      return opening.open(player, { url, count, price, idempotencyKey: idempotencyKeyIn(request, player.id) })
    },
  )
}
